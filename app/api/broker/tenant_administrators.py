"""POST /tenant-administrators: whom `pulsar-admin tenants create | update --admin-roles` names lands here."""

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import ConfigDict, Field, StringConstraints

from app.api import guard, problems
from app.api.broker.caller import Calling
from app.api.paging import Body, Printable
from app.audit import trail
from app.brokers import pulsar_admin
from app.clock import now_ms
from app.database import Database

router = APIRouter(tags=["broker"])
Name = Annotated[str, StringConstraints(max_length=512), Printable]


class TenantAdministrators(Body):
    """Who is to administer the tenant; `actor` is the principal that named them."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"tenant": "acme", "users": ["bob"], "actor": "alice"}]})

    tenant: Name
    users: Annotated[list[Name], Field(min_length=1, max_length=64)]
    actor: Name


@router.post(
    "/tenant-administrators",
    status_code=204,
    response_class=Response,
    summary="Whom pulsar-admin names as administrators of a tenant",
    responses=problems.responses(403, 404, 409),
)
def tenant_administrators(request: Request, cluster: Calling, body: TenantAdministrators) -> None:
    """Grant 104 on the tenant to each of them in the actor's name, all or none. Nobody loses it this way."""
    database: Database = request.app.state.database
    with database.writing(guard.settings_of(request).change_seconds) as session:
        guard.note_origin(request, session, f"cluster_credential:{cluster.credential_id}")
        trail.lock_revision(session)
        place = pulsar_admin.place_named(session, cluster.cluster_id, "tenant", body.tenant)
        pulsar_admin.make_administrators(session, body.actor, place, body.users, now_ms())
