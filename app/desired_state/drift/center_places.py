"""Reads what the center wishes on one cluster: places with their values, and whether jobs are done with them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.access.naming_rules import topic_in
from app.desired_state.drift.center_values import KnownCluster, KnownPlace
from app.resources import placement, policies, subscription_rules
from app.resources.broker_registration import BrokerRegistration
from app.resources.job_order import READY
from app.resources.models import Cluster, Namespace, ProvisioningJob, SubscriptionRule, Tenant, Topic
from app.resources.placement import lives_on
from app.resources.topics import PERSISTENT

_Unfinished = frozenset[tuple[int, int]]


def read(session: Session, cluster: Cluster) -> KnownCluster:
    """All places on the cluster, by a fixed number of statements. `covered` is empty: see `known_rights`."""
    query = select(ProvisioningJob.res_type, ProvisioningJob.res_id)
    waiting = query.where(ProvisioningJob.cluster == cluster.id, ProvisioningJob.state != READY)
    unfinished = frozenset((row.res_type, row.res_id) for row in session.execute(waiting))
    tenants = _tenants(session, cluster, unfinished)
    namespaces = _namespaces(session, cluster.id, tenants, unfinished)
    topics = dict(_topics(session, cluster.id, namespaces, unfinished))
    by_name = {place.name: place for places in (tenants, namespaces, topics) for place in places.values()}
    return KnownCluster(cluster.name, by_name, _rules(session, namespaces), enforced=_is_enforced(session, cluster.id))


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


def _tenants(session: Session, cluster: Cluster, unfinished: _Unfinished) -> dict[int, KnownPlace]:
    names = {row.id: row.name for row in session.execute(select(Cluster.id, Cluster.name))}
    return {
        row.id: _place(
            ResourceType.TENANT, row, row.name, unfinished, None, allowed_clusters=_cluster_names(row, names)
        )
        for row in placement.tenants_of_cluster(session, cluster.id)
    }


def _cluster_names(row: Tenant, names: Mapping[int, str]) -> list[str]:
    return sorted(names[cluster_id] for cluster_id in row.cluster_ids() if cluster_id in names)


def _namespaces(
    session: Session, cluster_id: int, tenants: Mapping[int, KnownPlace], unfinished: _Unfinished
) -> dict[int, KnownPlace]:
    query = select(Namespace).join(Tenant, Tenant.id == Namespace.tenant).where(lives_on(cluster_id))
    namespaces = {}
    for row in session.scalars(query):
        above = tenants[row.tenant]
        values = {
            "bundles": row.bundles,
            "subscription_auth_mode": row.subscription_auth_mode,
            "policies": policies.wish_of(row),
        }
        name = f"{above.name}/{row.name}"
        namespaces[row.id] = _place(ResourceType.NAMESPACE, row, name, unfinished, above, **values)
    return namespaces


def _topics(
    session: Session, cluster_id: int, namespaces: Mapping[int, KnownPlace], unfinished: _Unfinished
) -> Iterator[tuple[int, KnownPlace]]:
    query = select(Topic).join(Tenant, Tenant.id == Topic.tenant).where(lives_on(cluster_id))
    for row in session.scalars(query):
        above = namespaces[row.namespace]
        name = topic_in(above.name, row.name, persistent=row.domain == PERSISTENT).name
        values = {"partitions": row.partitions, "policies": policies.wish_of(row)}
        yield row.id, _place(ResourceType.TOPIC, row, name, unfinished, above, **values)


def _place(
    kind: ResourceType, row: Any, name: str, unfinished: _Unfinished, above: KnownPlace | None, **values: Any
) -> KnownPlace:
    settled = not row.deleting and (int(kind), row.id) not in unfinished and (above is None or above.settled)
    return KnownPlace(kind, row.id, name, row.update_time, settled, values)


def _rules(session: Session, namespaces: Mapping[int, KnownPlace]) -> dict[str, dict[str, frozenset[str]]]:
    rules = [row for row in session.scalars(select(SubscriptionRule)) if row.namespace in namespaces]
    names = subscription_rules.names_of(session, rules)
    rules_by_namespace: dict[str, dict[str, frozenset[str]]] = {}
    for rule in rules:
        users = frozenset(names[user_id] for user_id in rule.user_ids() if user_id in names)
        rules_by_namespace.setdefault(namespaces[rule.namespace].name, {})[rule.subscription] = users
    return rules_by_namespace
