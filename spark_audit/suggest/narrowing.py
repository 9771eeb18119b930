"""Narrows grants that reach further than their use: the cheapest places that are enough, per role and right."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, repeat

from spark_audit.suggest import functions
from spark_audit.suggest.atoms import atoms, kind, kinds
from spark_audit.suggest.demand import Demand
from spark_audit.suggest.facts import Facts, Grant
from spark_audit.suggest.place import Place
from spark_audit.suggest.prices import Prices
from spark_audit.suggest.resource_paths import Path
from spark_audit.suggest.rights import SUPER_USER, Atom
from spark_audit.suggest.rules import Kind, authority_at

Standing = Mapping[tuple[Kind, Place], set[int]]
"""What the role holds where → the grants that give it."""
_MOST_BYTES = 100_000
"""Most bytes of the names of the places that one suggestion adds, so that it fits into a request to the center."""


@dataclass(frozen=True)
class Replacement:
    """A grant and its replacement: authorities on places, none of which is wider than the grant."""

    grant: Grant
    adds: tuple[Atom, ...]
    kept: tuple[Place, ...]
    """Places that are not narrowed, because topics below them come and go."""
    cost_before: float
    cost_after: float

    @property
    def fewer_places(self) -> bool:
        """True when it differs from the grant by more than its subscriptions and the parts of functions."""
        before, after = (
            {(functions.whole_of(atom[0]), atom[1]) for atom in held} for held in (atoms(self.grant), self.adds)
        )
        return before != after

    @property
    def fewer_functions(self) -> bool:
        """True when it gives parts of the right to functions instead of all of it."""
        given = set(self.grant.authorities)
        return any(atom.authority not in given and functions.whole_of(atom.authority) in given for atom in self.adds)

    @property
    def fewer_subscriptions(self) -> bool:
        """True when it names fewer subscriptions than the grant."""
        return any(atom.subscriptions != self.grant.subscriptions for atom in self.adds)


class Narrowing:
    """Narrowing for one role; `grants` are those of its standing grants that may be replaced."""

    def __init__(self, facts: Facts, prices: Prices, grants: Collection[Grant]) -> None:
        self._facts, self._prices, self._grants = facts, prices, grants
        self._demands: dict[Kind, Demand] = {}
        for grant in grants:
            self._take_in(grant)

    def suggested(self, others: Collection[Grant], ending: Collection[Grant]) -> Iterator[Replacement]:
        """Replacements that are cheaper than their grant.

        `others`: grants of the role that stay as they are. `ending`: grants of the role that end by themselves. The
        center does not grant the same authority on the same place beside one of these for longer, so a replacement
        that would need that is not suggested.
        """
        standing: dict[tuple[Kind, Place], set[int]] = defaultdict(set)
        for grant in (*self._grants, *others):
            for key in kinds(atoms(grant)):
                standing[key].add(grant.id)
        blocked = {key for grant in ending for key in kinds(atoms(grant))}
        for grant in self._grants:
            found = self._narrowed(grant, standing)
            possible = self._publishable(found.adds) and not blocked & kinds(found.adds)
            possible &= {*found.adds} != {*atoms(grant)}
            if possible and found.cost_after < found.cost_before:
                yield found

    def _narrowed(self, grant: Grant, standing: Standing) -> Replacement:
        held = atoms(grant)
        before = sum(self._demand(atom).cost(atom.place) + self._demand(atom).spare(atom.place) for atom in held)
        came = {add: cost for atom in held for add, cost in self._replacement(grant, atom, standing)}
        kept = {place for atom in held for place in self._demand(atom).staying} & set(grant.places)
        order = sorted(came, key=lambda atom: (atom.place, atom.authority, atom.subscriptions or ()))
        return Replacement(grant, tuple(order), tuple(sorted(kept)), before, sum(came.values()))

    def _publishable(self, adds: Collection[Atom]) -> bool:
        """False for no place, too many places, or names too long for one suggestion."""
        places = {atom[1:] for atom in adds}
        texts = ((*place.path, place.prefix, *(names or ()), *(cidrs or ())) for place, names, cidrs in places)
        names = (text for group in texts for text in group)
        size = sum(len(text.encode()) + 1 for text in names)
        return 0 < len(places) <= self._prices.most_adds and size <= _MOST_BYTES

    def _take_in(self, grant: Grant) -> None:
        # Without users: a role with very many members has far more uses than different pairs of op and path.
        # Without subscriptions, where all are held: clients may invent names.
        limited = grant.subscriptions is not None
        mine = self._facts.uses_of.get(grant.id, ())
        uses = {(use.op, use.path, use.subscriptions if limited else None, use.seen is not None) for use in mine}
        for atom in atoms(grant):
            of_kind = self._demands.setdefault(kind(atom), Demand(kind(atom), self._facts, self._prices))
            of_parts = atom.authority % 100 == functions.FUNCTIONS
            here = {
                (
                    path,
                    names,
                    functions.about(self._facts.rules.allowing(op, path), shared=shared) if of_parts else None,
                )
                for op, path, names, shared in uses
                if self._may_serve(grant, atom.authority, op, path) and _here(grant, atom.place, path)
            }
            of_kind.take_in(atom.place, atom.authority, here)

    def _may_serve(self, grant: Grant, authority: int, op: str, path: Path) -> bool:
        """Whether the authority may have allowed the use. If none of the grant's seems to have, any of them may."""
        serve = self._facts.rules.may_serve
        return serve(authority, op, path) or not any(serve(other, op, path) for other in grant.authorities)

    def _demand(self, atom: Atom) -> Demand:
        return self._demands[kind(atom)]

    def _replacement(self, grant: Grant, atom: Atom, standing: Standing) -> Iterator[tuple[Atom, float]]:
        """What comes instead, with its cost: an authority stays on its place if that place or one above was chosen,
        else it moves to the chosen places below, in both cases for the subscriptions that are needed.

        A chosen place on which another grant of the role has the authority is left out: that grant keeps it.
        """
        demand = self._demand(atom)
        if demand.keeps(atom.place):
            yield from self._given(grant, atom._replace(subscriptions=demand.subscriptions), demand, standing)
            return
        for narrower in demand.chosen:
            if atom.place.holds(narrower) and not standing.get((kind(atom), narrower), set()) - {grant.id}:
                authority = authority_at(demand.kind, demand.levels, narrower.path)
                given = Atom(authority, narrower, demand.subscriptions, grant.networks)
                yield from self._given(grant, given, demand, standing)

    def _given(self, grant: Grant, whole: Atom, demand: Demand, standing: Standing) -> Iterator[tuple[Atom, float]]:
        """The authority, or instead of functions the parts that are enough; together these cost what one does."""
        found = self._parts(grant, whole, demand.parts(whole.place), standing)
        yield from zip(found, chain((demand.cost(whole.place),), repeat(0.0)), strict=False)

    def _parts(self, grant: Grant, whole: Atom, parts: Collection[int], standing: Standing) -> list[Atom]:
        """Parts that another grant of the role keeps there are left out. Of those that one has but does not keep, two
        grants would give the same: then it is the whole authority after all."""
        each = [whole._replace(authority=whole.authority - functions.FUNCTIONS + part) for part in sorted(parts)]
        had = {atom: standing.get((kind(atom), atom.place), set()) - {grant.id} for atom in each}
        if not each or any(others and not self._keeps(atom, others) for atom, others in had.items()):
            return [whole]
        return [atom for atom, others in had.items() if not others]

    def _keeps(self, atom: Atom, holders: set[int]) -> bool:
        """Whether one of these grants goes on giving it: because it stays as it is, or its replacement gives it."""
        replaceable = {grant.id for grant in self._grants}
        return not holders <= replaceable or self._demand(atom).keeps(atom.place)


def can_be_narrowed(grant: Grant) -> bool:
    """False for grants that end by themselves, and for super users, who need everything by definition."""
    return not grant.timed and SUPER_USER not in grant.authorities


def _here(grant: Grant, place: Place, used: Path) -> bool:
    """Whether the use counts for this place of the grant. A use that none of its places reaches counts for all."""
    return place.reaches(used) or not any(other.reaches(used) for other in grant.places)
