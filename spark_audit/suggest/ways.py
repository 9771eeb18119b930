"""The ways in which a use was let in, told by the grants that each of them needs."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from spark_audit.suggest.facts import Facts, Grant, Use
from spark_audit.suggest.narrowing import atoms
from spark_audit.suggest.resource_paths import Path, is_served, is_system, reaches
from spark_audit.suggest.rights import ABOVE_ALL, Right

Groups = tuple[frozenset[int], ...]


@dataclass(frozen=True, slots=True)
class Way:
    """One way: of each group a grant must give the right; the first are the user's own, the others its main account's.

    None: any right that allows the operation.
    """

    right: Right | None
    groups: Groups


class Ways:
    """Of uses by sub-accounts, which need a right that their main account has, too."""

    def __init__(self, facts: Facts) -> None:
        """Main accounts hold what stands in `facts`; what each of them needs is looked up once."""
        self._facts = facts
        self._known: dict[tuple[str, str, Path], Mapping[Right, frozenset[int]]] = {}

    def of(self, use: Use, main: str) -> tuple[Way, ...]:
        """Each right that both have by grants that are known: one is enough.

        Without such a right they were let in by what came since, or was something else then: what the use names is
        needed, and of the main account whatever allows it. Of an unknown operation all that the main account has is.
        """
        if self._facts.rules.allowing(use.op, use.path) is None:
            held = self._facts.held_by.get(main, ())
            return (Way(None, (use.grants, *(frozenset({grant.id}) for grant in held))),)
        behind = self._behind(main, use.op, use.path)
        either = frozenset().union(*behind.values())
        return tuple(self._shared(use, behind)) or (Way(None, (use.grants, either) if either else (use.grants,)),)

    def _shared(self, use: Use, behind: Mapping[Right, frozenset[int]]) -> Iterator[Way]:
        """A grant of which nothing is known, or by which nothing is explained, gives what the others give."""
        known = [self._facts.grants[grant] for grant in use.grants & self._facts.grants.keys()]
        own = _giving(known, self._rights(use.op, use.path), use.path)
        unexplained = use.grants - frozenset().union(*own.values())
        return (Way(right, (own[right] | unexplained, behind[right])) for right in own.keys() & behind.keys())

    def _behind(self, main: str, op: str, path: Path) -> Mapping[Right, frozenset[int]]:
        """The grants of a main account by the right that they give there."""
        key = main, op, path
        if key not in self._known:
            near = [grant for grant in self._facts.held_by.get(main, ()) if _is_near(grant, path)]
            self._known[key] = _giving(near, self._rights(op, path), path)
        return self._known[key]

    def _rights(self, op: str, path: Path) -> Collection[Right]:
        return (ABOVE_ALL,) if is_system(path) else self._facts.rules.rights(op, path)


def _giving(grants: Collection[Grant], rights: Collection[Right], path: Path) -> Mapping[Right, frozenset[int]]:
    """The grants that give each of the rights; without those that none gives."""
    found = {right: frozenset(one.id for one in grants if right.given(atoms(one), path)) for right in rights}
    return {right: giving for right, giving in found.items() if giving}


def _is_near(grant: Grant, path: Path) -> bool:
    return any(reaches(place, path) or is_served(place, path) for place in grant.places)
