"""Connections that are open now, of a principal or on a resource. Brokers are asked; those that are late are named."""

import time
from contextlib import aclosing
from dataclasses import dataclass
from typing import Annotated

from fastapi import Query, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import Field

from app.access.names import ResourceName, ResourceType
from app.access.naming_rules import resource_named
from app.api.admission.fair_share import QuestionShare
from app.api.app_state import Configured, Connected, database_of, settings_of
from app.api.callers import Caller
from app.api.database_polling import Watch
from app.api.guard import SignedInToWait
from app.api.paging import ApiModel, Id, Printable
from app.api.problems import responses
from app.api.routing import Router
from app.brokers import broker_states, live_connections
from app.brokers.feed import ChangeFeed
from app.brokers.live_connections import BrokerConnections, Connection
from app.grants import places
from app.identity import users
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.errors import InvalidInput, NotAllowed
from app.rights import places_by_name
from app.rights.granting import giver_rights

router = Router(prefix="/clusters", tags=["brokers"])
Principal = Annotated[str | None, Query(min_length=1, max_length=128), Printable]
Name = Annotated[str | None, Query(min_length=1, max_length=512), Printable]


class OpenConnection(Connection):
    """A connection, with its broker."""

    broker: str


class LiveConnections(ApiModel):
    """`items` by principal and topic; `total` includes those not listed. Connections are missing from brokers in `late`
    (no answer in time) and `unfollowed` (no interceptor, so they do not know their connections)."""

    items: list[OpenConnection]
    total: int
    answered: int = Field(description="How many brokers answered.")
    late: list[str]
    unfollowed: list[str]


@router.get("/{cluster_id}/connections", summary="List live connections", responses=responses(429, 503))
async def list_connections(
    request: Request,
    caller: SignedInToWait,
    cluster_id: Id,
    database: Connected,
    settings: Configured,
    principal: Principal = None,
    resource: Name = None,
    limit: Annotated[int, Query(ge=1, le=live_connections.MOST)] = 100,
    wait_ms: Annotated[int, Query(ge=100, le=10_000)] = 3_000,
) -> LiveConnections:
    """Asks every live broker now. For users who administer the cluster or the resource; a main account also sees
    connections of its own users. `resource`: a tenant, `tenant/namespace`, or a topic without partition."""
    shares: QuestionShare = request.app.state.questions
    with shares.of(caller.parent_id or caller.user_id):
        name = await run_in_threadpool(_check_question, caller, cluster_id, principal, resource)
        about = _BrokerQuestion(cluster_id, principal, name, limit, settings.heartbeat_seconds)
        return await _ask_brokers(request, database, about, wait_ms)


async def on_topic(request: Request, cluster_id: int, topic: str, wait_ms: int) -> list[OpenConnection]:
    """Producers and consumers of a topic on one cluster, for a route that has checked who asks. Brokers that do not
    answer in time are left out."""
    about = _BrokerQuestion(cluster_id, None, topic, live_connections.MOST, settings_of(request).heartbeat_seconds)
    return (await _ask_brokers(request, database_of(request), about, wait_ms)).items


@dataclass(frozen=True)
class _BrokerQuestion:
    """A question to the brokers of a cluster. `resource`: canonical name; `interval`: seconds between heartbeats."""

    cluster_id: int
    principal: str | None
    resource: str | None
    limit: int
    interval: int


async def _ask_brokers(request: Request, database: Database, about: _BrokerQuestion, wait_ms: int) -> LiveConnections:
    question, brokers = await run_in_threadpool(_ask, database, about)
    try:
        return await _collect_answers(request, question, brokers, about.limit, wait_ms)
    finally:
        await run_in_threadpool(_forget, database, question)


async def _collect_answers(
    request: Request, question: int, brokers: set[str], limit: int, wait_ms: int
) -> LiveConnections:
    feed: ChangeFeed = request.app.state.feed
    answers: Watch[int, list[BrokerConnections]] = request.app.state.answers
    started = time.monotonic()
    if brokers:
        feed.wake()
    async with aclosing(answers.follow(question)) as readings:
        async for received in readings:
            late = brokers - {answer.broker for answer in received}
            waited = (time.monotonic() - started) * 1000
            if not late or waited >= wait_ms or await request.is_disconnected():
                return _merge(received, late, limit)
    raise AssertionError("reading never ends by itself")


def _check_question(caller: Caller, cluster_id: int, principal: str | None, resource: str | None) -> str | None:
    """The canonical name of the resource, if the caller may ask. Raises NotFound, NotAllowed, InvalidInput."""
    name = _parse(resource) if resource else None
    with caller.session:
        _demand(caller, cluster_id, principal, name, now_ms())
    return name.name if name else None


def _ask(database: Database, about: _BrokerQuestion) -> tuple[int, set[str]]:
    """The question's id, and the brokers that have to answer."""
    now = now_ms()
    with database.reading() as reading:
        states = broker_states.brokers_of(reading, about.cluster_id, now, about.interval)
    with database.writing() as session:
        question = live_connections.ask(session, about.cluster_id, about.principal, about.resource, about.limit, now)
        return question.id, {state.row.broker for state in states if state.state == "live"}


def _demand(caller: Caller, cluster_id: int, principal: str | None, name: ResourceName | None, now: int) -> None:
    session = caller.session
    cluster = places.place_of(session, int(ResourceType.CLUSTER), cluster_id)
    user = users.find(session, caller.user_id)
    on_cluster = giver_rights.giver(session, user, cluster, now)
    on_cluster.require_visible()
    if on_cluster.administers() or (principal and _is_own(caller, principal)):
        return
    if name:
        place = places_by_name.place_of(session, name)
        if place and cluster_id in place.clusters and giver_rights.giver(session, user, place, now).administers():
            return
    raise NotAllowed(
        "Live connections are shown to who administers the cluster or the resource, and a main account sees those of "
        "its own users.",
        reason="NO_GRANT",
    )


def _is_own(caller: Caller, principal: str) -> bool:
    user = users.by_name(caller.session, principal)
    return user is not None and caller.user_id in (user.id, user.parent)


def _parse(text: str) -> ResourceName:
    kinds = (ResourceType.TENANT, ResourceType.NAMESPACE, ResourceType.TOPIC)
    name = resource_named(ResourceType.TOPIC if "://" in text else kinds[min(text.count("/"), 2)], text)
    if name.malformed:
        message = "Name a tenant, tenant/namespace, or a topic such as persistent://acme/orders/created."
        raise InvalidInput(message, field="resource")
    return name


def _merge(answers: list[BrokerConnections], late: set[str], limit: int) -> LiveConnections:
    items = [
        OpenConnection(broker=answer.broker, **connection.model_dump())
        for answer in answers
        for connection in answer.connections
    ]
    items.sort(
        key=lambda connection: (
            connection.principal or "",
            connection.topic or "",
            connection.kind,
            connection.since,
            connection.broker,
        )
    )
    return LiveConnections(
        items=items[:limit],
        total=sum(answer.total for answer in answers),
        answered=len(answers),
        late=sorted(late),
        unfollowed=[answer.broker for answer in answers if not answer.followed],
    )


def _forget(database: Database, question: int) -> None:
    with database.writing() as session:
        live_connections.forget(session, question)
