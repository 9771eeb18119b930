"""The history of grants, replayed from the trail: one line per grant, cluster and period of unchanged content.

A period is told in revisions, from `from_rev` until just before `until_rev` (None: still so), because that is what an
access event names: the snapshot that decided. Nothing but the trail is read, so lines of deleted grants are complete.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import column, select, table
from sqlalchemy.orm import Session

from app.audit.models import TrailEntry

_ROOT, _CLUSTER = 0, 1
_CLUSTERS = table("res_cluster", column("id"), column("name"))
"""Only to tell which cluster an id means in entries that are older than complete contents."""
_ENTITIES = ("grant", "user", "role", "tenant", "cluster")

Line = dict[str, Any]


def export_grants(session: Session) -> Iterator[Line]:
    """The lines of the export, in the order in which their periods ended; those still open come last, by grant."""
    history = _History(
        ids={str(number): name for number, name in session.execute(select(_CLUSTERS.c.id, _CLUSTERS.c.name))}
    )
    query = select(
        TrailEntry.revision, TrailEntry.action, TrailEntry.entity_key, TrailEntry.before, TrailEntry.after
    ).where(TrailEntry.entity.in_(_ENTITIES))
    rows = session.execute(query.order_by(TrailEntry.revision, TrailEntry.id), execution_options={"yield_per": 1000})
    for revision, entries in groupby(rows, key=attrgetter("revision")):
        for _, action, key, before, after in entries:
            history.take_in(action, key, _values(before), _values(after))
        yield from history.end_of(revision)
    yield from history.still_open()


@dataclass
class _History:
    """The state while the trail is replayed; `touched` are the grants that the running revision may have changed."""

    grants: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    of_role: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    members: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    clusters: dict[str, str] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    open: defaultdict[int, dict[str, Line]] = field(default_factory=lambda: defaultdict(dict))
    touched: set[int] = field(default_factory=set)

    def take_in(self, action: str, key: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
        """One entry of the running revision."""
        self.touched.update(self._touched(action, key, old, new))

    def end_of(self, revision: int) -> Iterator[Line]:
        """The lines whose period ends with the revision, all of whose entries were taken in."""
        for number in sorted(self.touched):
            yield from self._compare(number, revision)
        self.touched.clear()

    def still_open(self) -> Iterator[Line]:
        """The lines that hold until now."""
        return (self.open[number][cluster] for number in sorted(self.open) for cluster in sorted(self.open[number]))

    def _touched(self, action: str, key: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterable[int]:
        entity, _, verb = action.partition(".")
        if entity == "grant":
            return [self._grant(int(key), new)]
        if entity == "user" and "role_id" in (new or old):
            return self._membership(key, new, old)
        if action == "role.update":
            return self._renamed(int(key), str(new["role_name"] if "role_name" in new else new["name"]))
        if entity == "tenant":
            return self._moved(key, old, new)
        if entity == "cluster":
            return self._cluster(verb, key, new or old)
        return []

    def _grant(self, number: int, content: Mapping[str, Any]) -> int:
        if content:
            self.grants[number] = content
            self.of_role[content["role_id"]].add(number)
        elif number in self.grants:
            self.of_role[self.grants.pop(number)["role_id"]].discard(number)
        return number

    def _membership(self, username: str, new: Mapping[str, Any], old: Mapping[str, Any]) -> Iterable[int]:
        role = (new or old)["role_id"]
        (self.members[role].add if new else self.members[role].discard)(username)
        return self.of_role[role]

    def _renamed(self, role: int, name: str) -> Iterable[int]:
        for number in self.of_role[role]:
            self.grants[number] = {**self.grants[number], "role_name": name}
        return self.of_role[role]

    def _moved(self, tenant: str, old: Mapping[str, Any], content: Mapping[str, Any]) -> Iterable[int]:
        if "clusters" not in content or old.get("clusters") == content["clusters"]:
            return []
        names = self._names(content["clusters"])
        touched = [number for number, one in self.grants.items() if _tenant_of(one) == tenant]
        for number in touched:
            self.grants[number] = {**self.grants[number], "clusters": names}
        return touched

    def _names(self, clusters: str | list[str | int]) -> list[str]:
        """Clusters as the trail tells them, by name or by id (as a list, or as the column's text)."""
        told = clusters.split(",") if isinstance(clusters, str) else clusters
        named = (one if one in self.clusters.values() else self.ids.get(str(one)) for one in told)
        return sorted(str(name) for name in named if name is not None)

    def _cluster(self, verb: str, key: str, content: Mapping[str, Any]) -> Iterable[int]:
        if "id" in content:
            self.ids[str(content["id"])] = key
        if verb in ("create", "baseline"):
            self.clusters[key] = content.get("name", key)
        elif verb == "delete":
            self.clusters.pop(key, None)
        return [number for number, one in self.grants.items() if one["res_type"] == _ROOT]

    def _compare(self, number: int, revision: int) -> Iterator[Line]:
        content = self.grants.get(number)
        wanted = (
            {} if content is None else {cluster: self._line(number, cluster, content) for cluster in self._on(content)}
        )
        known = self.open[number]
        for cluster in sorted(known):
            if wanted.get(cluster) == {name: known[cluster][name] for name in known[cluster] if name not in _PERIOD}:
                del wanted[cluster]
            else:
                yield {**known.pop(cluster), "until_rev": revision}
        known.update({cluster: {**line, "from_rev": revision, "until_rev": None} for cluster, line in wanted.items()})

    def _on(self, content: Mapping[str, Any]) -> list[str]:
        return sorted(self.clusters.values()) if content["res_type"] == _ROOT else content["clusters"]

    def _line(self, number: int, cluster: str, content: Mapping[str, Any]) -> Line:
        return {
            "grant": number,
            "cluster": cluster,
            "role": content["role_id"],
            "role_name": content["role_name"],
            "type": content["res_type"],
            "res": _path(cluster, content["res_type"], content["resource"]),
            "authorities": content["authorities"],
            "valid_from": content["valid_from"],
            "valid_until": content["valid_until"],
            "add_time": content["add_time"],
            "granted_by": content["granted_by"],
            "users": sorted(self.members[content["role_id"]]),
        }


_PERIOD = ("from_rev", "until_rev")


def _path(cluster: str, res_type: int, name: str) -> str:
    """The resource as access events name it: below its cluster, without the usual domain."""
    if res_type in (_ROOT, _CLUSTER):
        return name
    return f"{cluster}/{name.removeprefix('persistent://')}"


def _tenant_of(content: Mapping[str, Any]) -> str | None:
    if content["res_type"] in (_ROOT, _CLUSTER):
        return None
    return str(content["resource"]).rpartition("://")[2].partition("/")[0]


def _values(text: str | None) -> Mapping[str, Any]:
    return json.loads(text) if text else {}
