"""The ways in which a use by a sub-account was allowed. Each names the grants that it needs."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from spark_audit.suggest.atoms import atoms
from spark_audit.suggest.facts import Facts, Grant, Use
from spark_audit.suggest.resource_paths import Path, is_served, is_system, reaches
from spark_audit.suggest.rights import ABOVE_ALL, Right
from spark_audit.suggest.subscriptions import Used, may_be_named

Groups = tuple[frozenset[int], ...]


@dataclass(frozen=True, slots=True)
class Way:
    """One way: a grant of each group must give `right`. The first group is the user's, the others its main account's.

    `right` None: any right that allows the operation.
    """

    right: Right | None
    groups: Groups


class Ways:
    """Finds the ways. A use by a sub-account needs a right that both the sub-account and its main account have."""

    def __init__(self, facts: Facts) -> None:
        """`facts`: the grants that main accounts hold."""
        self._facts = facts
        self._known: dict[tuple[str, str, Path, Used], Mapping[Right, Groups]] = {}

    def of(self, use: Use, main: str) -> tuple[Way, ...]:
        """One way per right that both have by known grants; one of these ways is enough.

        If there is no such right, the rights have changed since: the grants that the use names are needed, and some
        grant of the main account that allows it. For an unknown operation, every grant of the main account is needed.
        """
        if self._facts.rules.allowing(use.op, use.path) is None:
            held = self._facts.held_by.get(main, ())
            return (Way(None, (use.grants, *(frozenset({grant.id}) for grant in held))),)
        behind = self._behind(main, use)
        either = frozenset[int]().union(*(group for groups in behind.values() for group in groups))
        return tuple(self._shared(use, behind)) or (Way(None, (use.grants, either) if either else (use.grants,)),)

    def _shared(self, use: Use, behind: Mapping[Right, Groups]) -> Iterator[Way]:
        """Ways by known rights. A grant that is unknown, or gives none of these, is taken to give each of them."""
        known = [self._facts.grants[grant] for grant in use.grants & self._facts.grants.keys()]
        own = _giving(known, self._rights(use.op, use.path), use.path)
        unexplained = use.grants - frozenset().union(*own.values())
        return (Way(right, (own[right] | unexplained, *behind[right])) for right in own.keys() & behind.keys())

    def _behind(self, main: str, use: Use) -> Mapping[Right, Groups]:
        """Right → the grants of the main account that give it there.

        One group of those for all subscriptions. Of those for named ones each is a group of its own, unless it names
        others only: for which of the subscriptions it was needed is not compared. The same of those from some networks
        only, where no other gives it.
        """
        key = main, use.op, use.path, use.subscriptions
        if key not in self._known:
            near = [grant for grant in self._facts.held_by.get(main, ()) if _is_near(grant, use.path)]
            giving = _giving(near, self._rights(use.op, use.path), use.path)
            groups = {right: self._groups(found, use.subscriptions) for right, found in giving.items()}
            self._known[key] = {right: found for right, found in groups.items() if found}
        return self._known[key]

    def _groups(self, giving: frozenset[int], used: Used) -> Groups:
        given = [self._facts.grants[grant] for grant in sorted(giving)]
        every = frozenset(grant.id for grant in given if grant.subscriptions is None and grant.networks is None)
        near = [
            grant for grant in given if grant.subscriptions is not None or (grant.networks is not None and not every)
        ]
        some = [frozenset({grant.id}) for grant in near if may_be_named(grant.subscriptions, used)]
        return (every, *some) if every else tuple(some)

    def _rights(self, op: str, path: Path) -> Collection[Right]:
        return (ABOVE_ALL,) if is_system(path) else self._facts.rules.rights(op, path)


def _giving(grants: Collection[Grant], rights: Collection[Right], path: Path) -> Mapping[Right, frozenset[int]]:
    """Right → the grants that give it; without rights that none gives."""
    found = {right: frozenset(grant.id for grant in grants if right.given(atoms(grant), path)) for right in rights}
    return {right: giving for right, giving in found.items() if giving}


def _is_near(grant: Grant, path: Path) -> bool:
    return any(reaches(place, path) or is_served(place, path) for place in grant.paths)
