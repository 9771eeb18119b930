"""Native permissions that the center knows nothing of: given behind its back. Pure.

One that the center's grants allow as well is no drift: it changes nothing. A role that was imported under another name
counts as who it became; lines name roles as the cluster does.
"""

from collections.abc import Iterable, Iterator

from app.access import pulsar_actions
from app.access.names import ResourceType
from app.access.vocabulary import ACTIONS
from app.desired_state.drift.center_places import KnownCluster
from app.desired_state.drift.differences import Difference
from app.resources.pulsar.cluster_content import ClusterNamespace, ClusterTenant, Roles

ADMINISTER = "administer"


def of_tenant(known: KnownCluster, tenant: ClusterTenant) -> Iterator[Difference]:
    """Roles that administer the tenant on the cluster, and not in the center."""
    wished = sorted(role for role in tenant.admin_roles if ADMINISTER in known.covered.get((role, tenant.name), ()))
    if len(wished) < len(tenant.admin_roles):
        actual = sorted(tenant.admin_roles)
        yield Difference("different", ResourceType.TENANT, tenant.name, "admin_roles", None, wished, actual)


def of_namespace(known: KnownCluster, namespace: ClusterNamespace) -> Iterator[Difference]:
    """Permissions on the namespace itself, and on its subscriptions."""
    yield from _of_place(known, ResourceType.NAMESPACE, namespace.name, namespace.roles)
    rules = known.rules.get(namespace.name, {})
    for subscription in sorted({*rules, *namespace.subscription_roles}):
        # Pulsar lets everybody in by a list of nobody.
        roles, users = namespace.subscription_roles.get(subscription, frozenset()), rules.get(subscription)
        wished = None if users is None else _as_roles(known, roles or frozenset(known.names), users)
        if (wished != roles) if roles else (users is not None and not known.enforced):
            yield Difference(
                "missing" if not roles else "extra" if wished is None else "different",
                ResourceType.NAMESPACE, namespace.name, "subscription_grant", subscription,
                None if wished is None else sorted(wished), sorted(roles) or None,
            )  # fmt: skip


def _as_roles(known: KnownCluster, roles: frozenset[str], users: frozenset[str]) -> frozenset[str]:
    """The users of a rule, each by the listed role that it is."""
    behind = {role: known.names.get(role, role) for role in roles}
    return frozenset(role for role, user in behind.items() if user in users) | (users - set(behind.values()))


def of_topics(known: KnownCluster, namespace: ClusterNamespace) -> Iterator[Difference]:
    """Permissions on topics of the namespace, also on topics that there are not."""
    for topic, roles in sorted(namespace.topic_roles.items()):
        if namespace.name in known.places:
            yield from _of_place(known, ResourceType.TOPIC, topic, roles)


def _of_place(known: KnownCluster, kind: ResourceType, name: str, roles: Roles) -> Iterator[Difference]:
    for role, actions in sorted(roles.items()):
        covered = known.covered.get((role, name), frozenset())
        if not covered.issuperset(counting(actions, kind)):
            wished = sorted(actions & covered)
            yield Difference("extra", kind, name, "grant", role, wished or None, sorted(actions))


def counting(actions: Iterable[str], kind: ResourceType) -> list[str]:
    """The actions that allow something there: functions, sources, sinks and packages allow nothing on a topic."""
    idle = ACTIONS.keys() - pulsar_actions.authorities(kind, manages=None).keys()
    return sorted(set(actions) - idle)
