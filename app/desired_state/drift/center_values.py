"""What the center knows of a cluster, as values: the other side of the comparison. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from app.access.names import ResourceType


@dataclass(frozen=True)
class KnownPlace:
    """A tenant, namespace or topic of the center."""

    kind: ResourceType
    id: int
    name: str
    """In Pulsar's notation."""
    version: int
    """When it was last changed (epoch ms)."""
    settled: bool
    """False while jobs of it are unfinished here or it is being deleted: then nothing of it is drift."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """tenant: allowed_clusters; namespace: bundles, subscription_auth_mode, policies; topic: partitions, policies."""


@dataclass(frozen=True)
class KnownCluster:
    """Everything that the center wishes on one cluster."""

    cluster: str
    places: Mapping[str, KnownPlace]
    """By full name."""
    rules: Mapping[str, Mapping[str, frozenset[str]]] = field(default_factory=dict)
    """Namespace → subscription → the users that alone may use it."""
    covered: Mapping[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    """(user name, full name of a place) → Pulsar's actions that the center's grants allow there; `administer` on
    tenants."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Native role → the user that it is at the center."""
    enforced: bool = False
    """Its brokers decide by the center's rules about subscriptions, whatever the cluster has of its own."""


def unchanged(before: KnownCluster, after: KnownCluster, name: str) -> bool:
    """True when the center's wish about a place was the same before and after the cluster was read."""
    return before.places.get(name) == after.places.get(name)


def unsettled(before: KnownCluster, after: KnownCluster) -> KnownCluster:
    """The wish after the cluster was read, with nothing settled that was changed meanwhile."""
    changed = {name: place for name, place in after.places.items() if not unchanged(before, after, name)}
    return replace(after, places={**after.places, **{name: replace(changed[name], settled=False) for name in changed}})
