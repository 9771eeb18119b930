"""Tenants: created where the caller holds 100, deleted with 101, changed with 104."""

from typing import Annotated, Any, Self

from fastapi import Depends, Response
from pydantic import Field

from app.access.names import ResourceType
from app.api.admin.resources import resource_items as shared
from app.api.admin.resources import resource_routes
from app.api.guard import SignedIn, SignedInToChange
from app.api.paging import Body, FilterId, Id, IdValue, Listed, Page, Remark, examples, sorted_by
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.api.versions import Seen
from app.resources import resource_rows, tenants
from app.resources.models import Cluster, Tenant
from app.resources.placement import lives_on

router = ChangingRouter(prefix="/tenants", tags=["tenants"])
KIND = ResourceType.TENANT


class NewTenant(Body):
    """A tenant and its clusters."""

    model_config = examples({"name": "acme", "cluster_ids": [1], "remark": "cost centre 42"})

    name: Annotated[str, Field(max_length=256)]
    cluster_ids: Annotated[list[IdValue], Field(min_length=1, max_length=64)]
    remark: Remark | None = None


class TenantItem(shared.ResourceItem):
    """A tenant."""

    cluster_ids: list[int]

    @classmethod
    def of(cls, row: Any, **others: Any) -> Self:
        """With its clusters."""
        return super().of(row, cluster_ids=row.cluster_ids(), **others)


@router.get("", summary="List tenants")
def list_tenants(
    caller: SignedIn,
    page: Annotated[Page, Depends(sorted_by(name=Tenant.name, update_time=Tenant.update_time))],
    which: shared.Which,
    cluster_id: FilterId = None,
) -> Listed[TenantItem]:
    """The tenants on which, or in which, the caller holds an authority."""
    query = shared.seen_by(caller, KIND).where(*page.matching(Tenant.name), *which.of(Tenant))
    if cluster_id is not None:
        query = query.where(lives_on(cluster_id))
    listed = page.of(caller.session, query, Tenant.id, lambda row: row)
    return listed.showing(TenantItem.all(caller, listed.items))


@router.post("", summary="Create a tenant", status_code=201, responses=responses(404, 409))
def create_tenant(caller: SignedInToChange, body: NewTenant, response: Response) -> TenantItem:
    """Needs authority 100 on each cluster. The creator gets every authority on the tenant."""
    for cluster_id in body.cluster_ids:
        shared.find_visible(caller, Cluster, cluster_id)
        shared.require(caller, "tenant:CREATE_TENANT", ResourceType.CLUSTER, cluster_id)
    row = tenants.create(
        caller.session, caller.username, caller.user_id, body.name, body.cluster_ids, remark=body.remark
    )
    return TenantItem.answer(caller, row, response)


@router.patch("/{tenant_id}", summary="Change a tenant", responses=responses(409))
def change_tenant(
    caller: SignedInToChange, tenant_id: Id, body: shared.ResourceChange, seen: Seen, response: Response
) -> TenantItem:
    """Changes the remark, or switches it off or on."""
    row = seen.latest(shared.find_administered(caller, Tenant, tenant_id))
    cluster = resource_rows.only_cluster(row)
    resource_rows.change(caller.session, caller.username, KIND, row, row.name, cluster, **body.columns())
    return TenantItem.answer(caller, row, response)


resource_routes.add_to(router, Tenant, TenantItem)
