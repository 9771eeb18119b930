"""Narrows grants that reach further than their use: the cheapest places that are enough, per role and right."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from spark_audit.suggest import tree
from spark_audit.suggest.facts import Facts, Grant
from spark_audit.suggest.prices import Prices
from spark_audit.suggest.resource_paths import Path, ancestry, follows_another, reaches
from spark_audit.suggest.rights import SUPER_USER, Atom
from spark_audit.suggest.rules import Kind, authority_at, kind_of

_MOST_BYTES = 100_000
"""Most bytes of the names of the places that one suggestion adds, so that it fits into a request to the center."""


@dataclass(frozen=True)
class Narrowed:
    """A grant and its replacement: authorities on places, none of which is wider than the grant."""

    grant: Grant
    adds: tuple[Atom, ...]
    kept: tuple[Path, ...]
    """Places that are not narrowed, because topics below them come and go."""


@dataclass
class _Demand:
    """What one role holds of one kind of authority, and what it used of that."""

    places: set[Path] = field(default_factory=set)
    levels: int = 3
    leaves: set[Path] = field(default_factory=set)
    below: Counter[Path] = field(default_factory=Counter)
    """Place → number of used leaves below it that exist."""


class Narrowing:
    """Narrowing for one role; `grants` are those of its standing grants that may be replaced."""

    def __init__(self, facts: Facts, prices: Prices, grants: Collection[Grant]) -> None:
        self._facts, self._prices, self._grants = facts, prices, grants
        self._demands: dict[Kind, _Demand] = defaultdict(_Demand)
        for grant in grants:
            self._take_in(grant)
        for kind, demand in self._demands.items():
            demand.below = self._used_below(kind, demand)
        self._stays = {kind: self._staying(demand) for kind, demand in self._demands.items()}
        self._chosen = {kind: self._cheapest(kind, demand) for kind, demand in self._demands.items()}

    def suggested(self, others: Collection[Grant], ending: Collection[Grant]) -> Iterator[Narrowed]:
        """Replacements that are cheaper than their grant.

        `others`: grants of the role that stay as they are. `ending`: grants of the role that end by themselves. The
        center does not grant the same authority on the same place beside one of these for longer, so a replacement
        that would need that is not suggested.
        """
        standing: dict[tuple[Kind, Path], set[int]] = defaultdict(set)
        for grant in (*self._grants, *others):
            for key in kinds(atoms(grant)):
                standing[key].add(grant.id)
        blocked = {key for grant in ending for key in kinds(atoms(grant))}
        for grant in self._grants:
            adds = sorted(set(self._replacement(grant, standing)), key=lambda atom: (atom[1], atom[0]))
            possible = self._publishable({place for _, place in adds}) and not blocked & kinds(adds)
            if possible and self.cost(adds) < self.cost(atoms(grant)):
                kept = {place for kind in map(kind_of, grant.authorities) for place in self._stays[kind]}
                yield Narrowed(grant, tuple(adds), tuple(sorted(kept & set(grant.places))))

    def cost(self, found: Collection[Atom]) -> float:
        """The cost of authorities on places: one price each, plus the risk of the unused leaves below."""
        return sum(self._cost(kind_of(authority), place) for authority, place in found)

    def _publishable(self, places: Collection[Path]) -> bool:
        """False for no place, too many places, or names too long for one suggestion."""
        size = sum(len(part.encode()) + 1 for place in places for part in place)
        return 0 < len(places) <= self._prices.most_adds and size <= _MOST_BYTES

    def _take_in(self, grant: Grant) -> None:
        # Without users: a role with very many members has far more uses than different pairs of op and path.
        uses = {(use.op, use.path) for use in self._facts.uses_of.get(grant.id, ())}
        for authority, place in atoms(grant):
            kind = kind_of(authority)
            demand = self._demands[kind]
            demand.places.add(place)
            demand.levels = min(demand.levels, authority // 100)
            served = (path for op, path in uses if self._may_serve(grant, authority, op, path))
            demand.leaves.update(leaf(place, path, kind.depth) for path in served if _here(grant, place, path))

    def _may_serve(self, grant: Grant, authority: int, op: str, path: Path) -> bool:
        """Whether the authority may have allowed the use. If none of the grant's seems to have, any of them may."""
        serve = self._facts.rules.may_serve
        return serve(authority, op, path) or not any(serve(one, op, path) for one in grant.authorities)

    def _staying(self, demand: _Demand) -> set[Path]:
        """Places above used resources that are younger than the window or gone. If such a place were narrowed, the next
        new resource would have no grant."""
        resources = self._facts.resources
        moving = {
            path
            for path in demand.leaves
            if path not in resources.living or resources.born.get(path, 0) >= self._facts.since
        }
        return {place for path in moving for place in ancestry(path[:-1])} & demand.places

    def _cheapest(self, kind: Kind, demand: _Demand) -> frozenset[Path]:
        terms = tree.Terms(
            cost=lambda place: self._cost(kind, place),
            allowed=lambda place: any(above in demand.places for above in ancestry(place)),
            stays=lambda place: place in self._stays[kind],
        )
        return tree.cheapest(demand.leaves, terms).places

    def _cost(self, kind: Kind, place: Path) -> float:
        demand = self._demands[kind]
        every = self._facts.resources.leaves(place, kind.depth)
        return self._prices.grant + self._prices.risk[kind.right] * (every - demand.below[place])

    def _used_below(self, kind: Kind, demand: _Demand) -> Counter[Path]:
        living = self._facts.resources.living
        found = (path for path in demand.leaves if len(path) == kind.depth and path in living)
        return Counter(place for path in found for place in ancestry(path))

    def _replacement(self, grant: Grant, standing: Mapping[tuple[Kind, Path], set[int]]) -> Iterator[Atom]:
        """The replacement: an authority stays on its place if that place or one above was chosen, else moves to the
        chosen places below.

        A chosen place on which another grant of the role has the authority is left out: that grant keeps it.
        """
        for authority, place in atoms(grant):
            kind = kind_of(authority)
            chosen = self._chosen[kind]
            if any(above in chosen for above in ancestry(place)):
                yield authority, place
                continue
            for narrower in chosen:
                if reaches(place, narrower) and not standing.get((kind, narrower), set()) - {grant.id}:
                    yield authority_at(kind, self._demands[kind].levels, narrower), narrower


def atoms(grant: Grant) -> list[Atom]:
    """Each authority of a grant on each of its places."""
    return [(authority, place) for place in grant.places for authority in grant.authorities]


def kinds(found: Iterable[Atom]) -> set[tuple[Kind, Path]]:
    """The atoms with the kind instead of the authority, so that equal meanings are equal."""
    return {(kind_of(authority), place) for authority, place in found}


def can_be_narrowed(grant: Grant) -> bool:
    """False for grants that end by themselves, and for super users, who need everything by definition."""
    return not grant.limited and SUPER_USER not in grant.authorities


def leaf(place: Path, used: Path, depth: int) -> Path:
    """The path that must stay covered, so that a use under a grant on `place` stays allowed.

    For a listing above the grant and for a retry topic, this is the place itself: a narrower grant might not cover
    them.
    """
    if not reaches(place, used) or follows_another(used):
        return place
    return used[: max(depth, len(place))]


def _here(grant: Grant, place: Path, used: Path) -> bool:
    """Whether the use counts for this place of the grant. A use that none of its places reaches counts for all."""
    return reaches(place, used) or not any(reaches(one, used) for one in grant.places)
