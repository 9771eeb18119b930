"""The cheapest cover of a tree, against every possible one."""

import itertools
import math

from hypothesis import given, settings
from hypothesis import strategies as st

from spark_audit.suggest import tree
from spark_audit.suggest.place import Place, upwards

LEAVES = [Place(("a", "t", name)) for name in ("e", "f", "o-1", "o-p-1", "o-p-2")]
LEAVES += [Place(("b", "t", "o-1"))]
ABOVE = upwards({("a", "t"): ["o-p-", "o-"]})
"""Two of the places are prefixes, one inside the other."""
PLACES = sorted({place for leaf in LEAVES for place in ABOVE(leaf)})


@given(
    st.sets(st.sampled_from(PLACES), max_size=5),
    st.lists(st.integers(0, 9), min_size=len(PLACES), max_size=len(PLACES)),
    st.sets(st.sampled_from(PLACES), max_size=4),
    st.sets(st.sampled_from(PLACES), max_size=2),
)
@settings(max_examples=150, deadline=None)
def test_no_cover_is_cheaper(used: set[Place], costs: list[int], forbidden: set[Place], staying: set[Place]) -> None:
    """The pass from the leaves finds the least cost of all sets of places that cover everything and keep what stays."""
    price = dict(zip(PLACES, map(float, costs), strict=True))
    staying -= forbidden
    terms = tree.Terms(price.__getitem__, lambda place: place not in forbidden, staying.__contains__, ABOVE)
    found = tree.cheapest(used, terms)
    assert found.cost == _brute(used, price, forbidden, staying)
    if found.cost < math.inf:
        assert all(any(place.holds(leaf) for place in found.places) for leaf in used)
        assert sum(price[place] for place in found.places) == found.cost
        assert not found.places & forbidden


def test_nothing_used_costs_nothing() -> None:
    """No use, no grant."""
    assert tree.cheapest([], tree.Terms(lambda _: 1.0, lambda _: True, lambda _: True, ABOVE)) == tree.Cover(
        frozenset(), 0.0
    )


def _brute(used: set[Place], price: dict[Place, float], forbidden: set[Place], staying: set[Place]) -> float:
    """The least cost of any set of places. What stays, or something above it, must be there where it is used below."""
    allowed = [place for place in PLACES if place not in forbidden]
    must = used | {place for place in staying if any(place.holds(leaf) for leaf in used)}
    covers = [frozenset(leaf for leaf in must if place.holds(leaf)) for place in allowed]
    useful = [(price[place], cover) for place, cover in zip(allowed, covers, strict=True) if cover]
    sizes = range(len(must) + 1)
    return min(
        (sum(cost for cost, _ in chosen) for size in sizes for chosen in itertools.combinations(useful, size)
         if frozenset().union(*(cover for _, cover in chosen)) == must),
        default=math.inf,
    )  # fmt: skip
