"""POST /tenant-administrators: carries out `pulsar-admin tenants create | update --admin-roles`."""

from typing import Annotated

from fastapi import Request
from pydantic import Field, StringConstraints

from app.api import problems
from app.api.broker.caller import Calling
from app.api.broker.permissions import Proof, asking
from app.api.paging import ApiModel, Body, Printable, examples
from app.api.routing import Router
from app.audit.trail import trail
from app.rights.granting import permission_commands

router = Router(tags=["broker"])
Name = Annotated[str, StringConstraints(max_length=512), Printable]


class TenantAdministrators(Body):
    """The users that are to administer the tenant. `actor`: the principal that named them; `proof`: what it signed in
    with."""

    model_config = examples({"tenant": "acme", "users": ["bob"], "actor": "alice", "proof": "eyJ…"})

    tenant: Name
    users: Annotated[list[Name], Field(min_length=1, max_length=64)]
    actor: Name
    proof: Proof | None = Field(None, repr=False)


class Made(ApiModel):
    """The revision of the change."""

    revision: int


@router.post(
    "/tenant-administrators",
    summary="Whom pulsar-admin names as administrators of a tenant",
    responses=problems.responses(403, 404, 409),
)
def tenant_administrators(request: Request, cluster: Calling, body: TenantAdministrators) -> Made:
    """Grant 104 on the tenant to each of them in the actor's name, all or none. Nobody loses it this way."""
    with asking(request, cluster, body.actor, body.proof, "tenant", body.tenant) as (session, by):
        permission_commands.make_administrators(session, by, body.users)
        return Made(revision=trail.current_revision(session))
