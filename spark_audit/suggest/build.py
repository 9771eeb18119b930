"""All suggestions about one moment. Any of them, and all of them together, leave every seen use covered:

a redundant grant goes only if of each use something else stays; a narrowed grant keeps every authority on every
resource where it may have been used; a grant without use covered nothing, nor is a sub-account let in by it.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from spark_audit.suggest.facts import Facts, Grant
from spark_audit.suggest.mains import with_mains
from spark_audit.suggest.narrowing import Narrowed, Narrowing, atoms, can_be_narrowed, kinds
from spark_audit.suggest.prices import Prices
from spark_audit.suggest.pricing import Pricing
from spark_audit.suggest.redundant import removable
from spark_audit.suggest.resource_paths import resource_of, tenant_of
from spark_audit.suggest.suggestion import NARROW, REDUNDANT, UNUSED, Suggestion

_ROLES = 3
"""That a reason names at most."""
_FOR_NARROWING = ("essential", "redundant", "unused")


def suggestions(seen: Facts, proven: Mapping[int, str], prices: Prices) -> list[Suggestion]:
    """What to change, by kind and grant. `proven`: status of each grant whose use, or lack of it, is proven.

    `seen` holds what events say; what main accounts need for their sub-accounts is added here.
    """
    facts = with_mains(seen)
    cost = Pricing(facts, prices).of_grant
    unused = {number for number in _with_status(facts, proven, "unused") if not facts.uses_of.get(number)}
    # Unused, but a sub-account was let in by it: it may go where another grant of its main account stays.
    behind = _with_status(facts, proven, "unused") - unused
    sets = removable(facts, _with_status(facts, proven, "redundant") | behind, cost, prices.exact_set)
    narrowed, staying = _narrowed(facts, proven, unused.union(*sets), prices)
    gone = unused.union(*sets) - staying
    return [
        *(_removal(facts.grants[one], frozenset({one}), cost(one), "no use in the window", UNUSED)
          for one in sorted(unused - staying)),
        *(_covered(facts, facts.grants[one], together - staying, gone, cost(one), one in behind)
          for together in sets for one in sorted(together - staying)),
        *narrowed,
    ]  # fmt: skip


def _with_status(facts: Facts, proven: Mapping[int, str], wanted: str) -> set[int]:
    return {grant for grant, status in proven.items() if status == wanted and grant in facts.grants}


def _covered(
    facts: Facts, grant: Grant, together: frozenset[int], gone: Collection[int], cost: float, behind: bool
) -> Suggestion:
    """The removal of a grant beside which another one stays for every use; of which other roles, is told."""
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
    """Other roles of its users that cover its uses from then on: those that cover the most, three at most.

    Who administers the grant's tenant reads this, and sees no grants above it: roles that cover only from there are
    not named, but counted.
    """
    covered, told = Counter[str](), set[str]()
    for use in facts.uses_of.get(grant.id, ()):
        staying = (facts.grants[one] for one in use.grants if one in facts.grants and one not in gone)
        others = [one for one in staying if one.role != grant.role and use.user in one.users]
        covered.update(dict.fromkeys({one.role_name for one in others}, use.n))
        told.update(one.role_name for one in others if _of_one_tenant(one, grant))
    named = sorted(told, key=lambda role: (-covered[role], role))
    return named[:_ROLES], len(covered.keys() - told)


def _of_one_tenant(one: Grant, grant: Grant) -> bool:
    """Who may read of `grant` sees `one` too: it stands in the same tenant, or `grant` stands above tenants."""
    tenant = tenant_of(grant.places)
    return tenant is None or tenant_of(one.places) == tenant


def _removal(grant: Grant, together: frozenset[int], cost: float, why: str, kind: str) -> Suggestion:
    return Suggestion(kind, grant, (), together, cost, 0.0, why)


def _narrowed(
    facts: Facts, proven: Mapping[int, str], gone: set[int], prices: Prices
) -> tuple[list[Suggestion], set[int]]:
    """Narrower grants for every role, and the grants of `gone` that stay after all."""
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
    """For one role. What a narrower grant would give again, where it is to be removed, rather stays as it is."""
    kept: set[int] = set()
    while True:
        leaving, there = _leaving(grants, gone, kept)
        mine, others = _split(there, lambda grant: _replaceable(grant, proven))
        ending, unlimited = _split(others, lambda grant: grant.limited)
        narrowing = Narrowing(facts, prices, mine)
        found = list(narrowing.suggested(unlimited, [*(grant for grant in leaving if grant.limited), *ending]))
        again = {key for one in found for key in kinds(one.adds)}
        saved = {grant.id for grant in leaving if again & kinds(atoms(grant))}
        if not saved:
            return list(_narrowings(narrowing, found)), kept
        kept |= saved


def _leaving(grants: list[Grant], gone: set[int], kept: set[int]) -> tuple[list[Grant], list[Grant]]:
    return _split(grants, lambda grant: grant.id in gone and grant.id not in kept)


def _split(grants: Iterable[Grant], condition: Callable[[Grant], bool]) -> tuple[list[Grant], list[Grant]]:
    """Those for which it holds, and the others."""
    grants = list(grants)
    return [one for one in grants if condition(one)], [one for one in grants if not condition(one)]


def _replaceable(grant: Grant, proven: Mapping[int, str]) -> bool:
    return can_be_narrowed(grant) and proven.get(grant.id) in _FOR_NARROWING


def _narrowings(narrowing: Narrowing, found: Iterable[Narrowed]) -> Iterator[Suggestion]:
    """With the reason why a narrower grant is enough, and where one is not suggested although little was used."""
    for one in found:
        places = ", ".join(resource_of(place) for place in one.kept)
        why = "used on few of the resources that it reaches"
        why = f"{why}; stays whole on {places}, where topics come and go" if places else why
        before, after = narrowing.cost(atoms(one.grant)), narrowing.cost(one.adds)
        yield Suggestion(NARROW, one.grant, one.adds, frozenset({one.grant.id}), before, after, why)
