"""Answers of Pulsar's admin API as values of `app.pulsar.estate`. Pure.

Versions differ in what they add, so unknown members are ignored; what is needed and has another form is refused
(ValueError with a sentence). Names of members as 4.0.8 writes them, read on a real broker.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from app.pulsar.admin_path import MOST_CHARACTERS
from app.pulsar.estate import ClusterNamespace, ClusterTenant, Roles
from app.pulsar.names import ResourceName

_GRANTS = "auth_policies"
_NAMESPACE, _TOPICS, _SUBSCRIPTIONS = "namespace_auth", "destination_auth", "subscription_auth_roles"


def tenant(name: str, told: Mapping[str, Any]) -> ClusterTenant:
    """Pulsar's TenantInfo. Raises ValueError."""
    return ClusterTenant(name, _names(told, "adminRoles"), _names(told, "allowedClusters"))


def namespace(name: str, told: Mapping[str, Any]) -> ClusterNamespace:
    """Pulsar's Policies. Raises ValueError."""
    grants = _object(told, _GRANTS)
    by_topic = _object(grants, _TOPICS)
    subscriptions = _object(grants, _SUBSCRIPTIONS)
    return ClusterNamespace(
        name,
        {key: value for key, value in told.items() if key != _GRANTS},
        _roles(grants, _NAMESPACE),
        {_kept(topic): _roles(by_topic, topic) for topic in by_topic},
        {_kept(one): _names(subscriptions, one) for one in subscriptions},
    )


def java_set(text: str) -> frozenset[str]:
    """The names of a set as Java prints it, `[root, proxy]`, which is how broker.conf is shown at runtime."""
    inner = text.strip().removeprefix("[").removesuffix("]")
    return frozenset(name for name in (part.strip() for part in inner.split(",")) if name)


def topics(names: Iterable[str]) -> tuple[set[str], list[str]]:
    """Canonical names, each partitioned topic once; and the names that are no topic's."""
    found, malformed = set(), []
    for name in names:
        topic = ResourceName.of_topic(name).name
        found.add(topic) if topic else malformed.append(name)
    return found, malformed


def _roles(told: Mapping[str, Any], key: str) -> Roles:
    by_role = _object(told, key)
    return {_kept(role): _names(by_role, role) for role in by_role}


def _names(told: Mapping[str, Any], key: str) -> frozenset[str]:
    found = told.get(key)
    if found is None:
        return frozenset()
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise ValueError(f"{key} is no list of names")
    return frozenset(map(_kept, found))


def _object(told: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = told.get(key)
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise ValueError(f"{key} is no object")
    return found


def _kept(name: str) -> str:
    """A name that every database keeps. Raises ValueError for another, which no client gets past a broker's limits."""
    if len(name) > MOST_CHARACTERS or "\0" in name:
        raise ValueError(f"a name has more than {MOST_CHARACTERS} characters, or U+0000")
    return name
