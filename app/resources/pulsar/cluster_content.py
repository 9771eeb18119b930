"""What a running cluster holds, as its admin API tells it: the input of the import and of the drift report. Pure.

Versions differ in what they add, so unknown members are ignored; what is needed and has another form is refused
(ValueError with a sentence). Names of members as 4.0.8 writes them, read on a real broker.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.access.names import ResourceName
from app.resources.pulsar.admin_path import MOST_CHARACTERS

_GRANTS = "auth_policies"
_NAMESPACE, _TOPICS, _SUBSCRIPTIONS = "namespace_auth", "destination_auth", "subscription_auth_roles"
Roles = Mapping[str, frozenset[str]]
"""Pulsar role → its actions there (produce, consume, functions, sources, sinks, packages)."""

_MOST_BUNDLES = 2**31 - 1


@dataclass(frozen=True)
class ClusterTenant:
    """A tenant (Pulsar's TenantInfo)."""

    name: str
    admin_roles: frozenset[str]
    allowed_clusters: frozenset[str]


@dataclass(frozen=True)
class ClusterNamespace:
    """A namespace (Pulsar's Policies)."""

    name: str
    """`tenant/namespace`"""
    policies: Mapping[str, Any]
    """As the cluster answers, without `auth_policies`; what is not set is missing or null."""
    roles: Roles = field(default_factory=dict)
    topic_roles: Mapping[str, Roles] = field(default_factory=dict)
    """Full topic name → roles. Also of topics that do not exist."""
    subscription_roles: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Subscription → the roles that alone may use it."""

    @property
    def bundles(self) -> int | None:
        """How many bundles it has; None when the cluster does not tell it as a number."""
        bundles = self.policies.get("bundles")
        count = bundles.get("numBundles") if isinstance(bundles, dict) else None
        return count if isinstance(count, int) and 0 < count <= _MOST_BUNDLES else None


@dataclass(frozen=True)
class ClusterTopic:
    """A topic; a partitioned one once."""

    name: str
    """persistent://tenant/namespace/topic"""
    partitions: int = 0
    """0: not partitioned"""
    policies: Mapping[str, Any] = field(default_factory=dict)
    """Its topic policies as the cluster answers; what is not set is missing."""


@dataclass(frozen=True)
class UnreadPart:
    """Something that the cluster did not tell, or not in a form that is understood."""

    place: str
    """A resource in Pulsar's notation, or what was asked."""
    message: str
    code: str = "not_told"
    """Stable, for programs: of the failed call, or what is wrong with the answer."""


@dataclass(frozen=True)
class ClusterContent:
    """Everything that was read. The lists are sorted by name."""

    cluster: str
    tenants: tuple[ClusterTenant, ...] = ()
    namespaces: tuple[ClusterNamespace, ...] = ()
    topics: tuple[ClusterTopic, ...] = ()
    super_user_roles: frozenset[str] = frozenset()
    proxy_roles: frozenset[str] = frozenset()
    unread: tuple[UnreadPart, ...] = ()
    left_out: tuple[str, ...] = ()
    """Pulsar's own tenant and topics, which the center does not keep."""
    wildcards: bool = False
    """Whether `*` at the begin or end of a role's name stands for many (`authorizationAllowWildcardsMatching`)."""


def tenant(name: str, raw: Mapping[str, Any]) -> ClusterTenant:
    """Pulsar's TenantInfo. Raises ValueError."""
    return ClusterTenant(name, _names(raw, "adminRoles"), _names(raw, "allowedClusters"))


def namespace(name: str, raw: Mapping[str, Any]) -> ClusterNamespace:
    """Pulsar's Policies. Raises ValueError."""
    grants = _object(raw, _GRANTS)
    by_topic = _object(grants, _TOPICS)
    subscriptions = _object(grants, _SUBSCRIPTIONS)
    return ClusterNamespace(
        name,
        {key: value for key, value in raw.items() if key != _GRANTS},
        _roles(grants, _NAMESPACE),
        {_checked_name(topic): _roles(by_topic, topic) for topic in by_topic},
        {_checked_name(subscription): _names(subscriptions, subscription) for subscription in subscriptions},
    )


def java_set(text: str) -> frozenset[str]:
    """The names of a set as Java prints it, `[root, proxy]`, which is how broker.conf is shown at runtime."""
    inner = text.strip().removeprefix("[").removesuffix("]")
    return frozenset(name for name in (part.strip() for part in inner.split(",")) if name)


def topics(names: Iterable[str]) -> tuple[set[str], list[str]]:
    """Canonical names, each partitioned topic once; and the names that are no topic's."""
    canonical, malformed = set(), []
    for name in names:
        topic = ResourceName.of_topic(name).name
        canonical.add(topic) if topic else malformed.append(name)
    return canonical, malformed


def _roles(raw: Mapping[str, Any], key: str) -> Roles:
    by_role = _object(raw, key)
    return {_checked_name(role): _names(by_role, role) for role in by_role}


def _names(raw: Mapping[str, Any], key: str) -> frozenset[str]:
    names = raw.get(key)
    if names is None:
        return frozenset()
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError(f"{key} is no list of names")
    return frozenset(map(_checked_name, names))


def _object(raw: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = raw.get(key)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ValueError(f"{key} is no object")
    return value


def _checked_name(name: str) -> str:
    """A name that every database keeps. Raises ValueError for another, which no client gets past a broker's limits."""
    if len(name) > MOST_CHARACTERS or "\0" in name:
        raise ValueError(f"a name has more than {MOST_CHARACTERS} characters, or U+0000")
    return name
