"""What one role holds of one kind of authority, and what it used of that: where, and of which subscriptions."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from spark_audit.suggest import functions, tree
from spark_audit.suggest.common_beginnings import common_beginnings
from spark_audit.suggest.facts import Facts
from spark_audit.suggest.place import Place, upwards
from spark_audit.suggest.prices import Prices
from spark_audit.suggest.resource_paths import TOPIC_DEPTH, Path, follows_another
from spark_audit.suggest.rules import Kind
from spark_audit.suggest.subscriptions import Names, Used, needed


@dataclass
class Demand:
    """Filled with `take_in` first; everything else is computed once, from what is there then."""

    kind: Kind
    facts: Facts
    prices: Prices
    places: set[Place] = field(default_factory=set)
    levels: int = 3
    """The lowest level number of the authorities."""
    leaves: set[Place] = field(default_factory=set)
    used: set[Used] = field(default_factory=set)
    about: defaultdict[Place, set[functions.About]] = field(default_factory=lambda: defaultdict(set))
    """Leaf → the parts of the right to functions that its uses were about."""

    def take_in(self, place: Place, authority: int, uses: Collection[tuple[Path, Used, functions.About]]) -> None:
        """A place where the authority is held, and its uses there."""
        self.places.add(place)
        self.levels = min(self.levels, authority // 100)
        for path, names, about in uses:
            here = leaf(place, path, self.kind.depth)
            self.leaves.add(here)
            self.used.add(names)
            self.about[here].add(about)

    @cached_property
    def subscriptions(self) -> Names:
        """Those that are needed of the subscriptions that are held."""
        return needed(self.kind.subscriptions, self.used)

    @cached_property
    def above(self) -> Callable[[Place], Iterator[Place]]:
        """A place and all places above it, also those between a namespace and its topics that could be granted."""
        found: dict[Path, set[str]] = {}
        if self.kind.depth == TOPIC_DEPTH:
            used = {place.path for place in self.leaves if not place.prefix}
            found |= common_beginnings(used, self.places, self.facts.resources)
        for place in self.places:
            if place.prefix:
                found.setdefault(place.path, set()).add(place.prefix)
        return upwards({path: sorted(prefixes, key=len, reverse=True) for path, prefixes in found.items()})

    @cached_property
    def staying(self) -> set[Place]:
        """Places above used resources that are younger than the window or gone. If such a place were narrowed, the next
        new resource would have no grant."""
        resources = self.facts.resources
        moving = [
            place
            for place in self.leaves
            if place.path not in resources.living or resources.born.get(place.path, 0) >= self.facts.since
        ]
        return {place for used in moving for place in self.above(used) if place != used} & self.places

    @cached_property
    def chosen(self) -> frozenset[Place]:
        """The cheapest places that are enough, none of which is wider than what is held."""
        return tree.cheapest(
            self.leaves, tree.Terms(self.cost, self._within, self.staying.__contains__, self.above)
        ).places

    def keeps(self, place: Place) -> bool:
        """True when what is held there stays there, because that place or one above was chosen."""
        return any(above in self.chosen for above in self.above(place))

    def cost(self, place: Place) -> float:
        """The cost of an authority there: its price, and the risk of what is not used below."""
        every = self.facts.resources.leaves(place, self.kind.depth)
        return self.prices.grant + self.risk * (every - self._below[place])

    def parts(self, place: Place) -> frozenset[int]:
        """The parts of the right to functions that are enough there and below; none: not less than the whole right."""
        return self._parts.get(place, frozenset())

    def spare(self, place: Place) -> float:
        """The risk of the named subscriptions, and of the parts of the right to functions, that are not needed."""
        names = len(self.kind.subscriptions or ()) - len(self.subscriptions or ())
        parts = functions.PARTS - (self.parts(place) or functions.PARTS)
        return self.risk * names + sum(self.prices.risk[part] for part in sorted(parts))

    @property
    def risk(self) -> float:
        """The cost of one thing that is not used."""
        return self.prices.risk[self.kind.right]

    @cached_property
    def _below(self) -> Counter[Place]:
        """Place → number of used leaves below it that exist."""
        living, depth = self.facts.resources.living, self.kind.depth
        found = (used for used in self.leaves if len(used.path) == depth and used.path in living)
        return Counter(place for used in found for place in self.above(used))

    @cached_property
    def _parts(self) -> Mapping[Place, frozenset[int]]:
        by_place: defaultdict[Place, set[functions.About]] = defaultdict(set)
        if self.kind.right == functions.FUNCTIONS:
            for below, abouts in self.about.items():
                for place in self.above(below):
                    by_place[place] |= abouts
        return {place: functions.needed(abouts) for place, abouts in by_place.items()}

    def _within(self, place: Place) -> bool:
        return any(above in self.places for above in self.above(place))


def leaf(place: Place, used: Path, depth: int) -> Place:
    """The place that must stay covered, so that a use under a grant on `place` stays allowed.

    For a listing above the grant and for a retry topic, this is the place itself: a narrower grant might not cover
    them.
    """
    size = max(depth, len(place.path))
    if not place.reaches(used) or follows_another(used) or size == len(place.path):
        return place
    return Place(used[:size])
