"""Would a use have been denied after a change? And what a change made from the past would have done since."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from spark_audit.suggest.facts import Facts, Use
from spark_audit.suggest.mains import with_mains
from spark_audit.suggest.rules import covers
from spark_audit.suggest.suggestion import Suggestion


@dataclass
class Replayed:
    """Uses of the later time (counted by how often), those that would have been denied, and by whom."""

    uses: int = 0
    denied: int = 0
    users: set[str] = field(default_factory=set)

    def share(self) -> float:
        """Denied of all; 0 where nothing was used."""
        return round(self.denied / self.uses, 9) if self.uses else 0.0


def replay(later: Facts, changes: Iterable[Suggestion]) -> dict[str, Replayed]:
    """By suggestion id, and for all of them at once under `all`. The same as if each change had been made before.

    `uses` of one suggestion are those that its grant covered.
    """
    made = list(changes)
    uses = with_mains(later).uses
    every = Replayed(uses=sum(use.n for use in later.uses))
    found = {"all": every}
    _judge(every, later, uses, {one.grant.id: one for one in made})
    of: dict[int, list[Use]] = {}
    for use in uses:
        for grant in use.grants:
            of.setdefault(grant, []).append(use)
    for one in made:
        mine = of.get(one.grant.id, [])
        alone = found[one.id] = Replayed(uses=sum(use.n for use in mine if use.seen is None))
        _judge(alone, later, mine, {one.grant.id: one})
    return found


def _judge(into: Replayed, facts: Facts, uses: Sequence[Use], changed: Mapping[int, Suggestion]) -> None:
    denied = {}
    for use in uses:
        if use.n and use.grants <= changed.keys() and not any(_still(facts, changed[one], use) for one in use.grants):
            # A sub-account whose main account lost the right is denied once, whatever else it lost.
            lost = use.seen or use
            denied[id(lost)] = lost
    into.denied = sum(use.n for use in denied.values())
    into.users = {use.user for use in denied.values()}


def _still(facts: Facts, change: Suggestion, use: Use) -> bool:
    """What came for the grant covers the use too."""
    return any(covers(facts.rules, authority, place, use.op, use.path) for authority, place in change.adds)
