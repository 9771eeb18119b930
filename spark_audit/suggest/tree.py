"""The cheapest places that cover everything used: exact, in one pass from the leaves up.

    cost(v) = 0                                     nothing below v was used
    cost(v) = one(v)                                v itself was used, or must stay
    cost(v) = min(one(v), Σ cost(children of v))    otherwise; one(v) is left out where v may not be granted
    one(v)  = price + risk · unused leaves below v

Each use needs a place on it or above it, and two subtrees share no place. So the best cover of a tree consists of the
best covers of its subtrees, and the pass is linear in the number of places above uses.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from itertools import pairwise

from spark_audit.suggest.place import Place


@dataclass(frozen=True)
class Terms:
    """Per place: the cost of a grant there, and whether one is allowed there."""

    cost: Callable[[Place], float]
    allowed: Callable[[Place], bool]
    stays: Callable[[Place], bool]
    """True for a place that must be granted as it is, if anything below it was used."""
    above: Callable[[Place], Iterable[Place]]
    """The place itself and every place above it, the root last."""


@dataclass(frozen=True)
class Cover:
    """Places that together cover all uses, and their cost."""

    places: frozenset[Place]
    cost: float


_NONE = Cover(frozenset(), math.inf)


def cheapest(used: Collection[Place], terms: Terms) -> Cover:
    """The cheapest cover of `used`; of equally cheap ones, the narrower. Its cost is ∞ if no place is allowed."""
    needed = frozenset(used)
    children: dict[Place, set[Place]] = defaultdict(set)
    level: dict[Place, int] = {}
    for leaf in needed:
        way = [*terms.above(leaf)]
        level |= {place: number for number, place in enumerate(reversed(way))}
        for child, parent in pairwise(way):
            children[parent].add(child)
    best: dict[Place, Cover] = {}
    for place in sorted(level, key=level.__getitem__, reverse=True):
        best[place] = _best(place, place in needed, [best[child] for child in sorted(children[place])], terms)
    return best.get(Place(()), Cover(frozenset(), 0.0))


def _best(place: Place, needed: bool, below: list[Cover], terms: Terms) -> Cover:
    here = Cover(frozenset({place}), terms.cost(place)) if terms.allowed(place) else _NONE
    if needed or terms.stays(place):
        return here
    parts = Cover(frozenset().union(*(cover.places for cover in below)), sum(cover.cost for cover in below))
    return here if here.cost < parts.cost else parts
