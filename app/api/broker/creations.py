"""POST /creations: which tenants, namespaces and topics were made at a broker, and by whom."""

from typing import Annotated

from fastapi import Request
from pydantic import Field

from app.api.app_state import database_of, settings_of
from app.api.broker.caller import Calling, changing
from app.api.broker.reported_places import MOST, ReportedPlace, look
from app.api.paging import ApiModel, Body, examples
from app.api.routing import Router
from app.audit.trail import trail
from app.brokers import created_places
from app.platform.clock import now_ms
from app.platform.errors import Conflict, InvalidInput, NotFound

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
    """Make the places here, too, when the cluster `adopts_creations`, and all others of the tenant say that they have
    them, without a job for the clusters. What the center knows already is passed over. May be repeated."""
    refused, number = [], cluster.cluster_id
    with database_of(request).reading() as session:
        named = [(place.resource(), place) for place in body.places]
        news = [(name, place) for name, place in named if name and created_places.is_news(session, number, name)]
    presence = look(request, cluster, [name for name, _ in news], created_places.elsewhere)
    for name, place in news:
        by, migrated = (place.actor, place.proof), place.migrated
        try:
            with changing(request, cluster) as session:
                settings, now = settings_of(request), now_ms()
                created_places.record(session, settings, number, name, by, presence, now, migrated=migrated)
        except (InvalidInput, NotFound, Conflict) as error:
            shown = place.name.encode("utf-8", "backslashreplace").decode()  # half a surrogate pair cannot be sent
            refused.append(RefusedPlace(name=shown, code=error.stable_code, detail=error.detail))
    with database_of(request).reading() as session:
        return Recorded(revision=trail.current_revision(session), refused=refused)
