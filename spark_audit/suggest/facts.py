"""The input of suggestions: who holds what, and what was used."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from spark_audit.suggest.networks import Limited, Networks
from spark_audit.suggest.place import Place
from spark_audit.suggest.resource_paths import Path, ancestry, follows_another, plain_name
from spark_audit.suggest.rules import RightRules
from spark_audit.suggest.subscriptions import Names, Used

_LAST = chr(0x10FFFF)
"""Sorts behind every name that begins with what stands before it."""


@dataclass(frozen=True, slots=True)
class Grant:
    """A standing grant. `paths`: one per cluster. `timed`: it has a beginning or an end of its own.

    `prefix`, `subscriptions` and `networks` limit it as `Place`, `Names` and `Networks` say.
    """

    id: int
    role: int
    role_name: str
    paths: tuple[Path, ...]
    authorities: tuple[int, ...]
    users: frozenset[str]
    add_time: int
    timed: bool = False
    prefix: str = ""
    subscriptions: Names = None
    networks: Networks = None

    @property
    def places(self) -> tuple[Place, ...]:
        """One per cluster."""
        return tuple(Place(path, self.prefix) for path in self.paths)


@dataclass(frozen=True, slots=True)
class Use:
    """Uses of one operation by one user on one resource, all covered by the same grants.

    `counts`: uses per slice of time; `names`: their subscriptions in each slice, left out if there were none. `first`
    and `last` are epoch ms. `seen`: None for a use from events; otherwise the use by a sub-account from which this one
    is derived: its main account had to hold one of `grants` for it.
    """

    user: str
    op: str
    action: int
    path: Path
    grants: frozenset[int]
    counts: tuple[int, ...]
    first: int
    last: int
    names: tuple[Used, ...] = ()
    seen: "Use | None" = None

    @property
    def n(self) -> int:
        """The number of uses."""
        return sum(self.counts)

    @property
    def subscriptions(self) -> Used:
        """The subscriptions that were used. Those of retry and dead-letter topics stand in the names of the topics."""
        slices = [names for names, n in zip(self.names, self.counts, strict=False) if n]
        if follows_another(self.path) or None in slices:
            return None
        return frozenset[str]().union(*(names for names in slices if names))


@dataclass(frozen=True)
class Resources:
    """The resources that exist, as paths, and since when."""

    living: frozenset[Path]
    born: Mapping[Path, int]
    """Path → epoch ms of its creation."""

    @cached_property
    def _below(self) -> Counter[tuple[Path, int]]:
        return Counter((place, len(path)) for path in self.living for place in ancestry(path))

    @cached_property
    def _named(self) -> Mapping[Path, list[tuple[str, Path]]]:
        """Path → what is directly below it, by name."""
        found: dict[Path, list[tuple[str, Path]]] = defaultdict(list)
        for path in {above for resource in self.living for above in ancestry(resource) if above}:
            found[path[:-1]].append((plain_name(path[-1]), path))
        return {path: sorted(below) for path, below in found.items()}

    def leaves(self, place: Place, depth: int) -> int:
        """How many resources with paths of length `depth` are at or below a place."""
        if not place.prefix or depth <= len(place.path):
            return self._below[place.path, depth]
        named = self._named.get(place.path, [])
        first, behind = (bisect_left(named, (text,)) for text in (place.prefix, place.prefix + _LAST))
        return sum(self._below[path, depth] for _, path in named[first:behind])


@dataclass(frozen=True)
class Facts:
    """Everything known at one moment. `grants` are those that stand; uses may also name grants that have ended."""

    grants: Mapping[int, Grant]
    uses: tuple[Use, ...]
    resources: Resources
    rules: RightRules
    mains: Mapping[str, str]
    since: int
    """Beginning of the window, epoch ms. Used resources younger than this show that resources come and go."""
    limited: Limited
    """Also of grants that have ended."""

    @cached_property
    def held_by(self) -> Mapping[str, list[Grant]]:
        """The standing grants of each user."""
        found: dict[str, list[Grant]] = defaultdict(list)
        for grant in self.grants.values():
            for user in grant.users:
                found[user].append(grant)
        return found

    @cached_property
    def uses_of(self) -> Mapping[int, list[Use]]:
        """The uses that each grant covered."""
        return _by_grant(self.uses)


def _by_grant(uses: Iterable[Use]) -> Mapping[int, list[Use]]:
    found: dict[int, list[Use]] = defaultdict(list)
    for use in uses:
        for grant in use.grants:
            found[grant].append(use)
    return found
