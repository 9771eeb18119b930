"""The tree of everything the caller may see, one level at a time."""

import re
from collections.abc import Sequence
from itertools import islice
from typing import Annotated, Any, Literal

from fastapi import Query, Request
from pydantic import Field

from app.access.names import ResourceType
from app.api import keyset
from app.api.admin.resources import resource_items as shared
from app.api.callers import Caller
from app.api.guard import SignedIn
from app.api.paging import ApiModel, Listed, Page, Paged, WholeList
from app.api.problems import responses
from app.api.routing import Router
from app.grants import places
from app.platform.errors import InvalidInput
from app.resources.models import MODELS, Cluster, Namespace, Tenant, Topic
from app.resources.placement import lives_on
from app.resources.resource_rows import Row

router = Router(prefix="/resources", tags=["resources"])
Kind = Literal["cluster", "tenant", "namespace", "topic"]
_PARENT = re.compile(r"(root|(cluster|tenant|namespace):([1-9][0-9]{0,18}))", re.ASCII)
_RESOURCE = re.compile(r"(cluster|tenant|namespace|topic):([1-9][0-9]{0,18})", re.ASCII)


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
def list_tree(
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
    return _inside(caller, page, ResourceType[match[2].upper()], int(match[3]))


class Level(Listed[TreeItem]):
    """The first page of what lies in `parent`."""

    parent: str = Field(examples=["namespace:3"])


class TreePath(WholeList[Level]):
    """The levels from the root down."""


@router.get("/tree/path", summary="List the levels of the tree down to a resource", responses=responses(404))
def list_path(
    request: Request,
    caller: SignedIn,
    to: Annotated[str, Query(min_length=1, max_length=32, description="cluster:1, tenant:2, namespace:3 or topic:4")],
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
) -> TreePath:
    """From the root down to what lies in the resource, the first page of each level. The next ones are those of
    `GET /resources/tree` for this `parent`."""
    match = _RESOURCE.fullmatch(to)
    if match is None:
        message = "must be cluster:<id>, tenant:<id>, namespace:<id> or topic:<id>"
        raise InvalidInput(f"to: {message}", field="to", wrong=message)
    levels = []
    for kind, number in _way_to(caller, ResourceType[match[1].upper()], int(match[2])):
        parent = f"{kind.name.lower()}:{number}" if kind else "root"
        list_of = [("parent", parent), ("sort", "id"), ("path", request.url.path.removesuffix("/path"))]
        page = Page(limit, None, None, None, descending=False, list_of=keyset.fingerprint(list_of))
        listed = _inside(caller, page, kind, number) if kind else _clusters(caller, page)
        levels.append(Level.model_construct(parent=parent, **dict(listed)))
    return TreePath(items=levels)


def _way_to(caller: Caller, kind: ResourceType, number: int) -> list[tuple[ResourceType, int]]:
    """The root, the first cluster that the caller may see, what else the resource lies in, and itself, unless nothing
    lies in it. Raises NotFound."""
    shared.find_visible(caller, MODELS[kind], number)
    place = places.place_of(caller.session, kind, number)
    clusters = (key for key in place.above if key[0] == ResourceType.CLUSTER and shared.sees(caller, *key))
    inside = [key for key in (place.key, *place.above) if ResourceType.CLUSTER < key[0] < ResourceType.TOPIC]
    own = [place.key] if kind == ResourceType.CLUSTER else islice(clusters, 1)
    return [(ResourceType(kind), number) for kind, number in ((0, 0), *own, *reversed(inside))]


def _clusters(caller: Caller, page: Page) -> Listed[TreeItem]:
    query = shared.seen_by(caller, ResourceType.CLUSTER).where(*page.matching(Cluster.name))
    tenants = shared.seen_by(caller, ResourceType.TENANT).with_only_columns(Tenant.clusters).distinct()
    lived_on = {cluster for text in caller.session.scalars(tenants) for cluster in text.split(",")}
    always = {"type": "cluster", "is_valid": 1, "deleting": False, "state": "ready"}

    def item(row: Cluster) -> TreeItem:
        return TreeItem.of(row, full_name=row.name, has_children=str(row.id) in lived_on, **always)

    return page.of(caller.session, query, Cluster.id, item)


_ABOVE: dict[ResourceType, Any] = {ResourceType.NAMESPACE: Namespace.tenant, ResourceType.TOPIC: Topic.namespace}
"""The column that says what a resource lies in."""


def _inside(caller: Caller, page: Page, above: ResourceType, number: int) -> Listed[TreeItem]:
    """What lies in a cluster, tenant or namespace. Raises NotFound."""
    shared.find_visible(caller, MODELS[above], number)
    kind = ResourceType(above + 1)
    model = MODELS[kind]
    inside = lives_on(number) if kind == ResourceType.TENANT else _ABOVE[kind] == number
    query = shared.seen_by(caller, kind).where(inside, *page.matching(model.name))
    return _page(caller, kind, page.of(caller.session, query, model.id, lambda row: row))


def _parents(caller: Caller, kind: ResourceType, rows: Sequence[Row]) -> set[int]:
    """Ids of the rows with something below that the caller may see, with one query."""
    if kind == ResourceType.TOPIC:
        return set()
    below = ResourceType(kind + 1)
    above = _ABOVE[below]
    children = shared.seen_by(caller, below).where(above.in_([parent.id for parent in rows]))
    return set(caller.session.scalars(children.with_only_columns(above).distinct()))


def _page(caller: Caller, kind: ResourceType, listed: Listed[Any]) -> Listed[TreeItem]:
    rows: Sequence[Row] = listed.items
    states, names = shared.provisioning_of(caller, kind, rows), shared.full_names(caller, kind, rows)
    with_children = _parents(caller, kind, rows)
    items = [
        TreeItem.of(
            row,
            type=kind.name.lower(),
            full_name=names[row.id],
            state=states[row.id].state,
            has_children=row.id in with_children,
        )
        for row in rows
    ]
    return listed.showing(items)
