"""The roles that a cluster's own authorization names, what each holds there, and what that becomes. Pure."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from app.access import pulsar_actions
from app.access.names import ResourceName, ResourceType
from app.access.vocabulary import AUTHORITIES, giving
from app.desired_state.engine.state import Place
from app.resources.pulsar.cluster_content import ClusterContent

ADMINISTER = frozenset(("administer",))
TENANT_ADMINISTRATOR = frozenset((102, 103, 104, 105, 106, 200, 201, 300, 301))
"""What Pulsar gives administrators of a tenant: data, functions, subscriptions, policies, namespaces and topics."""


@dataclass(frozen=True)
class NativePermission:
    """Something that a role holds: `administer` (of a tenant), or Pulsar's actions on a namespace or topic."""

    role: str
    place: Place
    actions: frozenset[str]


def grants(content: ClusterContent) -> Iterator[NativePermission]:
    """All native grants, places in order. A grant on a partition has the name of that partition."""
    for tenant in content.tenants:
        for role in sorted(tenant.admin_roles):
            yield NativePermission(role, (ResourceType.TENANT, tenant.name), ADMINISTER)
    for namespace in content.namespaces:
        for role, actions in sorted(namespace.roles.items()):
            yield NativePermission(role, (ResourceType.NAMESPACE, namespace.name), actions)
        for topic, roles in sorted(namespace.topic_roles.items()):
            for role, actions in sorted(roles.items()):
                yield NativePermission(role, (ResourceType.TOPIC, topic), actions)


def named(content: ClusterContent) -> list[str]:
    """Every role that the cluster names, also those that are only super users, proxies or listed for a subscription."""
    found = {grant.role for grant in grants(content)} | content.super_user_roles | content.proxy_roles
    for namespace in content.namespaces:
        for roles in namespace.subscription_roles.values():
            found |= roles
    return sorted(found)


def places_of(content: ClusterContent) -> Mapping[str, set[Place]]:
    """Role → the places on which it holds something."""
    found: defaultdict[str, set[Place]] = defaultdict(set)
    for grant in grants(content):
        found[grant.role].add(grant.place)
    return found


def is_partition(topic: str) -> bool:
    """Whether a topic's name is that of one of its partitions."""
    return ResourceName.of_topic(topic).name != topic


def authorities_of(permission: NativePermission, *, manages: bool) -> tuple[frozenset[int], frozenset[str]]:
    """What a permission becomes (docs/operators/differences.md): authorities of the level of its place, and the actions
    that have none there. `manages`: consume manages subscriptions too, without which `unsubscribe()` of a client would
    fail."""
    kind, native = permission.place[0], permission.actions
    if kind == ResourceType.TENANT and native == ADMINISTER:
        return TENANT_ADMINISTRATOR, frozenset()
    known = pulsar_actions.authorities(kind, manages=manages)
    return frozenset[int]().union(*(known[action] for action in native & known.keys())), native - known.keys()


def is_held(number: int, place: tuple[int, str], cluster: str, held: Callable[[Place], Collection[int]]) -> bool:
    """Whether an authority on a place is held there or above. `held`: what is held on a place."""
    authority, resource = AUTHORITIES[number], ResourceName.of(*place)
    needed = giving(authority.right, authority.level)
    return any(not needed.isdisjoint(held((on.type, on.name))) for on in (resource, *resource.ancestors(cluster)))
