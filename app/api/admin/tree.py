"""The tree of everything the caller may see, one level at a time."""

import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from sqlalchemy import Select, select

from app.api.admin import resource_items as shared
from app.api.guard import Caller, SignedIn
from app.api.paging import ApiModel, Listed, Page, Paged
from app.api.problems import responses
from app.errors import InvalidInput
from app.pulsar.names import ResourceType
from app.resources.models import Cluster, Namespace, Tenant, Topic
from app.resources.placement import lives_on
from app.resources.resource_rows import Row

router = APIRouter(prefix="/resources", tags=["resources"])
Kind = Literal["cluster", "tenant", "namespace", "topic"]
_PARENT = re.compile(r"(root|(cluster|tenant|namespace):([1-9][0-9]{0,18}))", re.ASCII)


class TreeItem(ApiModel):
    """A resource in the tree. `has_children`: the caller may see something in it. `state` of a cluster is always
    ready."""

    type: Kind
    id: int
    name: str
    full_name: str
    is_valid: int
    deleting: bool
    state: shared.State
    has_children: bool


@router.get("/tree", summary="List what is below a place", responses=responses(404))
def children(
    caller: SignedIn,
    page: Paged,
    parent: Annotated[str, Query(max_length=32, description="root, cluster:1, tenant:2 or namespace:3")] = "root",
) -> Listed[TreeItem]:
    """The resources directly below a place that the caller may see."""
    match = _PARENT.fullmatch(parent)
    if match is None:
        message = "must be root, cluster:<id>, tenant:<id> or namespace:<id>"
        raise InvalidInput(f"parent: {message}", field="parent", wrong=message)
    if match[2] is None:
        return _clusters(caller, page)
    return _LEVELS[match[2]](caller, page, int(match[3]))


def _clusters(caller: Caller, page: Page) -> Listed[TreeItem]:
    query = shared.seen_by(caller, ResourceType.CLUSTER, select(Cluster)).where(*page.matching(Cluster.name))
    tenants = shared.seen_by(caller, ResourceType.TENANT, select(Tenant)).with_only_columns(Tenant.clusters).distinct()
    lived_on = {number for text in caller.session.scalars(tenants) for number in text.split(",")}

    def item(row: Cluster) -> TreeItem:
        return TreeItem(
            type="cluster",
            id=row.id,
            name=row.name,
            full_name=row.name,
            is_valid=1,
            deleting=False,
            state="ready",
            has_children=str(row.id) in lived_on,
        )

    return page.of(caller.session, query, Cluster.id, item)


def _tenants(caller: Caller, page: Page, cluster_id: int) -> Listed[TreeItem]:
    shared.found(caller, ResourceType.CLUSTER, Cluster, cluster_id)
    query = shared.seen_by(caller, ResourceType.TENANT, select(Tenant)).where(lives_on(cluster_id))
    found = page.of(caller.session, query.where(*page.matching(Tenant.name)), Tenant.id, lambda row: row)
    inner = _parents(caller, ResourceType.NAMESPACE, select(Namespace), Namespace.tenant, found.items)
    return _page(caller, ResourceType.TENANT, found, inner)


def _namespaces(caller: Caller, page: Page, tenant_id: int) -> Listed[TreeItem]:
    shared.found(caller, ResourceType.TENANT, Tenant, tenant_id)
    query = shared.seen_by(caller, ResourceType.NAMESPACE, select(Namespace)).where(Namespace.tenant == tenant_id)
    found = page.of(caller.session, query.where(*page.matching(Namespace.name)), Namespace.id, lambda row: row)
    inner = _parents(caller, ResourceType.TOPIC, select(Topic), Topic.namespace, found.items)
    return _page(caller, ResourceType.NAMESPACE, found, inner)


def _topics(caller: Caller, page: Page, namespace_id: int) -> Listed[TreeItem]:
    shared.found(caller, ResourceType.NAMESPACE, Namespace, namespace_id)
    query = shared.seen_by(caller, ResourceType.TOPIC, select(Topic)).where(Topic.namespace == namespace_id)
    found = page.of(caller.session, query.where(*page.matching(Topic.name)), Topic.id, lambda row: row)
    return _page(caller, ResourceType.TOPIC, found, set())


_LEVELS = {"cluster": _tenants, "tenant": _namespaces, "namespace": _topics}


def _parents(caller: Caller, kind: ResourceType, query: Select[Any], above: Any, rows: Sequence[Row]) -> set[int]:
    """Ids of the rows with something below that the caller may see, with one query."""
    seen = shared.seen_by(caller, kind, query).where(above.in_([row.id for row in rows]))
    return set(caller.session.scalars(seen.with_only_columns(above).distinct()))


def _page(caller: Caller, kind: ResourceType, found: Listed[Any], with_children: set[int]) -> Listed[TreeItem]:
    rows: Sequence[Row] = found.items
    states, names = shared.provisioning_of(caller, kind, rows), shared.full_names(caller, kind, rows)
    items = [
        TreeItem.of(
            row,
            type=_KINDS[kind],
            full_name=names[row.id],
            state=states[row.id].state,
            has_children=row.id in with_children,
        )
        for row in rows
    ]
    return found.showing(items)


_KINDS: dict[ResourceType, Kind] = {
    ResourceType.TENANT: "tenant",
    ResourceType.NAMESPACE: "namespace",
    ResourceType.TOPIC: "topic",
}
