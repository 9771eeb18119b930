"""Which tenants, namespaces and topics come, and rules about subscriptions (`subscription_auth_roles`). Pure."""

from collections.abc import Collection
from collections.abc import Mapping as Map
from dataclasses import dataclass
from typing import Any

from app.access.names import ResourceName, ResourceType
from app.access.subscription_rules import Mode
from app.desired_state.engine.state import CenterState, Place, ResourceState, policy_level
from app.desired_state.engine.steps import CreationStep, RuleStep
from app.desired_state.importing.import_plan import ImportPlan
from app.desired_state.importing.report_lines import ImportDifference
from app.desired_state.importing.sentences import Sentence, what, why
from app.platform.errors import UserCenterError
from app.resources.pulsar import policies
from app.resources.pulsar.cluster_content import ClusterContent, ClusterNamespace, ClusterTenant, ClusterTopic
from app.resources.subscription_rules import MOST_RULES, MOST_USERS, check_name

_NOT_SET = "not set"
_BUNDLES = 4


def compare(plan: ImportPlan, content: ClusterContent, center: CenterState) -> None:
    """Compare the places of the cluster, and its rules about subscriptions, with those of the center."""
    places = _PlaceComparison(plan, content.cluster, center, frozenset(unread.place for unread in content.unread))
    for tenant in content.tenants:
        places.tenant(tenant)
    for namespace in content.namespaces:
        places.namespace(namespace)
    for topic in content.topics:
        places.topic(topic)
    for namespace in content.namespaces:
        if (ResourceType.NAMESPACE, namespace.name) in plan.usable:
            _plan_rules(plan, namespace, center)


@dataclass(frozen=True)
class _PlaceComparison:
    plan: ImportPlan
    cluster: str
    center: CenterState
    unread: frozenset[str]

    def tenant(self, tenant: ClusterTenant) -> None:
        place = ResourceType.TENANT, tenant.name
        existing = self.center.resources.get(place)
        others = sorted(tenant.allowed_clusters - {self.cluster})
        if existing is not None and self.cluster not in existing.clusters:
            self.plan.leave(tenant.name, "", what("whole_tenant"), why("on_other_clusters"))
        elif existing is not None and not existing.open:
            self.plan.leave(tenant.name, "", what("whole_tenant"), why("closed"))
        elif existing is None and self.cluster not in tenant.allowed_clusters:
            reason = why("cluster_not_allowed", clusters=", ".join(others) or "none")
            self.plan.leave(tenant.name, "", what("whole_tenant"), reason)
        else:
            self._add(place, existing, {"clusters": (self.cluster,)})
            known = {self.cluster, *(existing.clusters if existing else ())}
            if not known.issuperset(others):
                on_cluster = ", ".join([self.cluster, *others])
                self._note(place, what("allowed_clusters"), on_cluster, ", ".join(sorted(known)))

    def namespace(self, namespace: ClusterNamespace) -> None:
        if (ResourceType.TENANT, namespace.name.partition("/")[0]) not in self.plan.usable:
            return  # the line of its tenant says so
        place = ResourceType.NAMESPACE, namespace.name
        existing, mode = self.center.resources.get(place), mode_of(namespace.policies)
        if existing is not None and not existing.open:
            self.plan.leave(namespace.name, "", what("whole_namespace"), why("closed"))
            return
        wish = self._wish(place, policies.from_namespace(namespace.policies, self.cluster), existing)
        bundles = namespace.bundles or _BUNDLES
        self._add(place, existing, {"bundles": bundles, "subscription_auth_mode": mode, "policies": wish})
        if existing is not None and existing.subscription_auth_mode != mode:
            self._note(place, what("subscription_auth_mode"), mode, existing.subscription_auth_mode)

    def topic(self, topic: ClusterTopic) -> None:
        above = ResourceName.of_topic(topic.name).namespace or ""
        if (ResourceType.NAMESPACE, above) not in self.plan.usable:
            return  # the line of its namespace says so
        place = ResourceType.TOPIC, topic.name
        existing = self.center.resources.get(place)
        wish = self._wish(place, policies.from_topic(topic.policies), existing)
        self._add(place, existing, {"partitions": topic.partitions, "policies": wish})
        if existing is not None and existing.partitions != topic.partitions:
            self._note(place, what("partitions"), str(topic.partitions), str(existing.partitions))

    def _wish(self, place: Place, read: policies.PolicyReading, existing: ResourceState | None) -> dict[str, Any]:
        """The policies as a wish of the center. What it cannot wish gets a line and stays on the cluster."""
        level, name = policy_level(place[0]), place[1]
        wished = existing.wish() if existing else {}
        wish, left = dict(read.wish), list(read.unknown)
        if set(wish.get("replication_clusters", ())) - {self.cluster}:
            replicated = wish.pop("replication_clusters")  # the tenant is known on this cluster alone
            left += ["replication_clusters"] if wished.get("replication_clusters") != replicated else []
        for policy in left:
            self.plan.leave(name, "", what("policy", policy=policy), why("no_wish"))
        kept = {policy: value for policy, value in wished.items() if policy not in left} if existing else wish
        for difference in (*policies.differences(kept, read.wish, level), *policies.not_wished(kept, wish)):
            if f"{name} ({policies.topic_read(difference.name)})" not in self.unread:
                values = (difference.actual, difference.wished)
                texts = (_NOT_SET if value is None else policies.show(difference.name, value) for value in values)
                self._note(place, what("policy", policy=difference.name), *texts)
        return wish

    def _add(self, place: Place, existing: ResourceState | None, values: Map[str, Any]) -> None:
        self.plan.usable.add(place)
        if existing is None:
            self.plan.steps.append(CreationStep(place, values))
        else:
            self.plan.exists[place[0].name.lower()] += 1

    def _note(self, place: Place, about: Sentence, on_cluster: str, in_center: str) -> None:
        kind, name = place
        self.plan.differs.append(ImportDifference(kind.name.lower(), name, about, on_cluster, in_center))


