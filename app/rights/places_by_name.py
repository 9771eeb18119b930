"""Finds places by their names: which of them the center knows, with ids, clusters and the places above."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ROOT_NAME, ResourceName, ResourceType
from app.grants import places
from app.grants.places import Key, Place
from app.resources.models import Cluster, Namespace, Tenant, Topic
from app.rights.snapshot_records import NAMESPACE_NAME, TOPIC_NAME, Rows

Named = tuple[int, str]
"""(type number, canonical name)"""


def find(session: Session, names: Iterable[ResourceName]) -> dict[Named, Place]:
    """The places that the center knows, with one statement per type. Malformed names are never found."""
    names_by_type: dict[ResourceType, list[ResourceName]] = defaultdict(list)
    for resource in names:
        if not resource.malformed:
            names_by_type[resource.type].append(resource)
    found: dict[Named, Place] = {}
    if ResourceType.ROOT in names_by_type:
        found[0, ROOT_NAME] = Place((0, 0), ROOT_NAME)
    for kind, query in _QUERIES.items():
        if resources := names_by_type.get(kind):
            exact = {resource.name for resource in resources}
            for name, ids, clusters in _rows(session, query, resources):
                if name in exact:
                    found[int(kind), name] = places.of_row(int(kind), ids, name, clusters)
    return found


def keys_on_the_way(found: Mapping[Named, Place]) -> set[Key]:
    """The keys of the places and of all places above them: a grant on any of these reaches one of the places."""
    return {key for place in found.values() for key in (place.key, *place.above)}


def _rows(session: Session, query: Rows, names: list[ResourceName]) -> Iterator[tuple[str, list[int], object]]:
    columns = {
        Tenant.name: {resource.tenant for resource in names if resource.tenant},
        Namespace.name: {resource.namespace.partition("/")[2] for resource in names if resource.namespace},
        Topic.name: {resource.local_name for resource in names if resource.type == ResourceType.TOPIC},
        Cluster.name: {resource.name for resource in names if resource.type == ResourceType.CLUSTER},
    }
    # Each part of the names is compared separately, so that the unique indexes are used. This also finds pairs that
    # nobody asked for; the caller drops them.
    query = query.where(*(column.in_(sorted(values)) for column, values in columns.items() if values))
    for name, clusters, *ids in session.execute(query):
        yield name, ids, clusters


_QUERIES: dict[ResourceType, Rows] = {
    ResourceType.CLUSTER: select(Cluster.name, Cluster.id, Cluster.id),
    ResourceType.TENANT: select(Tenant.name, Tenant.clusters, Tenant.id),
    ResourceType.NAMESPACE: select(NAMESPACE_NAME, Tenant.clusters, Namespace.id, Tenant.id).join(
        Tenant, Tenant.id == Namespace.tenant
    ),
    ResourceType.TOPIC: select(TOPIC_NAME, Tenant.clusters, Topic.id, Namespace.id, Tenant.id)
    .join(Namespace, Namespace.id == Topic.namespace)
    .join(Tenant, Tenant.id == Topic.tenant),
}
