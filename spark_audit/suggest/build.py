"""All suggestions about one moment. Any of them, and all of them together, leave every seen use covered:

a redundant grant goes only if of each use something else stays; a narrowed grant keeps every authority on every
resource where it may have been used; a grant without use covered nothing, nor is a sub-account let in by it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from spark_audit.suggest.facts import Facts, Grant
from spark_audit.suggest.mains import with_mains
from spark_audit.suggest.narrowing import Narrowing, atoms, can_be_narrowed
from spark_audit.suggest.places import resource_of
from spark_audit.suggest.prices import Prices
from spark_audit.suggest.redundant import removable
from spark_audit.suggest.rules import kind_of
from spark_audit.suggest.suggestion import NARROW, REDUNDANT, UNUSED, Suggestion

_FOR_NARROWING = ("essential", "redundant", "unused")


def suggestions(seen: Facts, proven: Mapping[int, str], prices: Prices) -> list[Suggestion]:
    """What to change, by kind and grant. `proven`: status of each grant whose use, or lack of it, is proven.

    `seen` holds what events say; what main accounts need for their sub-accounts is added here.
    """
    facts = with_mains(seen)
    cost = _costs(facts, prices)
    unused = [number for number in _standing(facts, proven, "unused") if not facts.uses_of.get(number)]
    # Unused, but a sub-account was let in by it: it may go where another grant of its main account stays.
    behind = set(_standing(facts, proven, "unused")) - set(unused)
    redundant = {*_standing(facts, proven, "redundant"), *behind}
    sets = removable(facts, redundant, cost, prices.exact_set)
    found = [
        *(Suggestion(UNUSED, facts.grants[one], (), frozenset({one}), cost(one), 0.0, "no use in the window")
          for one in unused),
        *(_covered(facts.grants[one], together, cost(one), one in behind)
          for together in sets for one in sorted(together)),
    ]  # fmt: skip
    gone = {suggestion.grant.id for suggestion in found}
    return [*found, *_narrowed(facts, proven, gone, prices)]


def _standing(facts: Facts, proven: Mapping[int, str], wanted: str) -> list[int]:
    return sorted(grant for grant, status in proven.items() if status == wanted and grant in facts.grants)


def _covered(grant: Grant, together: frozenset[int], cost: float, behind: bool) -> Suggestion:
    """The removal of a grant beside which another one stays for every use."""
    used = "no use in the window, and its sub-accounts need no more than" if behind else "every use was covered by"
    alone = f"{used} another grant that stays"
    why = alone if len(together) == 1 else f"{alone}; {len(together)} such grants can go together"
    return Suggestion(UNUSED if behind else REDUNDANT, grant, (), together, cost, 0.0, why)


def _narrowed(facts: Facts, proven: Mapping[int, str], gone: set[int], prices: Prices) -> Iterator[Suggestion]:
    by_role: dict[int, list[Grant]] = defaultdict(list)
    for grant in facts.grants.values():
        if grant.id not in gone and can_be_narrowed(grant):
            by_role[grant.role].append(grant)
    for role in sorted(by_role):
        mine = sorted((one for one in by_role[role] if proven.get(one.id) in _FOR_NARROWING), key=lambda one: one.id)
        narrowing = Narrowing(facts, prices, mine)
        for one in narrowing.suggested([grant for grant in by_role[role] if grant not in mine]):
            before, after = narrowing.cost(atoms(one.grant)), narrowing.cost(one.adds)
            yield Suggestion(NARROW, one.grant, one.adds, frozenset({one.grant.id}), before, after, _told(one.kept))


def _told(kept: Iterable[tuple[str, ...]]) -> str:
    """Why a narrower grant is enough, and where one is not suggested although little was used."""
    places = ", ".join(resource_of(place) for place in kept)
    narrow = "used on few of the resources that it reaches"
    return f"{narrow}; stays whole on {places}, where topics come and go" if places else narrow


def _costs(facts: Facts, prices: Prices) -> Callable[[int], float]:
    """What each grant costs by itself: its price, and the risk of every leaf that nobody used through it."""
    known: dict[int, float] = {}

    def cost(grant: int) -> float:
        if grant not in known:
            one = facts.grants[grant]
            paths = {use.path for use in facts.uses_of.get(grant, ())}
            known[grant] = sum(_atom_cost(facts, prices, authority, place, paths) for authority, place in atoms(one))
        return known[grant]

    return cost


def _atom_cost(
    facts: Facts, prices: Prices, authority: int, place: tuple[str, ...], used: set[tuple[str, ...]]
) -> float:
    kind = kind_of(authority)
    below = {path for path in used if len(path) == kind.depth and path[: len(place)] == place}
    unused = facts.resources.leaves(place, kind.depth) - len(below & facts.resources.living)
    return prices.grant + prices.risk[kind.right] * unused
