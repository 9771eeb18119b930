"""POST /deletions: which tenants, namespaces and topics were deleted at a broker, and by whom."""

import time
from collections.abc import Callable
from typing import Annotated

from fastapi import Request
from pydantic import Field
from sqlalchemy.orm import Session

from app.access.names import ResourceName
from app.api.app_state import database_of, settings_of
from app.api.broker.caller import Calling, changing
from app.api.broker.reported_places import MOST, ReportedPlace, look
from app.api.paging import ApiModel, Body, examples
from app.api.routing import Router
from app.audit.trail import trail
from app.brokers import actors
from app.brokers.credentials import CredentialHolder
from app.desired_state.drift import answers, ended_rights, removed_places
from app.platform.clock import now_ms

router = Router(tags=["broker"])
_PAUSE_SECONDS = 0.05


class DeletedPlace(ReportedPlace):
    """How long ago a place was deleted: clocks need not agree. `removed`: a call of the admin API has removed it, and
    was answered with success. Without it Pulsar may have deleted it by itself, or may be about to."""

    ago_ms: Annotated[int, Field(ge=0, le=2**53)]
    removed: bool = False


class DeletionsBody(Body):
    """What was deleted, in that order."""

    model_config = examples(
        {"places": [{"type": "topic", "name": "persistent://acme/orders/created", "ago_ms": 3, "removed": True}]}
    )

    places: Annotated[list[DeletedPlace], Field(min_length=1, max_length=MOST)]


class Taken(ApiModel):
    """The revision from which on the rights have ended."""

    revision: int


@router.post("/deletions", summary="Report what was deleted at a broker")
def deletions(request: Request, cluster: Calling, body: DeletionsBody) -> Taken:
    """End the grants on these places and below them that are older than the deletion. What a call has removed is
    removed here, too, in the caller's name, when the cluster `adopts_creations`, and all of the tenant say that it is
    gone. What the center does not know on this cluster, or is removing itself, is passed over. May be repeated."""
    now = now_ms()
    named = [(place.resource(), place) for place in body.places if place.name.isprintable()]
    exact = [(name, place) for name, place in named if name and not name.malformed]
    for name, place in exact:
        _end(request, cluster, name, place, now)
    removed = [(name, place) for name, place in exact if place.removed]
    presence = look(request, cluster, [name for name, _ in removed], removed_places.to_ask)
    for name, place in removed:
        if {said[name] for said in presence.values() if name in said} == {False}:
            _repeat(removed_places.remove, request, cluster, name, place, now)
        _name_caller(request, cluster, name, place, now)
    with database_of(request).reading() as session:
        return Taken(revision=trail.current_revision(session))


def _end(request: Request, cluster: CredentialHolder, name: ResourceName, place: DeletedPlace, now: int) -> None:
    with database_of(request).reading() as session:
        due = ended_rights.may_end(session, cluster.cluster_id, name, now - place.ago_ms)
    if due:
        _repeat(ended_rights.end, request, cluster, name, place, now)


def _repeat(
    work: Callable[[Session, str, int, ResourceName, int, int], bool],
    request: Request,
    cluster: CredentialHolder,
    name: ResourceName,
    place: DeletedPlace,
    now: int,
) -> None:
    """Do the work in as many transactions as it needs. Between two of them others write: SQLite has no queue, and who
    waits for it looks ten times a second."""
    number, more = cluster.cluster_id, True
    while more:
        with changing(request, cluster) as session:
            user = actors.proven_or_none(session, settings_of(request), number, place.actor, place.proof)
            by = actors.name_in_trail(session, number, user)
            more = work(session, by, number, name, now - place.ago_ms, now)
        if more:
            time.sleep(_PAUSE_SECONDS)


def _name_caller(
    request: Request, cluster: CredentialHolder, name: ResourceName, place: DeletedPlace, now: int
) -> None:
    """Record who has removed a place that the center goes on to want, if that is proven and not recorded yet."""
    asked = cluster.cluster_id, name, place.actor, now - place.ago_ms
    with database_of(request).reading() as session:
        if place.actor is None or ended_rights.unnamed_end(session, *asked) is None:
            return
    with changing(request, cluster) as session:
        user = actors.proven_or_none(session, settings_of(request), cluster.cluster_id, place.actor, place.proof)
        line = ended_rights.unnamed_end(session, *asked)
        if user is not None and line is not None:
            answers.record(session, user.username, line, "ended", {})
