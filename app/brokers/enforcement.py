"""Whether a revision is enforced, judged by the reports of the brokers, and how long it took (decision 0029).

Live brokers enforce it, are behind, only observe (decision 0031), or decide by it without ending connections that are
already open (decision 0033). Vanished brokers are listed apart: one that is only cut off from the center still decides
by its last rights, until these are too old for it.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.audit.trail.models import TrailEntry
from app.brokers.broker_states import BrokerState

LONGEST_BOUND_MS = 60_000
"""A broker that skipped the revision reports only when it reached a later one, so its time is an upper bound. Larger
bounds say nothing and are not reported."""

Verdict = Literal["enforced", "behind", "vanished", "observing", "unfollowed", "no_brokers"]
Group = Literal["enforcing", "behind", "observing", "unfollowed", "vanished", "left", "harmless"]


@dataclass(frozen=True, slots=True)
class Enforcement:
    """How far a cluster's brokers are with a revision. `after_ms`: time from its commit until the last live broker
    enforced it; None when a live broker does not enforce it, or when the time is not known any more."""

    live: int
    behind: list[BrokerState]
    vanished: list[BrokerState]
    left: list[BrokerState]
    observing: list[BrokerState]
    unfollowed: list[BrokerState]
    after_ms: int | None

    @property
    def verdict(self) -> Verdict:
        """`enforced` when at least one broker is live, and no broker that may be serving decides by older rights or
        keeps open what those allowed."""
        if self.behind:
            return "behind"
        if self.vanished:
            return "vanished"
        if self.observing:
            return "observing"
        if self.unfollowed:
            return "unfollowed"
        return "enforced" if self.live else "no_brokers"

    @property
    def enforcing(self) -> int:
        """Number of live brokers that enforce the revision."""
        return self.live - len(self.behind) - len(self.observing) - len(self.unfollowed)


def judge(states: Iterable[BrokerState], revision: int, commit_time: int | None) -> Enforcement:
    """Judge a revision that was committed at `commit_time` (epoch ms, None: unknown) by the brokers' reports."""
    groups: defaultdict[Group, list[BrokerState]] = defaultdict(list)
    for broker in states:
        groups[group_of(broker, revision)].append(broker)
    lacking = [*groups["behind"], *groups["observing"], *groups["unfollowed"]]
    enforcing = groups["enforcing"]
    all_enforce = bool(enforcing) and not lacking
    return Enforcement(
        live=len(enforcing) + len(lacking),
        behind=groups["behind"],
        vanished=groups["vanished"],
        left=groups["left"],
        observing=groups["observing"],
        unfollowed=groups["unfollowed"],
        after_ms=_after(enforcing, revision, commit_time) if all_enforce and commit_time is not None else None,
    )


def group_of(broker: BrokerState, revision: int) -> Group:
    """How far one broker is with the revision."""
    enforces = broker.enforces(revision)
    if broker.state == "live":
        if broker.observing:
            return "observing"
        if not enforces:
            return "behind"
        return "unfollowed" if broker.unfollowed else "enforcing"
    if broker.state == "vanished":
        return "vanished" if broker.unfollowed or not enforces else "harmless"
    # An expired broker denies everything, and so enforces every revocation.
    return "left" if broker.state == "left" and not enforces else "harmless"


def committed_at(session: Session, revision: int) -> int | None:
    """When the last entry of this revision was recorded, just before its commit (epoch ms); None when the audit log no
    longer reaches back to it."""
    found = select(TrailEntry.time).where(TrailEntry.revision == revision).order_by(TrailEntry.id.desc()).limit(1)
    return session.scalars(found).first()


def lacking_since(session: Session, brokers: Iterable[BrokerState]) -> dict[int, int]:
    """Revision that some of these brokers enforce → since when there is a later one (epoch ms), if it is known."""
    lacked = {broker.row.revision + 1 for broker in brokers}
    times = select(TrailEntry.revision, func.max(TrailEntry.time)).where(TrailEntry.revision.in_(lacked))
    return {revision - 1: time for revision, time in session.execute(times.group_by(TrailEntry.revision))}


def _after(live_brokers: list[BrokerState], revision: int, commit_time: int) -> int | None:
    last = max(broker.row.revision_time for broker in live_brokers)
    after = max(0, last - commit_time)
    exact = all(broker.row.revision == revision for broker in live_brokers if broker.row.revision_time == last)
    return after if exact or after <= LONGEST_BOUND_MS else None
