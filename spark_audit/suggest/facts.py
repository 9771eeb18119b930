"""The input of suggestions: who holds what, and what was used."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from spark_audit.suggest.resource_paths import Path, ancestry
from spark_audit.suggest.rules import Rules


@dataclass(frozen=True, slots=True)
class Grant:
    """A standing grant. `places`: one path per cluster. `limited`: it has a beginning or an end of its own."""

    id: int
    role: int
    role_name: str
    places: tuple[Path, ...]
    authorities: tuple[int, ...]
    users: frozenset[str]
    add_time: int
    limited: bool = False


@dataclass(frozen=True, slots=True)
class Use:
    """Uses of one operation by one user on one resource, all covered by the same grants.

    `counts`: uses per slice of time; `first` and `last` are epoch ms. `seen`: None for a use from events; otherwise
    the use by a sub-account from which this one is derived: its main account had to hold one of `grants` for it.
    """

    user: str
    op: str
    action: int
    path: Path
    grants: frozenset[int]
    counts: tuple[int, ...]
    first: int
    last: int
    seen: "Use | None" = None

    @property
    def n(self) -> int:
        """The number of uses."""
        return sum(self.counts)


@dataclass(frozen=True)
class Resources:
    """The resources that exist, as paths, and since when."""

    living: frozenset[Path]
    born: Mapping[Path, int]
    """Path → epoch ms of its creation."""

    @cached_property
    def _below(self) -> Counter[tuple[Path, int]]:
        return Counter((place, len(path)) for path in self.living for place in ancestry(path))

    def leaves(self, place: Path, depth: int) -> int:
        """How many resources with paths of length `depth` are at or below a place."""
        return self._below[place, depth]


@dataclass(frozen=True)
class Facts:
    """Everything known at one moment. `grants` are those that stand; uses may also name grants that have ended."""

    grants: Mapping[int, Grant]
    uses: tuple[Use, ...]
    resources: Resources
    rules: Rules
    mains: Mapping[str, str]
    since: int
    """Beginning of the window, epoch ms. Used resources younger than this show that resources come and go."""

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
