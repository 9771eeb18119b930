"""Is a revision enforced? What the brokers' reports let the center promise, and how long it took (decision 0029).

Live brokers that enforce it are counted, live ones that do not are behind, only observe (decision 0031), or decide by
it and do not end what was open before (decision 0033). A broker that vanished is told apart: if it is only cut off it
goes on deciding on the rights that it had, until they are too old for it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.brokers.registrations import BrokerState
from app.trail.models import TrailEntry

LONGEST_BOUND_MS = 60_000
"""A broker that has moved on says only when it reached a later revision: beyond this that tells nothing."""

Verdict = Literal["enforced", "behind", "vanished", "observing", "unfollowed", "no_brokers"]


@dataclass(frozen=True, slots=True)
class Enforcement:
    """Where a cluster's brokers stand with a revision. `after_ms`: from its commit until the last live broker had it;
    None while one does not enforce it, and when it is not known any more."""

    live: int
    behind: list[BrokerState]
    vanished: list[BrokerState]
    left: list[BrokerState]
    observing: list[BrokerState]
    unfollowed: list[BrokerState]
    after_ms: int | None

    @property
    def verdict(self) -> Verdict:
        """`enforced` only when no broker that may be serving decides on older rights or keeps open what they allowed,
        and one at least is live."""
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
        """Live brokers that do."""
        return self.live - len(self.behind) - len(self.observing) - len(self.unfollowed)


def judge(states: Iterable[BrokerState], revision: int, committed: int | None) -> Enforcement:
    """What the reports say about a revision that was committed then (epoch ms)."""
    states = list(states)
    live = [one for one in states if one.state == "live"]
    behind = [one for one in live if not one.enforces(revision) and not one.observing]
    observing = [one for one in live if one.observing]
    unfollowed = [one for one in live if one.unfollowed and one.enforces(revision)]
    older = [one for one in states if not one.enforces(revision)]
    lacking = not live or behind or observing or unfollowed
    return Enforcement(
        live=len(live),
        behind=behind,
        vanished=[one for one in states if one.state == "vanished" and (one.unfollowed or not one.enforces(revision))],
        left=[one for one in older if one.state == "left"],
        observing=observing,
        unfollowed=unfollowed,
        after_ms=None if lacking or committed is None else _after(live, revision, committed),
    )


def committed_at(session: Session, revision: int) -> int | None:
    """When the change of this revision was written (epoch ms), None when the trail does not reach back to it."""
    found = select(TrailEntry.time).where(TrailEntry.revision == revision).order_by(TrailEntry.id.desc()).limit(1)
    return session.scalars(found).first()


def _after(live: list[BrokerState], revision: int, committed: int) -> int | None:
    last = max(one.row.revision_time for one in live)
    after = max(0, last - committed)
    exact = all(one.row.revision == revision for one in live if one.row.revision_time == last)
    return after if exact or after <= LONGEST_BOUND_MS else None
