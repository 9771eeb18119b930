"""The cheapest cover of a tree, against every possible one."""

import itertools
import math

from hypothesis import given, settings
from hypothesis import strategies as st

from spark_audit.suggest import tree
from spark_audit.suggest.resource_paths import Path, ancestry, reaches

LEAVES = [(cluster, tenant, namespace) for cluster in "ab" for tenant in "cd" for namespace in "ef"]
PLACES = sorted({place for leaf in LEAVES for place in ancestry(leaf)}, key=lambda place: (len(place), place))


@given(
    st.sets(st.sampled_from(PLACES), max_size=5),
    st.lists(st.integers(0, 9), min_size=len(PLACES), max_size=len(PLACES)),
    st.sets(st.sampled_from(PLACES), max_size=4),
    st.sets(st.sampled_from(PLACES), max_size=2),
)
@settings(max_examples=150, deadline=None)
def test_no_cover_is_cheaper(used: set[Path], costs: list[int], forbidden: set[Path], staying: set[Path]) -> None:
    """The pass from the leaves finds the least cost of all sets of places that cover everything and keep what stays."""
    price = dict(zip(PLACES, map(float, costs), strict=True))
    staying -= forbidden
    terms = tree.Terms(price.__getitem__, lambda place: place not in forbidden, staying.__contains__)
    found = tree.cheapest(used, terms)
    assert found.cost == _brute(used, price, forbidden, staying)
    if found.cost < math.inf:
        assert all(any(reaches(place, leaf) for place in found.places) for leaf in used)
        assert sum(price[place] for place in found.places) == found.cost
        assert not found.places & forbidden


def test_nothing_used_costs_nothing() -> None:
    """No use, no grant."""
    assert tree.cheapest([], tree.Terms(lambda _: 1.0, lambda _: True, lambda _: True)) == tree.Cover(frozenset(), 0.0)


def _brute(used: set[Path], price: dict[Path, float], forbidden: set[Path], staying: set[Path]) -> float:
    """The least cost of any set of places. What stays, or something above it, must be there where it is used below."""
    allowed = [place for place in PLACES if place not in forbidden]
    must = used | {place for place in staying if any(reaches(place, leaf) for leaf in used)}
    covers = [frozenset(leaf for leaf in must if reaches(place, leaf)) for place in allowed]
    useful = [(price[place], cover) for place, cover in zip(allowed, covers, strict=True) if cover]
    sizes = range(len(must) + 1)
    return min(
        (sum(cost for cost, _ in chosen) for size in sizes for chosen in itertools.combinations(useful, size)
         if frozenset().union(*(cover for _, cover in chosen)) == must),
        default=math.inf,
    )  # fmt: skip
