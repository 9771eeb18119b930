"""Finds places by their names: which of them the center knows, with ids, clusters and the places above. And which
places lists show as switched off: by themselves, by a place above, or by the topic that they serve."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.holding import may_serve, topics_served_by
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


def place_of(session: Session, name: ResourceName) -> Place | None:
    """The same of a single name."""
    return find(session, [name]).get((int(name.type), name.name))


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


def find_shown(session: Session, keys: Iterable[Key]) -> Mapping[Key, tuple[str, bool]]:
    """Key → full name, and whether the place is switched off, so that no right gives its data (decision 0055).

    Places that do not exist are left out. One statement for each type of place, three more when a retry or dead-letter
    topic is among them.
    """
    return with_served_topics(session, places.shown_names(session, keys))


def with_served_topics(session: Session, names: Mapping[Key, tuple[str, bool]]) -> Mapping[Key, tuple[str, bool]]:
    """The same for names that are known, each with whether the place or one above it is switched off."""
    served = {
        key: topics_served_by(ResourceName.of(key[0], name))
        for key, (name, off) in names.items()
        if key[0] == ResourceType.TOPIC and not off and may_serve(name)
    }
    closed = _switched_off(session, {topic.name: topic for topics in served.values() for topic in topics}.values())
    by_topic = {key for key, topics in served.items() if any(topic.name in closed for topic in topics)}
    return {key: (name, off or key in by_topic) for key, (name, off) in names.items()}


def _switched_off(session: Session, topics: Iterable[ResourceName]) -> set[str]:
    keys = [place.key for place in find(session, topics).values()]
    return {name for name, off in places.shown_names(session, keys).values() if off} if keys else set()
