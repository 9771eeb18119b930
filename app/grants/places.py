"""Places of grants: full name of a resource, the clusters it lives on, the places above it.

Grants refer to resources by number, decisions by name. `app.resources` is a higher layer and must not be imported, so
the few columns of its tables that are needed are declared here.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    BindParameter,
    Label,
    Select,
    String,
    TableClause,
    bindparam,
    column,
    false,
    or_,
    select,
    table,
)
from sqlalchemy.orm import Session

from app.access.names import ROOT_NAME, ResourceType
from app.platform.database import slices
from app.platform.errors import NotFound

CLUSTERS = table("res_cluster", column("id"), column("name", String))
TENANTS = table(
    "res_tenant",
    column("id"),
    column("clusters", String),
    column("name", String),
    column("is_valid"),
    column("deleting"),
)
NAMESPACES = table(
    "res_namespace", column("id"), column("tenant"), column("name", String), column("is_valid"), column("deleting")
)
TOPICS = table(
    "res_topic",
    column("id"),
    column("tenant"),
    column("namespace"),
    column("name", String),
    column("domain", String),
    column("is_valid"),
    column("deleting"),
)

NAMESPACE_NAME = TENANTS.c.name + "/" + NAMESPACES.c.name
TOPIC_NAME = TOPICS.c.domain + "://" + TENANTS.c.name + "/" + NAMESPACES.c.name + "/" + TOPICS.c.name

Key = tuple[int, int]
"""(res_type, res_id)"""


@dataclass(frozen=True, slots=True)
class Place:
    """A resource: its full name in Pulsar's notation, the ids of its clusters, the places above it, nearest first.

    The root has no clusters listed; it stands for all of them.
    """

    key: Key
    name: str
    clusters: tuple[int, ...] = ()
    above: tuple[Key, ...] = ()
    off: bool = False
    """It, or a place above it, is switched off."""


def place_of(session: Session, res_type: int, res_id: int) -> Place:
    """The place of a grant. Raises NotFound when the resource does not exist."""
    found = places_of(session, [(res_type, res_id)])
    if (res_type, res_id) not in found:
        raise no_such_place()
    return found[res_type, res_id]


def no_such_place() -> NotFound:
    """The error for a place that does not exist. Word for word the same as for a place that the caller may not see."""
    return NotFound("There is no such resource.")


def places_of(session: Session, keys: Iterable[Key]) -> Mapping[Key, Place]:
    """The places of many grants, with one query per type. Places that do not exist are left out."""
    wanted_keys = set(keys)
    found = {
        (kind, row.id): of_row(kind, (row.id, *row[4:]), row.name, row.clusters, off=bool(row.off))
        for kind, row in _rows(session, wanted_keys)
    }
    return {**found, (0, 0): Place((0, 0), ROOT_NAME)} if (0, 0) in wanted_keys else found


def shown_names(session: Session, keys: Iterable[Key]) -> Mapping[Key, tuple[str, bool]]:
    """The full names, and whether the place or one above it is switched off."""
    return {(0, 0): (ROOT_NAME, False), **{(kind, row[0]): (row[1], row[3]) for kind, row in _rows(session, keys)}}


def ids_by_type(keys: Iterable[Key]) -> dict[int, list[int]]:
    """Type → the different ids of this type. Both ascend."""
    found: dict[int, list[int]] = defaultdict(list)
    for res_type, res_id in sorted(set(keys)):
        found[res_type].append(res_id)
    return found


def _rows(session: Session, keys: Iterable[Key]) -> Iterator[tuple[int, Any]]:
    by_type, connection = ids_by_type(keys), session.connection()
    for kind, statement in _STATEMENTS.items():
        for ids in slices(by_type.get(kind, ())):
            yield from ((int(kind), row) for row in connection.execute(statement, {"ids": ids}))


def _is_disabled(*tables: TableClause) -> Label[bool]:
    return or_(*(or_(resources.c.is_valid != 1, resources.c.deleting > 0) for resources in tables)).label("off")


_IDS: BindParameter[Any] = bindparam("ids", expanding=True)
# Built once: building a statement costs more than executing it.
_STATEMENTS: dict[ResourceType, Select[tuple[object, ...]]] = {
    ResourceType.CLUSTER: select(
        CLUSTERS.c.id, CLUSTERS.c.name, CLUSTERS.c.id.label("clusters"), false().label("off")
    ).where(CLUSTERS.c.id.in_(_IDS)),
    ResourceType.TENANT: select(TENANTS.c.id, TENANTS.c.name, TENANTS.c.clusters, _is_disabled(TENANTS)).where(
        TENANTS.c.id.in_(_IDS)
    ),
    ResourceType.NAMESPACE: select(
        NAMESPACES.c.id,
        NAMESPACE_NAME.label("name"),
        TENANTS.c.clusters,
        _is_disabled(NAMESPACES, TENANTS),
        TENANTS.c.id,
    )
    .select_from(NAMESPACES)
    .join(TENANTS, TENANTS.c.id == NAMESPACES.c.tenant)
    .where(NAMESPACES.c.id.in_(_IDS)),
    ResourceType.TOPIC: select(
        TOPICS.c.id,
        TOPIC_NAME.label("name"),
        TENANTS.c.clusters,
        _is_disabled(TOPICS, NAMESPACES, TENANTS),
        NAMESPACES.c.id,
        TENANTS.c.id,
    )
    .select_from(TOPICS)
    .join(NAMESPACES, NAMESPACES.c.id == TOPICS.c.namespace)
    .join(TENANTS, TENANTS.c.id == TOPICS.c.tenant)
    .where(TOPICS.c.id.in_(_IDS)),
}


def of_row(res_type: int, ids: Sequence[int], name: str, clusters: object, *, off: bool = False) -> Place:
    """The place from what tables say. `ids`: its own, then those of the places above it, up to the tenant; `clusters`:
    ids with commas between them."""
    numbers = tuple(int(text) for text in str(clusters).split(",") if text)
    keys = [(res_type - step, res_id) for step, res_id in enumerate(ids)]
    if res_type > ResourceType.CLUSTER:
        keys.extend((int(ResourceType.CLUSTER), cluster_id) for cluster_id in numbers)
    return Place(keys[0], name, numbers, (*keys[1:], (0, 0)), off)


def cluster_names(session: Session) -> Mapping[int, str]:
    """Id → name of every cluster."""
    return {row.id: row.name for row in session.connection().execute(_NAMES)}


_NAMES = select(CLUSTERS.c.id, CLUSTERS.c.name)
