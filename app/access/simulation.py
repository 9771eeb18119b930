"""One decision before and after a change of rights. Pure, like the decision.

The questions: `app/rights/inquiry/simulation_questions.py`; changes and answer: `app/api/admin/access/simulate.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.access.decision import Decision, decide
from app.access.holding import DecisionOptions
from app.access.names import ResourceName
from app.access.network_limits import ANYWHERE, Address
from app.access.network_origins import NetworkOrigin
from app.access.rights_snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class AccessQuery:
    """One question about one principal."""

    principal: str
    question: str
    resource: ResourceName
    subscription: str | None = None
    address: Address = ANYWHERE


@dataclass(frozen=True, slots=True)
class Simulation:
    """The same question before and after a change of rights."""

    query: AccessQuery
    before: Decision
    after: Decision

    @property
    def differs(self) -> bool:
        """True when the answer or its reason changes."""
        return (self.before.allowed, self.before.reason) != (self.after.allowed, self.after.reason)


def apply_change(snapshot: Snapshot, put: Mapping[str, Sequence[Any]], gone: Mapping[str, Sequence[Any]]) -> Snapshot:
    """The rights after a change in the form of a delta: records in `put` are set, keys in `gone` removed."""
    after = snapshot.revision + 1
    return snapshot.apply_delta({"after": snapshot.revision, "revision": after, "set": put, "gone": gone})


def simulate(
    before: Snapshot,
    after: Snapshot,
    queries: Iterable[AccessQuery],
    *,
    now: int,
    options: DecisionOptions | None = None,
) -> Iterator[Simulation]:
    """Decides each question by the rights as they are and as they would be."""
    for query in queries:
        answers = (
            decide(
                rights,
                query.principal,
                query.question,
                query.resource,
                subscription=query.subscription,
                now=now,
                options=options,
                address=query.address,
            )
            for rights in (before, after)
        )
        yield Simulation(query, *answers)


def from_wherever(
    before: Snapshot, after: Snapshot, query: AccessQuery, places: Iterable[NetworkOrigin], *, now: int
) -> list[tuple[tuple[str, ...] | None, Simulation]]:
    """Each different answer with the networks from which it is given (`network_origins`); None: from all of these
    places."""
    found: dict[tuple[Decision, Decision], tuple[list[str], Simulation]] = {}
    for origin in places:
        outcome = next(simulate(before, after, [replace(query, address=origin.address)], now=now))
        named, _ = found.setdefault((outcome.before, outcome.after), ([], outcome))
        named.extend(origin.named or ())
    if len(found) == 1:
        return [(None, outcome) for _, outcome in found.values()]
    return [(tuple(named), outcome) for named, outcome in found.values()]
