"""What a running cluster holds, as its admin API tells it: the input of the import and of the drift report. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

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
