"""Brokers that report: what each enforces, how long ago it said so, and whether a revision is enforced everywhere."""

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from app.brokers.models import BrokerRegistration

FRESH_INTERVALS = 3
"""A broker that missed this many heartbeats is stale: it may still decide, on rights we no longer know about."""
GONE_INTERVALS = 30
"""After this many it is taken for stopped."""

State = Literal["fresh", "stale", "gone"]


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """What a broker says of itself. `boot` changes when it is started again; `snapshot_at` is epoch ms."""

    broker: str
    boot: str
    plugin: str
    pulsar: str
    revision: int
    snapshot_at: int
    events_written: int
    events_dropped: int
    connections: int


@dataclass(frozen=True, slots=True)
class BrokerState:
    """A broker as the console shows it."""

    row: BrokerRegistration
    age_ms: int
    state: State


@dataclass(frozen=True, slots=True)
class Enforcement:
    """How many of the fresh brokers enforce a revision. `stale` brokers are silent, but may still be serving."""

    brokers: int
    enforced: int
    stale: int

    @property
    def complete(self) -> bool:
        """True when no broker that may be serving is known to decide on older rights."""
        return self.enforced == self.brokers and self.stale == 0


def heartbeat(session: Session, cluster_id: int, beat: Heartbeat, now: int) -> None:
    """Store what a broker reported. A report that was overtaken by a newer one of the same boot changes no revision."""
    where = BrokerRegistration.cluster_id == cluster_id, BrokerRegistration.broker == beat.broker
    row = session.scalars(select(BrokerRegistration).where(*where).with_for_update()).one_or_none()
    if row is None:
        row = BrokerRegistration(cluster_id=cluster_id, broker=beat.broker, boot="", revision=0, first_seen=now)
        session.add(row)
    row.revision = max(row.revision, beat.revision) if row.boot == beat.boot else beat.revision
    row.boot, row.plugin_version, row.pulsar_version = beat.boot, beat.plugin, beat.pulsar
    row.snapshot_time, row.connections, row.last_seen = beat.snapshot_at, beat.connections, now
    row.events_written, row.events_dropped = beat.events_written, beat.events_dropped
    session.flush()


def brokers_of(session: Session, cluster_id: int, now: int, interval_seconds: int) -> list[BrokerState]:
    """Every broker that ever reported for the cluster, by name."""
    query = select(BrokerRegistration).where(BrokerRegistration.cluster_id == cluster_id)
    rows = session.scalars(query.order_by(BrokerRegistration.broker))
    return [_state(row, max(0, now - row.last_seen), interval_seconds) for row in rows]


def enforcement(session: Session, cluster_id: int, revision: int, now: int, interval_seconds: int) -> Enforcement:
    """Where the cluster's brokers stand with a revision."""
    states = brokers_of(session, cluster_id, now, interval_seconds)
    fresh = [broker for broker in states if broker.state == "fresh"]
    return Enforcement(
        brokers=len(fresh),
        enforced=sum(broker.row.revision >= revision for broker in fresh),
        stale=sum(broker.state == "stale" for broker in states),
    )


def forget(session: Session, cluster_id: int) -> None:
    """Drop the registrations of a cluster that is about to be deleted."""
    session.execute(delete(BrokerRegistration).where(BrokerRegistration.cluster_id == cluster_id))


def _state(row: BrokerRegistration, age: int, interval_seconds: int) -> BrokerState:
    missed = age / (interval_seconds * 1000)
    state: State = "fresh" if missed <= FRESH_INTERVALS else "stale" if missed <= GONE_INTERVALS else "gone"
    return BrokerState(row, age, state)
