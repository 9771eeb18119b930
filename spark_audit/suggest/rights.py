"""A right that alone is enough for an operation. For a sub-account, its main account must have the same right."""

from collections.abc import Iterable
from dataclasses import dataclass

from spark_audit.suggest.resource_paths import TOPIC_DEPTH, Path, follows_another, is_served, reaches

Atom = tuple[int, Path]
"""An authority on a place."""
SUPER_USER = 4


@dataclass(frozen=True, slots=True)
class Right:
    """One row of the center's table of rights, without its operation and type."""

    authorities: frozenset[int]
    """Authorities that give the right, held on the resource or above it."""
    readers: frozenset[int]
    """Authorities that give it on retry and dead-letter topics, held on the topic of these or above it."""

    def given(self, atoms: Iterable[Atom], path: Path) -> bool:
        """True if one of the atoms gives the right on this path."""
        return any(
            (authority in self.authorities and reaches(place, path))
            or (authority in self.readers and _reads_what_is_served(place, path))
            for authority, place in atoms
        )


ABOVE_ALL = Right(frozenset((SUPER_USER,)), frozenset())


def _reads_what_is_served(place: Path, path: Path) -> bool:
    """Whether `place` is the topic whose retry or dead-letter topic `path` is, or above that topic."""
    above = len(place) < TOPIC_DEPTH and reaches(place, path) and follows_another(path)
    return above or is_served(place, path)
