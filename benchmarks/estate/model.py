"""The objects of an estate. Times are epoch ms; `end` None means without end. Paths do not include the cluster."""

from dataclasses import dataclass, field

ROOT, CLUSTER, TENANT, NAMESPACE, TOPIC = range(5)
TYPES = ("root", "cluster", "tenant", "namespace", "topic")


@dataclass(slots=True)
class Place:
    """A tenant, namespace or topic on one cluster."""

    type: int
    path: str
    cluster: str
    begin: int
    end: int | None = None
    topics: list["Place"] = field(default_factory=list)
    """The topics below a tenant or namespace."""

    def above(self) -> list[tuple[int, str]]:
        """The keys of the places where a grant reaches this one, the nearest first."""
        parts = self.path.split("/")
        own = [(TENANT + size - 1, "/".join(parts[:size])) for size in range(len(parts), 0, -1)]
        return [*own, (CLUSTER, self.cluster), (ROOT, "*")]


@dataclass(slots=True)
class User:
    """`office`: a person who works on weekdays from 8 to 18 UTC; all others are programs."""

    name: str
    begin: int
    main: "User | None" = None
    office: bool = False
    enabled: bool = True
    active: bool = True
    """False for users without any event."""
    cluster: str = ""
    tenant: str = ""
    ip: str = ""
    roles: list["Role"] = field(default_factory=list)


@dataclass(slots=True)
class Role:
    """`members`: (user, since, until)."""

    id: int
    name: str
    begin: int
    members: list[tuple[User, int, int | None]] = field(default_factory=list)
    grants: dict[tuple[int, str], list["Grant"]] = field(default_factory=dict)


@dataclass(slots=True)
class Grant:
    """Authorities of a role on a place; `cluster` None: on all of them."""

    id: int
    role: Role
    type: int
    path: str
    cluster: str | None
    authorities: tuple[int, ...]
    begin: int
    end: int | None = None
    valid_until: int | None = None


@dataclass(slots=True)
class Need:
    """A user repeats `op` on a place between two moments."""

    user: User
    op: str
    place: Place
    begin: int
    end: int
    weight: float = 1.0
    long: bool = False
    """One connection that stays open, with a renewal each day."""
    ip: str | None = None


@dataclass(slots=True)
class Use:
    """A piece of a need in which the same grants cover it; without grants, it is denied."""

    need: Need
    grants: tuple[Grant, ...]
    begin: int
    end: int
    sure: int
    """The time of an event that is always written."""
    first: bool = True
    """False for the later pieces of a need."""
