"""Which clusters there were, and which of them an entry means."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from sqlalchemy import column, select, table
from sqlalchemy.orm import Session

from app.trail.past.replay import Change

_CLUSTERS = table("res_cluster", column("id"), column("name"))
"""Only to tell which cluster an id means in entries that are older than complete contents."""


@dataclass
class Clusters:
    """`living`: the names of those that are registered now; `ids`: the name that each id has or had."""

    ids: dict[str, str]
    living: set[str] = field(default_factory=set)

    @classmethod
    def known_to(cls, session: Session) -> "Clusters":
        """None living yet."""
        return cls({str(number): name for number, name in session.execute(select(_CLUSTERS.c.id, _CLUSTERS.c.name))})

    def take_in(self, change: Change) -> None:
        """An entry of a cluster."""
        content = change.after or change.before
        if "id" in content:
            self.ids[str(content["id"])] = change.key
        if change.verb in ("create", "baseline"):
            self.living.add(change.key)
        elif change.verb == "delete":
            self.living.discard(change.key)

    def named(self, clusters: str | Iterable[str | int]) -> list[str]:
        """Clusters as the trail tells them, by name or by id (as a list, or as the column's text), in order."""
        told = clusters.split(",") if isinstance(clusters, str) else clusters
        names = (one if one in self.living else self.ids.get(str(one)) for one in told)
        return sorted(str(name) for name in names if name is not None)


def path(cluster: str, name: str) -> str:
    """A tenant, namespace or topic as access events name it: below its cluster, without the usual domain."""
    return f"{cluster}/{name.removeprefix('persistent://')}"


def tenant_of(name: str) -> str:
    """The tenant of a tenant, namespace or topic."""
    return name.rpartition("://")[2].partition("/")[0]
