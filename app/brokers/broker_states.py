"""Brokers that report: the revision that each enforces, since when, and the time of its last report."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Select, delete, select
from sqlalchemy.orm import Session

from app.audit.trail import contents, epochs, trail
from app.audit.trail.epochs import StateVersion
from app.platform.database import only
from app.resources.broker_registration import BrokerRegistration

LIVE_INTERVALS = 3
"""A broker that missed this many heartbeats has vanished: it may be dead, or cut off and still serving."""

State = Literal["live", "vanished", "left", "expired"]
"""`left`: said goodbye. `expired`: silent for so long that it denies everything, if it still runs."""


@dataclass(frozen=True, slots=True)
class BrokerState:
    """A broker as the center knows it at a moment. `known`: its revision is from this database's history and can be
    compared. False after a back-up was restored, until the broker took a snapshot of the new epoch."""

    row: BrokerRegistration
    age_ms: int
    state: State
    known: bool = True

    def enforces(self, revision: int) -> bool:
        """True when it decides by this revision or a later one, and the open connections that it follows comply. Others
        may stay open: see `unfollowed`."""
        return self.known and not self.observing and self.row.revision >= revision

    def revisions_behind(self, revision: int) -> int:
        """How many revisions its rights lack: all of them when they are of another history (decision 0026)."""
        return max(0, revision - self.row.revision) if self.known else revision

    @property
    def observing(self) -> bool:
        """True when its native provider answers: it has our rights and enforces none of them."""
        return self.row.observing != 0

    @property
    def unfollowed(self) -> bool:
        """True when it decides by our rights but may keep open the connection of a revoked token or disabled user."""
        return self.row.kicks == 0 and not self.observing

    @property
    def serves_until(self) -> int:
        """Until when (epoch ms) it may decide by the rights of its last report, if it never reaches the center
        again."""
        return self.row.last_seen + self.row.max_age_seconds * 1000


@dataclass(frozen=True, slots=True)
class Reports:
    """The last reports of a cluster's brokers, and the current state of the center."""

    newest: StateVersion
    rows: list[BrokerRegistration]


def brokers_of(session: Session, cluster_id: int, now: int, interval_seconds: int) -> list[BrokerState]:
    """Every broker that ever reported for the cluster, by name."""
    return states_of(reports_of(session, [cluster_id])[cluster_id], now, interval_seconds)


def query_of(cluster_id: int) -> Select[BrokerRegistration]:
    """The last reports of a cluster's brokers."""
    return select(BrokerRegistration).where(BrokerRegistration.cluster_id == cluster_id)


def states_of_rows(
    session: Session, rows: list[BrokerRegistration], now: int, interval_seconds: int
) -> list[BrokerState]:
    """The state of these brokers at `now` (epoch ms)."""
    return states_of(Reports(epochs.current(session), rows), now, interval_seconds)


def brokers_everywhere(session: Session, now: int, interval_seconds: int) -> dict[int, list[BrokerState]]:
    """The brokers of every cluster that has some, by cluster id, each by name."""
    found: dict[int, list[BrokerState]] = {}
    newest = epochs.current(session)
    for row in session.scalars(select(BrokerRegistration).order_by(BrokerRegistration.broker)):
        found.setdefault(row.cluster_id, []).append(_state_of(row, newest, now, interval_seconds))
    return found


def reports_of(session: Session, cluster_ids: Collection[int]) -> dict[int, Reports]:
    """The last report of every broker of these clusters, by name."""
    query = select(BrokerRegistration).where(BrokerRegistration.cluster_id.in_(cluster_ids))
    newest = epochs.current(session)
    found = {cluster_id: Reports(newest, []) for cluster_id in cluster_ids}
    for row in session.scalars(query.order_by(BrokerRegistration.broker)):
        found[row.cluster_id].rows.append(row)
    return found


def states_of(reports: Reports, now: int, interval_seconds: int) -> list[BrokerState]:
    """The state of the brokers at `now` (epoch ms)."""
    return [_state_of(row, reports.newest, now, interval_seconds) for row in reports.rows]


def _state_of(row: BrokerRegistration, newest: StateVersion, now: int, interval_seconds: int) -> BrokerState:
    age, is_known = max(0, now - row.last_seen), bool(row.known) and row.epoch in (None, newest.epoch)
    if row.left_time is None and age <= LIVE_INTERVALS * interval_seconds * 1000:
        return BrokerState(row, age, "live", is_known)
    if age > row.max_age_seconds * 1000:
        return BrokerState(row, age, "expired", is_known)
    return BrokerState(row, age, "vanished" if row.left_time is None else "left", is_known)


def forget_broker(session: Session, actor: str, cluster_id: int, broker: str) -> None:
    """Delete a broker that somebody knows to be dead, so that it no longer counts as vanished. If it runs, it reports
    again.

    Raises NotFound.
    """
    where = BrokerRegistration.cluster_id == cluster_id, BrokerRegistration.broker == broker
    row = only(session, select(BrokerRegistration).where(*where), "The cluster has no such broker.")
    before = contents.row(row)
    session.delete(row)
    session.flush()
    trail.record(session, actor, "broker.forget", broker, before=before, cluster=cluster_id)


def epochs_reported(session: Session) -> set[str]:
    """The epochs that brokers have reported."""
    return {epoch for epoch in session.scalars(select(BrokerRegistration.epoch).distinct()) if epoch}


def forget(session: Session, cluster_id: int) -> None:
    """Drop the registrations of a cluster that is about to be deleted."""
    session.execute(delete(BrokerRegistration).where(BrokerRegistration.cluster_id == cluster_id))