def mode_of(values: Map[str, Any]) -> str:
    """How subscriptions of a namespace have to be called: what Pulsar does not know counts as None."""
    return Mode.PREFIX.value if values.get("subscription_auth_mode") == Mode.PREFIX else Mode.NONE.value


def _plan_rules(plan: ImportPlan, namespace: ClusterNamespace, center: CenterState) -> None:
    """A list of nobody lets everybody in, so is no rule."""
    existing = center.resources.get((ResourceType.NAMESPACE, namespace.name))
    known = existing.subscription_permissions if existing else {}
    room = MOST_RULES - len(known)
    for subscription, listed in sorted(namespace.subscription_roles.items()):
        if not listed:
            continue
        users = frozenset(_users(plan, namespace.name, subscription, listed))
        if subscription in known:
            _compare_users(plan, namespace.name, subscription, users, known[subscription])
        elif (reason := _refusal(subscription, users, room)) is not None:
            plan.leave(namespace.name, "", what("rule", subscription=subscription), reason)
        else:
            room -= 1
            plan.steps.append(RuleStep((ResourceType.NAMESPACE, namespace.name), subscription, users))


def _compare_users(
    plan: ImportPlan, namespace: str, subscription: str, wanted: frozenset[str], existing: frozenset[str]
) -> None:
    if wanted == existing:
        plan.exists["subscription_rule"] += 1
        return
    name, texts = f"{namespace} {subscription}", (", ".join(sorted(wanted)), ", ".join(sorted(existing)))
    plan.differs.append(ImportDifference("subscription_rule", name, what("rule_users"), *texts))


def _users(plan: ImportPlan, namespace: str, subscription: str, listed: Collection[str]) -> list[str]:
    users, chosen = [], plan.targets
    for role in sorted(listed):
        receiver = chosen.receivers.get(role)
        if receiver is not None and receiver[0] == "user":
            users.append(receiver[1])
        else:
            reason = chosen.why_not.get(role, why("rule_lists_users"))
            plan.leave(namespace, role, what("place_in_rule", subscription=subscription), reason)
    return users


def _refusal(subscription: str, users: Collection[str], room: int) -> Sentence | None:
    try:
        check_name(subscription)
    except UserCenterError as error:
        return why("rule_name_refused", detail=error.detail)
    if len(users) > MOST_USERS:
        return why("rule_too_long", most=MOST_USERS)
    return None if room > 0 else why("too_many_rules", most=MOST_RULES)
