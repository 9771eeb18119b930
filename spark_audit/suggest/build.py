"""All suggestions about one moment. Each of them, and all of them together, leave every use that was seen covered:

- a redundant grant is removed only if another grant that stays covers each of its uses;
- a narrowed grant keeps every authority on every resource where it may have been used;
- an unused grant covered no use, and no sub-account needed it as a grant of its main account.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping

from spark_audit.suggest.atoms import atoms, kinds
from spark_audit.suggest.facts import Facts, Grant
from spark_audit.suggest.mains import with_mains
from spark_audit.suggest.narrowing import Narrowing, Replacement, can_be_narrowed
from spark_audit.suggest.prices import Prices
from spark_audit.suggest.pricing import Pricing
from spark_audit.suggest.redundant import removable
from spark_audit.suggest.resource_paths import tenant_of
from spark_audit.suggest.suggestion import NARROW, REDUNDANT, UNUSED, Suggestion

_ROLES = 3
"""Most roles that a reason names."""
_FOR_NARROWING = ("essential", "redundant", "unused")


def suggestions(seen: Facts, proven: Mapping[int, str], prices: Prices) -> list[Suggestion]:
    """All suggestions. `proven`: status of each grant whose use, or lack of it, is proven.

    `seen` holds only what events say. What main accounts need for their sub-accounts is added here.
    """
    facts = with_mains(seen)
    cost = Pricing(facts, prices).of_grant
    unused = {number for number in _with_status(facts, proven, "unused") if not facts.uses_of.get(number)}
    # Unused itself, but a sub-account needed it: it may go only if another grant of the main account is enough.
    behind = _with_status(facts, proven, "unused") - unused
    sets = removable(facts, _with_status(facts, proven, "redundant") | behind, cost, prices.exact_set)
    narrowed, staying = _narrowed(facts, proven, unused.union(*sets), prices)
    gone = unused.union(*sets) - staying
    return [
        *(_removal(facts.grants[number], frozenset({number}), cost(number), "no use in the window", UNUSED)
          for number in sorted(unused - staying)),
        *(_covered(facts, facts.grants[number], together - staying, gone, cost(number), number in behind)
          for together in sets for number in sorted(together - staying)),
        *narrowed,
    ]  # fmt: skip


def _with_status(facts: Facts, proven: Mapping[int, str], wanted: str) -> set[int]:
    return {grant for grant, status in proven.items() if status == wanted and grant in facts.grants}


def _covered(
    facts: Facts, grant: Grant, together: frozenset[int], gone: Collection[int], cost: float, behind: bool
) -> Suggestion:
    """The removal of a grant whose every use another grant covers that stays. The reason names the roles of those."""
    used = "no use in the window, and its sub-accounts need no more than" if behind else "every use was covered by"
    alone = f"{used} another grant that stays"
    reasons = [alone] if len(together) == 1 else [alone, f"{len(together)} such grants can go together"]
    roles, above = _keeping(facts, grant, gone)
    if roles:
        reasons.append(f"kept by {', '.join(roles)}")
    if above:
        reasons.append(f"roles above its tenant keep it: {above}")
    return _removal(grant, together, cost, "; ".join(reasons), UNUSED if behind else REDUNDANT)


def _keeping(facts: Facts, grant: Grant, gone: Collection[int]) -> tuple[list[str], int]:
    """Other roles of its users that go on covering its uses: names of _ROLES at most, and the number of hidden ones.

    The roles that cover most come first. Administrators of the grant's tenant read this, and do not see grants above
    the tenant: roles that cover only from there are counted, not named.
    """
    covered, visible = Counter[str](), set[str]()
    for use in facts.uses_of.get(grant.id, ()):
        staying = (facts.grants[number] for number in use.grants if number in facts.grants and number not in gone)
        others = [other for other in staying if other.role != grant.role and use.user in other.users]
        covered.update(dict.fromkeys({other.role_name for other in others}, use.n))
        visible.update(other.role_name for other in others if _of_one_tenant(other, grant))
    named = sorted(visible, key=lambda role: (-covered[role], role))
    return named[:_ROLES], len(covered.keys() - visible)


def _of_one_tenant(other: Grant, grant: Grant) -> bool:
    """Whether readers of `grant` may see `other`: both are in one tenant, or `grant` is above tenants."""
    tenant = tenant_of(grant.paths)
    return tenant is None or tenant_of(other.paths) == tenant


def _removal(grant: Grant, together: frozenset[int], cost: float, why: str, kind: str) -> Suggestion:
    return Suggestion(kind, grant, (), together, cost, 0.0, why)


def _narrowed(
    facts: Facts, proven: Mapping[int, str], gone: set[int], prices: Prices
) -> tuple[list[Suggestion], set[int]]:
    """Suggestions to narrow, for all roles, and the grants of `gone` that stay after all."""
    by_role: dict[int, list[Grant]] = defaultdict(list)
    for number in sorted(facts.grants):
        by_role[facts.grants[number].role].append(facts.grants[number])
    found, staying = [], set()
    for role in sorted(by_role):
        suggested, kept = _of_role(facts, proven, by_role[role], gone, prices)
        found += suggested
        staying |= kept
    return found, staying


def _of_role(
    facts: Facts, proven: Mapping[int, str], grants: list[Grant], gone: set[int], prices: Prices
) -> tuple[list[Suggestion], set[int]]:
    """`_narrowed` for one role. A removed grant stays after all if narrowing another one would give the same again."""
    kept: set[int] = set()
    while True:
        leaving, there = _leaving(grants, gone, kept)
        mine, others = _split(there, lambda grant: _replaceable(grant, proven))
        ending, lasting = _split(others, lambda grant: grant.timed)
        narrowing = Narrowing(facts, prices, mine)
        found = list(narrowing.suggested(lasting, [*(grant for grant in leaving if grant.timed), *ending]))
        again = {key for narrowed in found for key in kinds(narrowed.adds)}
        saved = {grant.id for grant in leaving if again & kinds(atoms(grant))}
        if not saved:
            return [_as_suggestion(narrowed) for narrowed in found], kept
        kept |= saved


def _leaving(grants: list[Grant], gone: set[int], kept: set[int]) -> tuple[list[Grant], list[Grant]]:
    return _split(grants, lambda grant: grant.id in gone and grant.id not in kept)


def _split(grants: Iterable[Grant], condition: Callable[[Grant], bool]) -> tuple[list[Grant], list[Grant]]:
    """The grants for which the condition holds, and the others."""
    grants = list(grants)
    return [grant for grant in grants if condition(grant)], [grant for grant in grants if not condition(grant)]


def _replaceable(grant: Grant, proven: Mapping[int, str]) -> bool:
    return can_be_narrowed(grant) and proven.get(grant.id) in _FOR_NARROWING


def _as_suggestion(narrowed: Replacement) -> Suggestion:
    """The reason also names the places that stay whole although little of them was used."""
    places = ", ".join(place.name for place in narrowed.kept)
    reasons = ["used on few of the resources that it reaches"] if narrowed.fewer_places else []
    reasons += ["used for few of the subscriptions that it names"] if narrowed.fewer_subscriptions else []
    reasons += ["used for some of functions, sources, sinks and packages"] if narrowed.fewer_functions else []
    reasons += [f"stays whole on {places}, where topics come and go"] if places else []
    why = "; ".join(reasons)
    return Suggestion(
        NARROW,
        narrowed.grant,
        narrowed.adds,
        frozenset({narrowed.grant.id}),
        narrowed.cost_before,
        narrowed.cost_after,
        why,
    )
