"""Which tenants, namespaces and topics come. Pure."""

from collections import Counter
from collections.abc import Mapping as Map
from dataclasses import dataclass, field
from typing import Any

from app.access.names import ResourceName, ResourceType
from app.access.subscription_rules import Mode
from app.desired_state.importing.center_state import CenterState
from app.desired_state.importing.report_lines import ImportDifference, NotCarried
from app.desired_state.importing.roles import Place
from app.desired_state.importing.sentences import Sentence, what, why
from app.desired_state.importing.steps import NamespaceStep, Step, TenantStep, TopicStep
from app.resources.pulsar import policies
from app.resources.pulsar.cluster_content import ClusterContent, ClusterNamespace, ClusterTenant, ClusterTopic

_NOT_SET = "not set"
_BUNDLES, _MOST_BUNDLES = 4, 2**31 - 1


@dataclass
class PlacePlan:
    """What was found. `usable`: the places that the center has afterwards, on this cluster and open."""

    steps: list[Step] = field(default_factory=list)
    exists: Counter[str] = field(default_factory=Counter)
    differs: list[ImportDifference] = field(default_factory=list)
    not_carried: list[NotCarried] = field(default_factory=list)
    usable: set[Place] = field(default_factory=set)
    unread: frozenset[str] = frozenset()


def compare(estate: ClusterContent, center: CenterState) -> PlacePlan:
    """Compare the places of the cluster with those of the center."""
    plan = PlacePlan(unread=frozenset(unread.place for unread in estate.unread))
    for tenant in estate.tenants:
        _plan_tenant(plan, estate.cluster, tenant, center)
    for namespace in estate.namespaces:
        _plan_namespace(plan, estate.cluster, namespace, center)
    for topic in estate.topics:
        _plan_topic(plan, estate.cluster, topic, center)
    return plan


def _plan_tenant(plan: PlacePlan, cluster: str, tenant: ClusterTenant, center: CenterState) -> None:
    existing = center.tenants.get(tenant.name)
    others = sorted(tenant.allowed_clusters - {cluster})
    if existing is not None and not existing.here:
        _leave_tenant(plan, tenant, why("on_other_clusters"))
    elif existing is not None and not existing.open:
        _leave_tenant(plan, tenant, why("closed"))
    elif existing is None and cluster not in tenant.allowed_clusters:
        _leave_tenant(plan, tenant, why("cluster_not_allowed", clusters=", ".join(others) or "none"))
    else:
        plan.usable.add((ResourceType.TENANT, tenant.name))
        _add_step(plan, "tenant", None if existing is not None else TenantStep(tenant.name))
        known = {cluster} if existing is None else {cluster, *existing.clusters}
        if not known.issuperset(others):
            texts = ", ".join([cluster, *others]), ", ".join(sorted(known))
            plan.differs.append(ImportDifference("tenant", tenant.name, what("allowed_clusters"), *texts))


def _leave_tenant(plan: PlacePlan, tenant: ClusterTenant, reason: Sentence) -> None:
    plan.not_carried.append(NotCarried(tenant.name, "", what("whole_tenant"), reason))


def _plan_namespace(plan: PlacePlan, cluster: str, namespace: ClusterNamespace, center: CenterState) -> None:
    if (ResourceType.TENANT, namespace.name.partition("/")[0]) not in plan.usable:
        return  # the line of its tenant says so
    existing, mode = center.namespaces.get(namespace.name), mode_of(namespace.policies)
    if existing is not None and not existing.open:
        plan.not_carried.append(NotCarried(namespace.name, "", what("whole_namespace"), why("closed")))
        return
    plan.usable.add((ResourceType.NAMESPACE, namespace.name))
    read = policies.from_namespace(namespace.policies, cluster)
    wish = _plan_policies(
        plan,
        "namespace",
        namespace.name,
        read,
        cluster,
        None if existing is None else center.wishes.get(namespace.name, {}),
    )
    if existing is None:
        plan.steps.append(NamespaceStep(namespace.name, _bundles(namespace.policies), mode, wish))
    else:
        plan.exists["namespace"] += 1
    if existing is not None and existing.mode != mode:
        plan.differs.append(
            ImportDifference("namespace", namespace.name, what("subscription_auth_mode"), mode, existing.mode)
        )


def _plan_topic(plan: PlacePlan, cluster: str, topic: ClusterTopic, center: CenterState) -> None:
    above = ResourceName.of_topic(topic.name).namespace or ""
    if (ResourceType.NAMESPACE, above) not in plan.usable:
        return  # the line of its namespace says so
    plan.usable.add((ResourceType.TOPIC, topic.name))
    existing = center.topics.get(topic.name)
    read = policies.from_topic(topic.policies)
    wish = _plan_policies(
        plan, "topic", topic.name, read, cluster, None if existing is None else center.wishes.get(topic.name, {})
    )
    if existing is None:
        plan.steps.append(TopicStep(topic.name, topic.partitions, wish))
    else:
        plan.exists["topic"] += 1
    if existing is not None and existing != topic.partitions:
        plan.differs.append(
            ImportDifference("topic", topic.name, what("partitions"), str(topic.partitions), str(existing))
        )


def _plan_policies(
    plan: PlacePlan,
    level: policies.Level,
    name: str,
    read: policies.PolicyReading,
    cluster: str,
    wished: Map[str, Any] | None,
) -> dict[str, Any]:
    """The policies as a wish of the center. What it cannot wish gets a line and stays on the cluster. `wished`: what
    the center wishes already; None: it does not have the place yet."""
    wish, left = dict(read.wish), list(read.unknown)
    if set(wish.get("replication_clusters", ())) - {cluster}:
        replicated = wish.pop("replication_clusters")  # the tenant is known on this cluster alone
        left += ["replication_clusters"] if (wished or {}).get("replication_clusters") != replicated else []
    for policy in left:
        plan.not_carried.append(NotCarried(name, "", what("policy", policy=policy), why("no_wish")))
    wishes = wish if wished is None else {policy: value for policy, value in wished.items() if policy not in left}
    for difference in (*policies.differences(wishes, read.wish, level), *policies.not_wished(wishes, wish)):
        if f"{name} ({_route(difference.name)})" not in plan.unread:
            on_cluster, in_center = (
                _NOT_SET if value is None else policies.show(difference.name, value)
                for value in (difference.actual, difference.wished)
            )
            plan.differs.append(
                ImportDifference(level, name, what("policy", policy=difference.name), on_cluster, in_center)
            )
    return wish


def _route(policy: str) -> str | None:
    """The path by which a topic's policy is read."""
    place = policies.POLICIES[policy].topic
    return None if place is None else place.read


def _add_step(plan: PlacePlan, kind: str, step: Step | None) -> None:
    if step is None:
        plan.exists[kind] += 1
    else:
        plan.steps.append(step)


def mode_of(values: Map[str, Any]) -> str:
    """How subscriptions of a namespace have to be called: what Pulsar does not know counts as None."""
    return Mode.PREFIX.value if values.get("subscription_auth_mode") == Mode.PREFIX else Mode.NONE.value


def _bundles(values: Map[str, Any]) -> int:
    bundles = values.get("bundles")
    number = bundles.get("numBundles") if isinstance(bundles, dict) else None
    return number if isinstance(number, int) and 0 < number <= _MOST_BUNDLES else _BUNDLES
