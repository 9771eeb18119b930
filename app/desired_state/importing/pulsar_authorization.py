"""How Pulsar's own authorization decides about topics, from what a cluster holds. Pure.

Source: `PulsarAuthorizationProvider` and `AuthorizationService` of Pulsar 4.0.8; compared with a real broker, question
by question, in `tests/end_to_end/importing`.
"""

from dataclasses import dataclass, replace
from functools import cached_property

from app.access.names import ResourceName
from app.resources.pulsar.cluster_content import ClusterContent, ClusterNamespace, Roles

PRODUCE, CONSUME = "produce", "consume"
PREFIX = "Prefix"


@dataclass(frozen=True)
class NativeRules:
    """The rules of one cluster."""

    content: ClusterContent

    @cached_property
    def without_wildcards(self) -> "NativeRules":
        """The same, if each role stood for itself alone."""
        return NativeRules(replace(self.content, wildcards=False))

    @cached_property
    def _namespaces(self) -> dict[str, ClusterNamespace]:
        return {namespace.name: namespace for namespace in self.content.namespaces}

    @cached_property
    def _administrators(self) -> dict[str, frozenset[str]]:
        return {tenant.name: tenant.admin_roles for tenant in self.content.tenants}

    def administers(self, role: str, topic: ResourceName) -> bool:
        """Super users, and administrators of the tenant, may do everything in it."""
        return role in self.content.super_user_roles or role in self._administrators.get(topic.tenant or "", ())

    def may_produce(self, role: str, topic: ResourceName) -> bool:
        """PRODUCE."""
        return self.administers(role, topic) or self._is_granted(role, topic, PRODUCE)

    def may_consume(self, role: str, topic: ResourceName, subscription: str | None = None) -> bool:
        """CONSUME with this subscription; None: one without any rule."""
        if self.administers(role, topic):
            return True
        return self._lets_subscribe(role, topic, subscription) and self._is_granted(role, topic, CONSUME)

    def may_look_up(self, role: str, topic: ResourceName) -> bool:
        """LOOKUP: whoever may produce or consume."""
        return self.may_produce(role, topic) or self.may_consume(role, topic)

    def _lets_subscribe(self, role: str, topic: ResourceName, subscription: str | None) -> bool:
        """A list of nobody lets everybody in; any mode but Prefix counts as None."""
        namespace = self._namespaces.get(topic.namespace or "")
        if namespace is None or not subscription:
            return True
        listed = namespace.subscription_roles.get(subscription)
        if listed and role not in listed:
            return False
        return namespace.policies.get("subscription_auth_mode") != PREFIX or subscription.startswith(role)

    def _is_granted(self, role: str, topic: ResourceName, action: str) -> bool:
        namespace = self._namespaces.get(topic.namespace or "")
        if namespace is None:
            return False
        role_tables = (namespace.roles, namespace.topic_roles.get(topic.name, {}))
        return any(action in table.get(role, ()) or self._by_wildcard(role, action, table) for table in role_tables)

    def wildcards_for(self, role: str, topic: ResourceName) -> list[str]:
        """The roles that stand for many, this one among them, and hold something on the topic by themselves."""
        namespace = self._namespaces.get(topic.namespace or "")
        roles = {} if namespace is None else {**namespace.roles, **namespace.topic_roles.get(topic.name, {})}
        return sorted(
            pattern for pattern in roles if self.content.wildcards and "*" in pattern and matches(pattern, role)
        )

    def _by_wildcard(self, role: str, action: str, actions_by_role: Roles) -> bool:
        return self.content.wildcards and any(
            action in actions and matches(pattern, role) for pattern, actions in actions_by_role.items()
        )


def matches(pattern: str, role: str) -> bool:
    """Whether a role with `*` at its begin or end stands for this role."""
    if pattern.endswith("*"):
        return role.startswith(pattern[:-1])
    return pattern.startswith("*") and role.endswith(pattern[1:])
