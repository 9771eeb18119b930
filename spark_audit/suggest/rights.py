"""A right that allows an operation by itself: who has it, and another one has it too, needs nothing else."""

from collections.abc import Iterable
from dataclasses import dataclass

from spark_audit.suggest.resource_paths import TOPIC_DEPTH, Path, follows_another, is_served, reaches

Atom = tuple[int, Path]
"""An authority on a place."""
SUPER_USER = 4


@dataclass(frozen=True, slots=True)
class Right:
    """What the center's table of rights says of one alternative."""

    authorities: frozenset[int]
    """Those that give it, held on the resource or above it."""
    readers: frozenset[int]
    """Those that give it on retry and dead-letter topics, held on the topic that is served or above it."""

    def given(self, atoms: Iterable[Atom], path: Path) -> bool:
        """True when one of the authorities, on its place, gives it on this path."""
        return any(
            (authority in self.authorities and reaches(place, path))
            or (authority in self.readers and _reads_what_is_served(place, path))
            for authority, place in atoms
        )


ABOVE_ALL = Right(frozenset((SUPER_USER,)), frozenset())


def _reads_what_is_served(place: Path, path: Path) -> bool:
    """The place is a topic that this one serves, or above it: both are in one namespace."""
    above = len(place) < TOPIC_DEPTH and reaches(place, path) and follows_another(path)
    return above or is_served(place, path)
