"""The history of resources: each cluster, and each tenant, namespace and topic on each cluster of its tenant.

Only those that the center knows: topics that brokers created by themselves are not in the audit log.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sqlalchemy import column, select, table
from sqlalchemy.orm import Session

from app.audit.trail.past.replay import Line, TrailChange

Key = tuple[str, str]
"""(type, name in Pulsar's notation)"""
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


@dataclass
class PastResources:
    """The resources while the audit log is replayed, and the clusters of each tenant."""

    clusters: PastClusters
    of_tenant: defaultdict[str, set[Key]] = field(default_factory=lambda: defaultdict(set))
    lives_on: dict[str, list[str]] = field(default_factory=dict)
    entities = ("cluster", "tenant", "namespace", "topic")

    def take_in(self, change: TrailChange) -> Iterable[Key]:
        """The resource; for a tenant also everything in it, which moves with the tenant."""
        key = (change.entity, change.key)
        if change.entity == "cluster":
            self.clusters.take_in(change)
            return [key]
        tenant = tenant_of(change.key)
        (self.of_tenant[tenant].add if change.after else self.of_tenant[tenant].discard)(key)
        if change.entity != "tenant":
            return [key]
        if "clusters" in change.after:
            self.lives_on[tenant] = self.clusters.named(change.after["clusters"])
        return {key, *self.of_tenant[tenant]}

    def lines(self, key: Key) -> Mapping[str, Line]:
        """The resource's line on each of its clusters."""
        kind, name = key
        if kind == "cluster":
            return {name: {"cluster": name, "res": name, "rtype": kind}} if name in self.clusters.living else {}
        tenant = tenant_of(name)
        if key not in self.of_tenant[tenant]:
            return {}
        places = self.lives_on.get(tenant, [])
        return {cluster: {"cluster": cluster, "res": path(cluster, name), "rtype": kind} for cluster in places}


def path(cluster: str, name: str) -> str:
    """The path of a tenant, namespace or topic in access events: below its cluster, without `persistent://`."""
    return f"{cluster}/{name.removeprefix('persistent://')}"


def tenant_of(name: str) -> str:
    """The tenant of a tenant, namespace or topic."""
    return name.rpartition("://")[2].partition("/")[0]
