"""Namespaces: created where the caller holds 200, deleted with 201, changed with 204."""

from typing import Annotated, Any, Self

from fastapi import Depends, Response
from pydantic import Field

from app.access.names import ResourceName, ResourceType
from app.access.subscription_rules import ModeName
from app.api.admin.resources import resource_items as shared
from app.api.admin.resources import resource_routes
from app.api.admin.resources.resource_policies import PolicyWish, wished
from app.api.guard import SignedIn, SignedInToChange
from app.api.paging import FilterId, Id, IdValue, Listed, Page, Remark, examples, sorted_by
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.api.versions import Seen
from app.platform.clock import now_ms
from app.platform.searching import equal
from app.resources import creation, namespaces, resource_rows, rule_support
from app.resources.models import Namespace, Tenant
from app.resources.placement import tenants_on

router = ChangingRouter(prefix="/namespaces", tags=["namespaces"])
KIND = ResourceType.NAMESPACE


class NewNamespace(PolicyWish):
    """A namespace of a tenant. `bundles`: the number of bundles at the start."""

    model_config = examples({"tenant_id": 1, "name": "orders", "bundles": 4})

    tenant_id: IdValue
    name: Annotated[str, Field(max_length=256)]
    bundles: Annotated[int, Field(ge=1, le=1024)] = 4
    remark: Remark | None = None


class NamespaceItem(shared.ResourceItem):
    """A namespace."""

    tenant_id: int
    bundles: int
    subscription_auth_mode: ModeName

    @classmethod
    def of(cls, row: Any, **others: Any) -> Self:
        """With its tenant."""
        return super().of(row, tenant_id=row.tenant, **others)


class NamespaceChange(shared.ResourceChange):
    """What to change; fields that are left out stay."""

    subscription_auth_mode: ModeName = Field(
        "None", description="Prefix: subscriptions must begin with the name of the user."
    )


@router.get("", summary="List namespaces")
def list_namespaces(
    caller: SignedIn,
    page: Annotated[Page, Depends(sorted_by(name=Namespace.name, update_time=Namespace.update_time))],
    which: shared.Which,
    tenant_id: FilterId = None,
    cluster_id: FilterId = None,
) -> Listed[NamespaceItem]:
    """The namespaces on which, or in which, the caller holds an authority."""
    query = shared.seen_by(caller, KIND).where(*page.matching(Namespace.name))
    query = query.where(*which.of(Namespace), *equal({Namespace.tenant: tenant_id}))
    if cluster_id is not None:
        query = query.where(Namespace.tenant.in_(tenants_on(cluster_id)))
    listed = page.of(caller.session, query, Namespace.id, lambda row: row)
    return listed.showing(NamespaceItem.all(caller, listed.items))


@router.post("", summary="Create a namespace", status_code=201, responses=responses(404, 409))
def create_namespace(caller: SignedInToChange, body: NewNamespace, response: Response) -> NamespaceItem:
    """Needs authority 200 on the tenant, for this name. The creator gets every authority on the namespace."""
    tenant = shared.find_visible(caller, Tenant, body.tenant_id)
    resource_rows.check_parent(tenant, tenant.name)
    name = ResourceName.of_namespace(f"{tenant.name}/{body.name}")
    shared.require(caller, "tenant:CREATE_NAMESPACE", ResourceType.TENANT, tenant.id, name)
    wish = wished("namespace", body)
    new = namespaces.prepare(caller.session, tenant, body.name, body.bundles, body.remark, wish=wish)
    row = creation.create(caller.session, caller.username, caller.user_id, new)
    return NamespaceItem.answer(caller, row, response)


@router.patch("/{namespace_id}", summary="Change a namespace", responses=responses(409))
def change_namespace(
    caller: SignedInToChange, namespace_id: Id, body: NamespaceChange, seen: Seen, response: Response
) -> NamespaceItem:
    """Changes the remark or the mode of subscriptions, or switches it off or on."""
    row = seen.latest(shared.find_administered(caller, Namespace, namespace_id))
    rule_support.change(caller.session, caller.username, row, now_ms(), **body.columns())
    return NamespaceItem.answer(caller, row, response)


resource_routes.add_to(router, Namespace, NamespaceItem)
