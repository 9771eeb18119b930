"""A right that alone is enough for an operation. For a sub-account, its main account must have the same right."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from spark_audit.suggest.networks import Networks
from spark_audit.suggest.place import Place
from spark_audit.suggest.resource_paths import TOPIC_DEPTH, Path, followed, follows_another, is_served
from spark_audit.suggest.subscriptions import Names

SUPER_USER = 4


class Atom(NamedTuple):
    """An authority on a place; of subscriptions only for these, and only from these networks."""

    authority: int
    place: Place
    subscriptions: Names = None
    networks: Networks = None


@dataclass(frozen=True, slots=True)
class Right:
    """One row of the center's table of rights, without its operation and type."""

    authorities: frozenset[int]
    """Authorities that give the right, held on the resource or above it."""
    readers: frozenset[int]
    """Authorities that give it on retry and dead-letter topics, held on the topic of these or above it."""
    every: bool = False
    """It is of all subscriptions: a grant for named ones does not give it."""

    def given(self, atoms: Iterable[Atom], path: Path) -> bool:
        """True if one of the atoms gives the right on this path, for whichever subscriptions (but `every`), from
        wherever."""
        return any(
            (
                atom.authority in self.authorities
                and atom.place.reaches(path)
                and not (self.every and atom.subscriptions)
            )
            or (atom.authority in self.readers and _reads_what_is_served(atom.place, path))
            for atom in atoms
        )


ABOVE_ALL = Right(frozenset((SUPER_USER,)), frozenset())


def _reads_what_is_served(place: Place, path: Path) -> bool:
    """Whether `place` is the topic whose retry or dead-letter topic `path` is, or above that topic."""
    above = len(place.path) < TOPIC_DEPTH and follows_another(path) and place.reaches(followed(path))
    return above or is_served(place.path, path)
