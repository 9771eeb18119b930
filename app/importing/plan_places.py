"""Which tenants, namespaces and topics come. Pure."""

from collections import Counter
from collections.abc import Mapping as Map
from dataclasses import dataclass, field
from typing import Any

from app.access.subscription_rules import Mode
from app.importing.center import Center
from app.importing.lines import Difference, NotCarried
from app.importing.roles import Place
from app.importing.sentences import Sentence, what, why
from app.importing.steps import NamespaceStep, Step, TenantStep, TopicStep
from app.pulsar import policies
from app.pulsar.estate import ClusterEstate, ClusterNamespace, ClusterTenant, ClusterTopic
from app.pulsar.names import ResourceName, ResourceType

_NOT_SET = "not set"
_BUNDLES, _MOST_BUNDLES = 4, 2**31 - 1


@dataclass
class Places:
    """What was found. `usable`: the places that the center has afterwards, on this cluster and open."""

    steps: list[Step] = field(default_factory=list)
    exists: Counter[str] = field(default_factory=Counter)
    differs: list[Difference] = field(default_factory=list)
    not_carried: list[NotCarried] = field(default_factory=list)
    usable: set[Place] = field(default_factory=set)
    unread: frozenset[str] = frozenset()


def compare(estate: ClusterEstate, center: Center) -> Places:
    """Compare the places of the cluster with those of the center."""
    found = Places(unread=frozenset(one.place for one in estate.unread))
    for tenant in estate.tenants:
        _tenant(found, estate.cluster, tenant, center)
    for namespace in estate.namespaces:
        _namespace(found, estate.cluster, namespace, center)
    for topic in estate.topics:
        _topic(found, estate.cluster, topic, center)
    return found


def _tenant(found: Places, cluster: str, tenant: ClusterTenant, center: Center) -> None:
    here = center.tenants.get(tenant.name)
    others = sorted(tenant.allowed_clusters - {cluster})
    if here is not None and not here.here:
        _leave_tenant(found, tenant, why("on_other_clusters"))
    elif here is not None and not here.open:
        _leave_tenant(found, tenant, why("closed"))
    elif here is None and cluster not in tenant.allowed_clusters:
        _leave_tenant(found, tenant, why("cluster_not_allowed", clusters=", ".join(others) or "none"))
    else:
        found.usable.add((ResourceType.TENANT, tenant.name))
        _count(found, "tenant", None if here is not None else TenantStep(tenant.name))
        known = {cluster} if here is None else {cluster, *here.clusters}
        if not known.issuperset(others):
            texts = ", ".join([cluster, *others]), ", ".join(sorted(known))
            found.differs.append(Difference("tenant", tenant.name, what("allowed_clusters"), *texts))


def _leave_tenant(found: Places, tenant: ClusterTenant, reason: Sentence) -> None:
    found.not_carried.append(NotCarried(tenant.name, "", what("whole_tenant"), reason))


def _namespace(found: Places, cluster: str, namespace: ClusterNamespace, center: Center) -> None:
    if (ResourceType.TENANT, namespace.name.partition("/")[0]) not in found.usable:
        return  # said with its tenant
    here, mode = center.namespaces.get(namespace.name), mode_of(namespace.policies)
    if here is not None and not here.open:
        found.not_carried.append(NotCarried(namespace.name, "", what("whole_namespace"), why("closed")))
        return
    found.usable.add((ResourceType.NAMESPACE, namespace.name))
    read = policies.from_namespace(namespace.policies, cluster)
    wish = _policies(
        found,
        "namespace",
        namespace.name,
        read,
        cluster,
        None if here is None else center.wishes.get(namespace.name, {}),
    )
    if here is None:
        found.steps.append(NamespaceStep(namespace.name, _bundles(namespace.policies), mode, wish))
    else:
        found.exists["namespace"] += 1
    if here is not None and here.mode != mode:
        found.differs.append(Difference("namespace", namespace.name, what("subscription_auth_mode"), mode, here.mode))


def _topic(found: Places, cluster: str, topic: ClusterTopic, center: Center) -> None:
    above = ResourceName.of_topic(topic.name).namespace or ""
    if (ResourceType.NAMESPACE, above) not in found.usable:
        return  # said with its namespace
    found.usable.add((ResourceType.TOPIC, topic.name))
    there = center.topics.get(topic.name)
    read = policies.from_topic(topic.policies)
    wish = _policies(
        found, "topic", topic.name, read, cluster, None if there is None else center.wishes.get(topic.name, {})
    )
    if there is None:
        found.steps.append(TopicStep(topic.name, topic.partitions, wish))
    else:
        found.exists["topic"] += 1
    if there is not None and there != topic.partitions:
        found.differs.append(Difference("topic", topic.name, what("partitions"), str(topic.partitions), str(there)))


def _policies(
    found: Places, level: policies.Level, name: str, read: policies.Read, cluster: str, wished: Map[str, Any] | None
) -> dict[str, Any]:
    """The policies as a wish of the center; what it cannot wish is said, and stays as it is on the cluster. `wished`:
    what the center wishes already, where the place is there; what differs is said."""
    wish, left = dict(read.wish), list(read.unknown)
    if set(wish.get("replication_clusters", ())) - {cluster}:
        replicated = wish.pop("replication_clusters")  # the tenant is known on this cluster alone
        left += ["replication_clusters"] if (wished or {}).get("replication_clusters") != replicated else []
    for policy in left:
        found.not_carried.append(NotCarried(name, "", what("policy", policy=policy), why("no_wish")))
    here = wish if wished is None else {policy: value for policy, value in wished.items() if policy not in left}
    for one in (*policies.differences(here, read.wish, level), *policies.not_wished(here, wish)):
        if f"{name} ({_route(one.name)})" not in found.unread:
            there, ours = (
                _NOT_SET if value is None else policies.show(one.name, value) for value in (one.actual, one.wished)
            )
            found.differs.append(Difference(level, name, what("policy", policy=one.name), there, ours))
    return wish


def _route(policy: str) -> str | None:
    """How a topic tells the policy."""
    place = policies.POLICIES[policy].topic
    return None if place is None else place.read


def _count(found: Places, kind: str, step: Step | None) -> None:
    if step is None:
        found.exists[kind] += 1
    else:
        found.steps.append(step)


def mode_of(told: Map[str, Any]) -> str:
    """How subscriptions of a namespace have to be called: what Pulsar does not know counts as None."""
    return Mode.PREFIX.value if told.get("subscription_auth_mode") == Mode.PREFIX else Mode.NONE.value


def _bundles(told: Map[str, Any]) -> int:
    bundles = told.get("bundles")
    number = bundles.get("numBundles") if isinstance(bundles, dict) else None
    return number if isinstance(number, int) and 0 < number <= _MOST_BUNDLES else _BUNDLES
