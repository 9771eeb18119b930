"""Places of grants: a resource with everything below it, or of that only what is within a prefix."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from spark_audit.suggest.resource_paths import Path, ancestry, plain_name, reaches, resource_of


class Place(NamedTuple):
    """A path, and what names directly below it begin with; "": all names, and the path itself."""

    path: Path
    prefix: str = ""

    @property
    def name(self) -> str:
        """For people: with a prefix, `…/orders-*`."""
        return f"{resource_of(self.path)}/{self.prefix}*" if self.prefix else resource_of(self.path)

    def reaches(self, path: Path) -> bool:
        """True when a grant here is one on `path`: there or above, and the name below begins with the prefix."""
        if not self.prefix:
            return reaches(self.path, path)
        return len(path) > len(self.path) and reaches(self.path, path) and self.admits(path[len(self.path)])

    def admits(self, name: str) -> bool:
        """True for a name directly below that begins with the prefix; that of a topic may have its domain."""
        return plain_name(name).startswith(self.prefix)

    def holds(self, other: "Place") -> bool:
        """True when everything of `other` is here too."""
        if self.path == other.path:
            return other.prefix.startswith(self.prefix)
        return self.reaches(other.path)


Prefixes = Mapping[Path, Sequence[str]]
"""Path → the prefixes that are places between it and what is below, the longest first."""


def upwards(prefixes: Prefixes) -> Callable[[Place], Iterator[Place]]:
    """A function that gives a place and all places above it, the root last."""

    def above(place: Place) -> Iterator[Place]:
        name = place.prefix
        for path in ancestry(place.path):
            yield from (Place(path, prefix) for prefix in prefixes.get(path, ()) if name.startswith(prefix))
            yield Place(path)
            name = plain_name(path[-1]) if path else ""

    return above
