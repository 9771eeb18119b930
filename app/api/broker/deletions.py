"""POST /deletions: which tenants, namespaces and topics were deleted at a broker."""

from typing import Annotated, Literal

from fastapi import Request
from pydantic import Field

from app.access.names import ResourceName, ResourceType
from app.api.app_state import database_of
from app.api.broker.caller import Calling, changing
from app.api.paging import ApiModel, Body, examples
from app.api.routing import Router
from app.audit.trail import trail
from app.brokers.credentials import CredentialHolder
from app.desired_state.drift import ended_rights
from app.platform.clock import now_ms
from app.resources.models import Cluster

router = Router(tags=["broker"])
MOST = 100
_TYPES = {"tenant": ResourceType.TENANT, "namespace": ResourceType.NAMESPACE, "topic": ResourceType.TOPIC}


class DeletedPlace(Body):
    """A place by its full name, and how long ago it was deleted: clocks need not agree."""

    type: Literal["tenant", "namespace", "topic"]
    name: str  # whatever Pulsar lets in: one name that is refused would hide the others
    ago_ms: Annotated[int, Field(ge=0, le=2**53)]


class DeletionsBody(Body):
    """What was deleted, in that order."""

    model_config = examples({"places": [{"type": "topic", "name": "persistent://acme/orders/created", "ago_ms": 3}]})

    places: Annotated[list[DeletedPlace], Field(min_length=1, max_length=MOST)]


class Taken(ApiModel):
    """The revision from which on the rights have ended."""

    revision: int


@router.post("/deletions", summary="Report what was deleted at a broker")
def deletions(request: Request, cluster: Calling, body: DeletionsBody) -> Taken:
    """End the grants on these places and below them that are older than the deletion. What the center does not know on
    this cluster, or is removing itself, is passed over. May be repeated."""
    database, now = database_of(request), now_ms()
    named = [
        (ResourceName.of(_TYPES[place.type], place.name), place) for place in body.places if place.name.isprintable()
    ]
    # A partition is not its topic.
    exact = [(name, now - place.ago_ms) for name, place in named if name.name == place.name]
    with database.reading() as session:
        endable = [(name, at) for name, at in exact if ended_rights.may_end(session, cluster.cluster_id, name, at)]
    for name, at in endable:
        while _end(request, cluster, name, at, now):
            pass
    with database.reading() as session:
        return Taken(revision=trail.current_revision(session))


def _end(request: Request, cluster: CredentialHolder, name: ResourceName, at: int, now: int) -> bool:
    with changing(request, cluster) as session:
        actor = f"broker ({session.get_one(Cluster, cluster.cluster_id).name})"
        return ended_rights.end(session, actor, cluster.cluster_id, name, at, now)
