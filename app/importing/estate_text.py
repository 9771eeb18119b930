"""What a cluster holds as a short text for the database, and back."""

import base64
import json
import zlib
from collections.abc import Mapping
from typing import Any

from app.pulsar.estate import ClusterEstate, ClusterNamespace, ClusterTenant, ClusterTopic, Roles, Unread


def packed(values: Any) -> str:
    """JSON values, compressed, as ASCII."""
    return base64.b64encode(zlib.compress(json.dumps(values, sort_keys=True).encode(), 6)).decode()


def unpacked(text: str) -> Any:
    """The JSON values."""
    return json.loads(zlib.decompress(base64.b64decode(text)))


def write(estate: ClusterEstate) -> dict[str, Any]:
    """As JSON values; names and roles in order."""
    return {
        "cluster": estate.cluster,
        "tenants": [[one.name, sorted(one.admin_roles), sorted(one.allowed_clusters)] for one in estate.tenants],
        "namespaces": [_namespace(one) for one in estate.namespaces],
        "topics": [[one.name, one.partitions, dict(one.policies)] for one in estate.topics],
        "super_user_roles": sorted(estate.super_user_roles),
        "proxy_roles": sorted(estate.proxy_roles),
        "unread": [[one.place, one.message, one.code] for one in estate.unread],
        "left_out": list(estate.left_out),
        "wildcards": estate.wildcards,
    }


def read(told: Mapping[str, Any]) -> ClusterEstate:
    """The inverse of `write`."""
    return ClusterEstate(
        told["cluster"],
        tuple(ClusterTenant(name, frozenset(admins), frozenset(on)) for name, admins, on in told["tenants"]),
        tuple(_read_namespace(one) for one in told["namespaces"]),
        tuple(ClusterTopic(*one) for one in told["topics"]),
        frozenset(told["super_user_roles"]),
        frozenset(told["proxy_roles"]),
        tuple(Unread(*one) for one in told["unread"]),
        tuple(told["left_out"]),
        told["wildcards"],
    )


def _namespace(one: ClusterNamespace) -> dict[str, Any]:
    return {
        "name": one.name,
        "policies": dict(one.policies),
        "roles": _sorted(one.roles),
        "topic_roles": {topic: _sorted(roles) for topic, roles in one.topic_roles.items()},
        "subscription_roles": _sorted(one.subscription_roles),
    }


def _read_namespace(told: Mapping[str, Any]) -> ClusterNamespace:
    return ClusterNamespace(
        told["name"],
        told["policies"],
        _sets(told["roles"]),
        {topic: _sets(roles) for topic, roles in told["topic_roles"].items()},
        _sets(told["subscription_roles"]),
    )


def _sorted(roles: Mapping[str, frozenset[str]]) -> dict[str, list[str]]:
    return {role: sorted(actions) for role, actions in roles.items()}


def _sets(told: Mapping[str, list[str]]) -> Roles:
    return {role: frozenset(actions) for role, actions in told.items()}
