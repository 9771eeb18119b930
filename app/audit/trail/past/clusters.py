"""The clusters of the past, and which of them an entry means."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from sqlalchemy import column, select, table
from sqlalchemy.orm import Session

from app.audit.trail.past.replay import TrailChange

_CLUSTERS = table("res_cluster", column("id"), column("name"))
"""Read only for entries that are older than complete contents: they name clusters by id."""


@dataclass
class PastClusters:
    """`living`: names of the clusters registered at this point; `ids`: id → its name, for all clusters ever seen."""

    ids: dict[str, str]
    living: set[str] = field(default_factory=set)

    @classmethod
    def known_to(cls, session: Session) -> "PastClusters":
        """The ids of today's clusters; none is living yet."""
        return cls({str(number): name for number, name in session.execute(select(_CLUSTERS.c.id, _CLUSTERS.c.name))})

    def take_in(self, change: TrailChange) -> None:
        """Follow an entry of a cluster."""
        content = change.after or change.before
        if "id" in content:
            self.ids[str(content["id"])] = change.key
        if change.verb in ("create", "baseline"):
            self.living.add(change.key)
        elif change.verb == "delete":
            self.living.discard(change.key)

    def named(self, clusters: str | Iterable[str | int]) -> list[str]:
        """Names of the clusters in an entry, which gives names or ids, as a list or as the column's text. Sorted."""
        listed = clusters.split(",") if isinstance(clusters, str) else clusters
        names = (cluster if cluster in self.living else self.ids.get(str(cluster)) for cluster in listed)
        return sorted(str(name) for name in names if name is not None)


def path(cluster: str, name: str) -> str:
    """The path of a tenant, namespace or topic in access events: below its cluster, without `persistent://`."""
    return f"{cluster}/{name.removeprefix('persistent://')}"


def tenant_of(name: str) -> str:
    """The tenant of a tenant, namespace or topic."""
    return name.rpartition("://")[2].partition("/")[0]
