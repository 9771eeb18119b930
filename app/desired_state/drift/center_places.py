"""Reads what the center wishes on one cluster: places with their values, and whether jobs are done with them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceName, ResourceType
from app.desired_state.engine import center_reader
from app.desired_state.engine.state import ResourceState
from app.resources.broker_registration import BrokerRegistration
from app.resources.job_order import READY
from app.resources.models import Cluster, ProvisioningJob
from app.resources.placement import lives_on


@dataclass(frozen=True, slots=True)
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


def read(session: Session, cluster: Cluster, before: Mapping[str, KnownPlace] | None = None) -> KnownCluster:
    """All places on the cluster, by a fixed number of statements. `covered` is empty: see `known_rights`. A place that
    is as it was `before` is that object, so that a large cluster does not take its room twice."""
    query = select(ProvisioningJob.res_type, ProvisioningJob.res_id)
    waiting = query.where(ProvisioningJob.cluster == cluster.id, ProvisioningJob.state != READY)
    unfinished = {(row.res_type, row.res_id) for row in session.execute(waiting)}
    places, before = dict[str, KnownPlace](), before or {}
    rules: dict[str, Mapping[str, frozenset[str]]] = {}
    # What is above comes before what is in it.
    for (kind, name), resource in center_reader.read_resources(session, lives_on(cluster.id)):
        above = places.get(ResourceName.of(kind, name).ancestors(cluster.name)[0].name)
        settled = not resource.deleting and (int(kind), resource.id) not in unfinished
        settled = settled and (above is None or above.settled)
        values = _values(kind, resource)
        place, earlier = KnownPlace(kind, resource.id, name, resource.update_time, settled, values), before.get(name)
        place = earlier if earlier is not None and earlier == place else place
        places[place.name] = place
        if resource.subscription_permissions:
            rules[name] = resource.subscription_permissions
    return KnownCluster(cluster.name, places, rules, enforced=_is_enforced(session, cluster.id))


def among(known: KnownCluster, clusters: frozenset[str]) -> KnownCluster:
    """The same, with only those clusters of a tenant that this cluster knows: provisioning names no others."""
    return replace(known, places={name: _among(place, clusters) for name, place in known.places.items()})


def _among(place: KnownPlace, clusters: frozenset[str]) -> KnownPlace:
    if place.kind != ResourceType.TENANT:
        return place
    return replace(place, values={"allowed_clusters": sorted(clusters.intersection(place.values["allowed_clusters"]))})


def _is_enforced(session: Session, cluster_id: int) -> bool:
    row = BrokerRegistration
    mine = row.cluster_id == cluster_id, row.service == "broker", row.left_time.is_(None)
    return set(session.scalars(select(row.observing).where(*mine))) == {0}


def _values(kind: ResourceType, resource: ResourceState) -> dict[str, Any]:
    if kind == ResourceType.TENANT:
        return {"allowed_clusters": list(resource.clusters)}
    if kind == ResourceType.TOPIC:
        return {"partitions": resource.partitions, "policies": resource.wish()}
    mode = resource.subscription_auth_mode
    return {"bundles": resource.bundles, "subscription_auth_mode": mode, "policies": resource.wish()}
