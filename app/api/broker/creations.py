"""POST /creations: which tenants, namespaces and topics were made at a broker, and by whom."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import Request
from pydantic import Field

from app.access.names import ResourceName
from app.api.app_state import database_of, settings_of
from app.api.broker.caller import Calling, changing
from app.api.broker.reported_places import MOST, ReportedPlace, look
from app.api.paging import ApiModel, Body, examples
from app.api.routing import Router
from app.audit.trail import trail
from app.brokers import created_places
from app.brokers.credentials import CredentialHolder
from app.platform.clock import now_ms
from app.platform.errors import Conflict, InvalidInput, NotFound
from app.resources.provisioning.place_presence import Presence

router = Router(tags=["broker"])


class CreatedPlace(ReportedPlace):
    """A place that was made. `migrated`: a scalable topic that was the persistent one of its name."""

    migrated: bool = False


class CreationsBody(Body):
    """What was made, in that order."""

    model_config = examples(
        {"places": [{"type": "topic", "name": "persistent://acme/orders/created", "actor": "alice", "proof": "eyJ…"}]}
    )

    places: Annotated[list[CreatedPlace], Field(min_length=1, max_length=MOST)]


class RefusedPlace(ApiModel):
    """A place that the center does not take over: it waits in the drift."""

    name: str
    code: str
    detail: str


class Recorded(ApiModel):
    """The revision from which on the places are known."""

    revision: int
    refused: list[RefusedPlace]


@router.post("/creations", summary="Report what was made at a broker")
def creations(request: Request, cluster: Calling, body: CreationsBody) -> Recorded:
    """Make the places here, too, when the cluster `adopts_creations`, without a job for the cluster; those of a tenant
    on several clusters, when the others say that they have them. What the center knows already is passed over. May be
    repeated."""
    refused, presence = [], _presence(request, cluster, body.places)
    for place in body.places:
        try:
            _record(request, cluster, place, presence)
        except (InvalidInput, NotFound, Conflict) as error:
            name = place.name.encode("utf-8", "backslashreplace").decode()  # half a surrogate pair cannot be sent
            refused.append(RefusedPlace(name=name, code=error.stable_code, detail=error.detail))
    with database_of(request).reading() as session:
        return Recorded(revision=trail.current_revision(session), refused=refused)


def _presence(
    request: Request, cluster: CredentialHolder, places: list[CreatedPlace]
) -> Mapping[ResourceName, Presence]:
    names, number = {place.resource() for place in places} - {None}, cluster.cluster_id
    with database_of(request).reading() as session:
        news = [name for name in names if name is not None and created_places.is_news(session, number, name)]
        wanted = {name: created_places.elsewhere(session, number, name) for name in news}
    return look(request, cluster, wanted)


def _record(
    request: Request, cluster: CredentialHolder, place: CreatedPlace, presence: Mapping[ResourceName, Presence]
) -> None:
    name, number = place.resource(), cluster.cluster_id
    if name is None:
        return
    with database_of(request).reading() as session:
        if not created_places.is_news(session, number, name):
            return
    with changing(request, cluster) as session:
        by, told = (place.actor, place.proof), presence.get(name, {})
        settings, migrated = settings_of(request), place.migrated
        created_places.record(session, settings, number, name, by, now_ms(), migrated=migrated, presence=told)
