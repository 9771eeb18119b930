"""Groups of topics that are alike for a role, on the cluster and in the center: one decision holds for all. Pure."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from app.access.holding import may_serve
from app.access.names import ResourceName, ResourceType
from app.access.rights_snapshot import Snapshot
from app.desired_state.engine.state import Place
from app.resources.pulsar.cluster_content import ClusterContent, ClusterNamespace


@dataclass(frozen=True)
class TopicGroup:
    """Topics that are alike for a role."""

    namespace: ClusterNamespace
    example: ResourceName
    count: int
    plain: Sequence[ResourceName] = ()
    apart: Collection[str] = ()

    def others(self) -> Iterator[str]:
        """The names of the topics beside the example."""
        return (topic.name for topic in self.plain if topic.name not in self.apart and topic != self.example)


class Topics:
    """The topics of each namespace of a cluster."""

    def __init__(self, content: ClusterContent) -> None:
        self._namespaces = {namespace.name: namespace for namespace in content.namespaces}
        self._names: defaultdict[str, list[ResourceName]] = defaultdict(list)
        self._of_tenant: defaultdict[str, list[str]] = defaultdict(list)
        for topic in content.topics:
            name = ResourceName.of_topic(topic.name)
            self._names[name.namespace or ""].append(name)
        self._plain = {
            space: [topic for topic in names if not may_serve(topic.name)] for space, names in self._names.items()
        }
        self._serving = {
            space: [topic for topic in names if may_serve(topic.name)] for space, names in self._names.items()
        }
        self._known = {topic.name: topic for names in self._names.values() for topic in names}
        for space in sorted(self._names):
            if space in self._namespaces:
                self._of_tenant[space.partition("/")[0]].append(space)

    def groups(self, snapshot: Snapshot, principal: str | None, native: Collection[Place]) -> Iterator[TopicGroup]:
        """The topics of all namespaces in which the role, or the user that it becomes, may hold something."""
        places = {*native, *_held_places(snapshot, principal)}
        own: defaultdict[str, list[ResourceName]] = defaultdict(list)
        for topic in (self._known[name] for kind, name in places if kind == ResourceType.TOPIC and name in self._known):
            own[topic.namespace or ""].append(topic)
        for space in sorted(self._spaces(places)):
            namespace = self._namespaces[space]
            single = {topic.name: topic for topic in (*own[space], *self._serving.get(space, ()))}
            yield from (TopicGroup(namespace, topic, 1) for topic in single.values())
            yield from self._other_groups(snapshot, namespace, single, _is_limited(snapshot, principal, space))

    def _other_groups(
        self, snapshot: Snapshot, namespace: ClusterNamespace, single: Collection[str], limited: bool
    ) -> Iterator[TopicGroup]:
        plain = self._plain.get(namespace.name, ())
        rest = (topic for topic in plain if topic.name not in single)
        if limited or (snapshot.invalid and any(topic.name in snapshot.invalid for topic in plain)):
            yield from (TopicGroup(namespace, topic, 1) for topic in rest)
        elif (example := next(rest, None)) is not None:  # only counted: the work must not grow with roles × topics
            yield TopicGroup(
                namespace, example, len(plain) - sum(not may_serve(name) for name in single), plain, single
            )

    def _spaces(self, places: Collection[tuple[int, str]]) -> set[str]:
        found: set[str] = set()
        for kind, name in places:
            if kind <= ResourceType.CLUSTER:
                return {space for spaces in self._of_tenant.values() for space in spaces}
            if kind == ResourceType.TENANT:
                found.update(self._of_tenant.get(name, ()))
            else:
                space = name if kind == ResourceType.NAMESPACE else ResourceName.of_topic(name).namespace or ""
                found.update({space} if space in self._namespaces and space in self._names else ())
        return found


def _held_places(snapshot: Snapshot, principal: str | None) -> Iterator[tuple[ResourceType, str]]:
    user = snapshot.users.get(principal or "")
    for role in () if user is None else user.roles:
        for kind, name in snapshot.by_role.get(role, {}):
            yield ResourceType(kind), name


def _is_limited(snapshot: Snapshot, principal: str | None, space: str) -> bool:
    """Whether a grant of the user covers only some names in the namespace."""
    user = snapshot.users.get(principal or "")
    above = {space, space.partition("/")[0]}
    return any(
        grant.prefixed
        for role in (() if user is None else user.roles)
        for (_, name), grants in snapshot.by_role.get(role, {}).items()
        if name in above
        for grant, _ in grants
    )
