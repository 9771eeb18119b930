"""The history of resources: each cluster, and each tenant, namespace and topic on each cluster of its tenant.

Only those that the center knows: topics that brokers created by themselves are not in the audit log.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from app.audit.trail.past.clusters import PastClusters, path, tenant_of
from app.audit.trail.past.replay import Line, TrailChange

Key = tuple[str, str]
"""(type, name in Pulsar's notation)"""


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
