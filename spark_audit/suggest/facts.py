"""What suggestions are made from: who holds what now, and what was used."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from spark_audit.suggest.resource_paths import Path, ancestry
from spark_audit.suggest.rules import Rules


@dataclass(frozen=True, slots=True)
class Grant:
    """A grant that stands; `places` has one path for each cluster. `limited`: it ends, or begins, by itself."""

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
    """What one user did on one resource by `op`, each time covered by the same grants.

    `counts` has one number for each slice of time that the run asked for; `first` and `last` are epoch ms.
    `seen`: None for what an event says; else this is derived from it: a main account must hold the same for its
    sub-account to be let in.
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
        """How often, in all."""
        return sum(self.counts)


@dataclass(frozen=True)
class Resources:
    """What exists, as paths, and how it changes."""

    living: frozenset[Path]
    born: Mapping[Path, int]
    """Epoch ms since when."""

    @cached_property
    def _below(self) -> Counter[tuple[Path, int]]:
        return Counter((place, len(path)) for path in self.living for place in ancestry(path))

    def leaves(self, place: Path, depth: int) -> int:
        """How many resources of a depth are below a place, or are it."""
        return self._below[place, depth]


@dataclass(frozen=True)
class Facts:
    """Everything about one moment. Uses name grants that may be gone; `grants` are only those that stand."""

    grants: Mapping[int, Grant]
    uses: tuple[Use, ...]
    resources: Resources
    rules: Rules
    mains: Mapping[str, str]
    since: int
    """Beginning of the time in which uses were looked at (epoch ms): what is younger shows that things come and go."""

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
