"""What a cluster holds as a short text for the database, and back."""

import base64
import json
import zlib
from collections.abc import Mapping
from typing import Any

from app.resources.pulsar.cluster_content import (
    ClusterContent,
    ClusterNamespace,
    ClusterTenant,
    ClusterTopic,
    Roles,
    UnreadPart,
)


def packed(values: Any) -> str:
    """JSON values, compressed, as ASCII."""
    return base64.b64encode(zlib.compress(json.dumps(values, sort_keys=True).encode(), 6)).decode()


def unpacked(text: str) -> Any:
    """The JSON values."""
    return json.loads(zlib.decompress(base64.b64decode(text)))


def write(content: ClusterContent) -> dict[str, Any]:
    """As JSON values; names and roles in order."""
    return {
        "cluster": content.cluster,
        "tenants": [
            [tenant.name, sorted(tenant.admin_roles), sorted(tenant.allowed_clusters)] for tenant in content.tenants
        ],
        "namespaces": [_namespace(namespace) for namespace in content.namespaces],
        "topics": [[topic.name, topic.partitions, dict(topic.policies)] for topic in content.topics],
        "super_user_roles": sorted(content.super_user_roles),
        "proxy_roles": sorted(content.proxy_roles),
        "unread": [[unread.place, unread.message, unread.code] for unread in content.unread],
        "left_out": list(content.left_out),
        "wildcards": content.wildcards,
    }


def read(values: Mapping[str, Any]) -> ClusterContent:
    """The inverse of `write`."""
    return ClusterContent(
        values["cluster"],
        tuple(
            ClusterTenant(tenant, frozenset(admins), frozenset(clusters))
            for tenant, admins, clusters in values["tenants"]
        ),
        tuple(_read_namespace(namespace) for namespace in values["namespaces"]),
        tuple(ClusterTopic(*topic) for topic in values["topics"]),
        frozenset(values["super_user_roles"]),
        frozenset(values["proxy_roles"]),
        tuple(UnreadPart(*unread) for unread in values["unread"]),
        tuple(values["left_out"]),
        values["wildcards"],
    )


def _namespace(namespace: ClusterNamespace) -> dict[str, Any]:
    return {
        "name": namespace.name,
        "policies": dict(namespace.policies),
        "roles": _sorted_actions(namespace.roles),
        "topic_roles": {topic: _sorted_actions(roles) for topic, roles in namespace.topic_roles.items()},
        "subscription_roles": _sorted_actions(namespace.subscription_roles),
    }


def _read_namespace(values: Mapping[str, Any]) -> ClusterNamespace:
    return ClusterNamespace(
        values["name"],
        values["policies"],
        _action_sets(values["roles"]),
        {topic: _action_sets(roles) for topic, roles in values["topic_roles"].items()},
        _action_sets(values["subscription_roles"]),
    )


def _sorted_actions(roles: Mapping[str, frozenset[str]]) -> dict[str, list[str]]:
    return {role: sorted(actions) for role, actions in roles.items()}


def _action_sets(roles: Mapping[str, list[str]]) -> Roles:
    return {role: frozenset(actions) for role, actions in roles.items()}
