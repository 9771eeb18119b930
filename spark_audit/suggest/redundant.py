"""Which redundant grants can go together: every use must stay covered by some grant."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping

from spark_audit.suggest.facts import Facts, Use
from spark_audit.suggest.networks import counting_wherever

Groups = frozenset[int]
"""Grants that cover a use from the same networks, or from more: at least one of them must stay."""


def removable(
    facts: Facts, redundant: Collection[int], cost: Callable[[int], float], exact: int
) -> list[frozenset[int]]:
    """Sets of grants to remove, one for each group of connected grants, so that the cheapest ones stay.

    Two redundant grants are connected, directly or through others, if both cover a use that no other than redundant
    grants cover from everywhere where the removed ones count. Exact for groups of up to `exact` grants. In larger
    groups, the most expensive grants go first, as long as every use stays covered.
    """
    candidates = {grant for grant in redundant if grant in facts.grants}
    groups = {group for use in facts.uses for group in _supports(facts, use) if group <= candidates}
    found = []
    for members, inside in _components(candidates, sorted(groups, key=lambda group: (len(group), sorted(group)))):
        dearest_first = sorted(members, key=lambda grant: (-cost(grant), grant))
        small = len(members) <= exact
        gone = members - (_cheapest(members, inside, cost) if small else _greedily(dearest_first, inside))
        if gone:
            found.append(frozenset(gone))
    return sorted(found, key=min)


def _supports(facts: Facts, use: Use) -> set[Groups]:
    """For each standing grant that covered the use and that its user still holds: these, as far as they count from
    everywhere where it does.

    `timed` ones, which may not cover it tomorrow, count only if there are no others.
    """
    today = [facts.grants[grant] for grant in use.grants if grant in facts.grants]
    standing = [grant for grant in today if use.user in grant.users]
    every = [grant.id for grant in standing]
    lasting = [grant.id for grant in standing if not grant.timed]
    both = [
        (counting_wherever(grant, lasting, facts.limited), counting_wherever(grant, every, facts.limited))
        for grant in every
    ]
    return {among_lasting or among_all for among_lasting, among_all in both}


def _components(candidates: set[int], groups: list[Groups]) -> list[tuple[set[int], list[Groups]]]:
    """Sets of grants connected through common groups, each with its groups."""
    root = {grant: grant for grant in candidates}

    def top(grant: int) -> int:
        while root[grant] != grant:
            root[grant] = root[root[grant]]
            grant = root[grant]
        return grant

    for group in groups:
        first, *others = sorted(group)
        for other in others:
            root[top(other)] = top(first)
    members: dict[int, set[int]] = defaultdict(set)
    inside: Mapping[int, list[Groups]] = defaultdict(list)
    for grant in candidates:
        members[top(grant)].add(grant)
    for group in groups:
        inside[top(min(group))].append(group)
    return [(members[name], inside[name]) for name in sorted(members)]


def _cheapest(members: set[int], groups: list[Groups], cost: Callable[[int], float]) -> set[int]:
    """The cheapest set with a grant of every group: branch over the members of an open group, bounded by the best."""
    best: tuple[float, set[int]] = (float("inf"), members)

    def grow(staying: set[int], spent: float) -> None:
        nonlocal best
        if spent >= best[0]:
            return
        opened = next((group for group in groups if not group & staying), None)
        if opened is None:
            best = (spent, staying)
            return
        for grant in sorted(opened, key=lambda member: (cost(member), member)):
            grow(staying | {grant}, spent + cost(grant))

    grow(set(), 0.0)
    return best[1]


def _greedily(order: list[int], groups: list[Groups]) -> set[int]:
    """The grants that stay if they are removed in this order, each only if every group of it keeps a grant."""
    staying = set(order)
    of: dict[int, list[Groups]] = defaultdict(list)
    for group in groups:
        for grant in group:
            of[grant].append(group)
    for grant in order:
        if all(group & staying - {grant} for group in of[grant]):
            staying.discard(grant)
    return staying
