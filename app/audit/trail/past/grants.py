"""The history of grants: one line per grant, cluster and period of unchanged content, with the members of its role."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.audit.trail.past.clusters import PastClusters, path, tenant_of
from app.audit.trail.past.replay import Content, Line, TrailChange

_ROOT, _CLUSTER = 0, 1


@dataclass
class PastHoldings:
    """The grants while the audit log is replayed, with what their lines contain besides."""

    clusters: PastClusters
    grants: dict[int, Content] = field(default_factory=dict)
    of_role: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    members: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    entities = ("grant", "user", "role", "tenant", "cluster")

    def take_in(self, change: TrailChange) -> Iterable[int]:
        """The ids of the grants whose lines may differ after the change."""
        content = change.after or change.before
        if change.entity == "grant":
            return [self._grant(int(change.key), change.after)]
        if change.entity == "user" and "role_id" in content:
            return self._membership(change.key, content["role_id"], bool(change.after))
        if change.entity == "role" and change.verb == "update":
            return self._rename(int(change.key), role_name(content))
        if change.entity == "tenant":
            return self._move(change.key, change.before, change.after)
        if change.entity == "cluster":
            self.clusters.take_in(change)
            return [grant_id for grant_id, grant in self.grants.items() if grant["res_type"] == _ROOT]
        return []

    def lines(self, key: int) -> Mapping[str, Line]:
        """The grant's line on each cluster where it counts, by cluster."""
        content = self.grants.get(key)
        if content is None:
            return {}
        on = sorted(self.clusters.living) if content["res_type"] == _ROOT else content["clusters"]
        return {cluster: self._line(key, cluster, content) for cluster in on}

    def _grant(self, number: int, content: Content) -> int:
        if content:
            self.grants[number] = content
            self.of_role[content["role_id"]].add(number)
        elif number in self.grants:
            self.of_role[self.grants.pop(number)["role_id"]].discard(number)
        return number

    def _membership(self, username: str, role: int, joined: bool) -> Iterable[int]:
        (self.members[role].add if joined else self.members[role].discard)(username)
        return self.of_role[role]

    def _rename(self, role: int, name: str) -> Iterable[int]:
        for grant_id in self.of_role[role]:
            self.grants[grant_id] = {**self.grants[grant_id], "role_name": name}
        return self.of_role[role]

    def _move(self, tenant: str, before: Content, content: Content) -> Iterable[int]:
        """A tenant came to other clusters: so did the grants in it. Returns their ids."""
        if "clusters" not in content or before.get("clusters") == content["clusters"]:
            return []
        names = self.clusters.named(content["clusters"])
        moved = [grant_id for grant_id, grant in self.grants.items() if _is_in(tenant, grant)]
        for grant_id in moved:
            self.grants[grant_id] = {**self.grants[grant_id], "clusters": names}
        return moved

    def _line(self, number: int, cluster: str, content: Mapping[str, Any]) -> Line:
        above = content["res_type"] in (_ROOT, _CLUSTER)
        return {
            "grant": number,
            "cluster": cluster,
            "role": content["role_id"],
            "role_name": content["role_name"],
            "type": content["res_type"],
            "res": content["resource"] if above else path(cluster, content["resource"]),
            "authorities": content["authorities"],
            "valid_from": content["valid_from"],
            "valid_until": content["valid_until"],
            "prefix": content.get("name_prefix"),
            "subscriptions": content.get("subscriptions"),
            "networks": content.get("cidrs"),
            "add_time": content["add_time"],
            "granted_by": content["granted_by"],
            "users": sorted(self.members[content["role_id"]]),
        }


def role_name(content: Content) -> str:
    """The name of a role. Older entries call the field `name`."""
    return str(content["role_name"] if "role_name" in content else content["name"])


def _is_in(tenant: str, grant: Content) -> bool:
    return grant["res_type"] not in (_ROOT, _CLUSTER) and tenant_of(str(grant["resource"])) == tenant
