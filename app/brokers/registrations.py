"""Brokers that report: what each enforces, how long ago it said so, and whether a revision is enforced everywhere."""

import logging
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from app.audit import epochs
from app.audit.epochs import Standing
from app.brokers.models import BrokerRegistration

_log = logging.getLogger(__name__)

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
    epoch: str | None = None
    mark: str | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True)
class BrokerState:
    """A broker as the console shows it. `known`: its rights come from this database's history, and the revision can
    be compared. False after a back-up was restored, until the broker took a fresh snapshot of a new epoch."""

    row: BrokerRegistration
    age_ms: int
    state: State
    known: bool = True


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


def heartbeat(session: Session, cluster_id: int, beat: Heartbeat, now: int) -> Standing:
    """Store what a broker reported; answers where the center is. A report that was overtaken by a newer one of the same
    boot changes no revision."""
    newest = epochs.current(session)
    known = epochs.knows(session, newest, Standing(beat.epoch, beat.revision, beat.mark))
    where = BrokerRegistration.cluster_id == cluster_id, BrokerRegistration.broker == beat.broker
    row = session.scalars(select(BrokerRegistration).where(*where).with_for_update()).one_or_none()
    if row is None:
        row = BrokerRegistration(cluster_id=cluster_id, broker=beat.broker, boot="", revision=0, first_seen=now)
        session.add(row)
    _note_history(cluster_id, row, beat, newest, known)
    same = row.boot == beat.boot and row.epoch == beat.epoch
    row.revision = max(row.revision, beat.revision) if same else beat.revision
    row.epoch, row.known, row.source = beat.epoch, int(known), beat.source
    row.boot, row.plugin_version, row.pulsar_version = beat.boot, beat.plugin, beat.pulsar
    row.snapshot_time, row.connections, row.last_seen = beat.snapshot_at, beat.connections, now
    row.events_written, row.events_dropped = beat.events_written, beat.events_dropped
    session.flush()
    return newest


def _note_history(cluster_id: int, row: BrokerRegistration, beat: Heartbeat, newest: Standing, known: bool) -> None:
    """One line when it begins: this database is older than what a broker enforces, or its history went another way."""
    other_epoch = beat.epoch not in (None, newest.epoch)
    if known or other_epoch or row.known == 0:
        return
    _log.error(
        "broker %r of cluster %d enforces revision %d of this epoch, which this database (revision %d) does not know: "
        "was a back-up restored? Compare the trail, then run `usercenter new-epoch`",
        *(beat.broker, cluster_id, beat.revision, newest.revision),
    )


def brokers_of(session: Session, cluster_id: int, now: int, interval_seconds: int) -> list[BrokerState]:
    """Every broker that ever reported for the cluster, by name."""
    query = select(BrokerRegistration).where(BrokerRegistration.cluster_id == cluster_id)
    rows = session.scalars(query.order_by(BrokerRegistration.broker))
    newest = epochs.current(session)
    return [_state(row, max(0, now - row.last_seen), interval_seconds, newest) for row in rows]


def brokers_everywhere(session: Session, now: int, interval_seconds: int) -> dict[int, list[BrokerState]]:
    """The brokers of every cluster that has some, by the cluster's id."""
    found: dict[int, list[BrokerState]] = {}
    newest = epochs.current(session)
    for row in session.scalars(select(BrokerRegistration)):
        age = max(0, now - row.last_seen)
        found.setdefault(row.cluster_id, []).append(_state(row, age, interval_seconds, newest))
    return found


def enforcement(session: Session, cluster_id: int, revision: int, now: int, interval_seconds: int) -> Enforcement:
    """Where the cluster's brokers stand with a revision."""
    states = brokers_of(session, cluster_id, now, interval_seconds)
    fresh = [broker for broker in states if broker.state == "fresh"]
    return Enforcement(
        brokers=len(fresh),
        enforced=sum(broker.known and broker.row.revision >= revision for broker in fresh),
        stale=sum(broker.state == "stale" for broker in states),
    )


def forget(session: Session, cluster_id: int) -> None:
    """Drop the registrations of a cluster that is about to be deleted."""
    session.execute(delete(BrokerRegistration).where(BrokerRegistration.cluster_id == cluster_id))


def _state(row: BrokerRegistration, age: int, interval_seconds: int, newest: Standing) -> BrokerState:
    missed = age / (interval_seconds * 1000)
    state: State = "fresh" if missed <= FRESH_INTERVALS else "stale" if missed <= GONE_INTERVALS else "gone"
    known = bool(row.known) and row.epoch in (None, newest.epoch)
    return BrokerState(row, age, state, known)
