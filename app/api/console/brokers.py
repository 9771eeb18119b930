"""Brokers of a cluster, and whether a revision is enforced on all of them."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel

from app.access import places
from app.api import problems
from app.api.guard import Caller, Configured, Connected, SignedIn
from app.api.paging import Id
from app.audit import trail
from app.brokers import delegation, registrations
from app.brokers.registrations import BrokerState, Enforcement
from app.clock import now_ms
from app.database import Database
from app.errors import InvalidInput, NotAllowed
from app.identity import users
from app.pulsar.names import ResourceType

router = APIRouter(prefix="/clusters", tags=["brokers"])
LONGEST_PAUSE_SECONDS = 0.2


class BrokerItem(BaseModel):
    """What a broker reported last. `behind`: revisions it does not enforce yet; `dropped`: events lost. `known` false:
    its rights come from another history than this database's (a back-up was restored), or from an epoch before."""

    broker: str
    boot: str
    plugin: str
    pulsar: str
    revision: int
    behind: int
    snapshot_at: int
    age_ms: int
    state: registrations.State
    known: bool
    source: str | None
    events_written: int
    dropped: int
    connections: int
    first_seen: int
    last_seen: int


class EnforcementAnswer(BaseModel):
    """`enforced` of `brokers` fresh brokers are at the revision; `stale` ones are silent, but may still serve."""

    revision: int
    brokers: int
    enforced: int
    stale: int
    waited_ms: int
    complete: bool


@router.get("/{cluster_id}/brokers", summary="List a cluster's brokers", responses=problems.responses(403, 404))
def list_brokers(caller: SignedIn, cluster_id: Id, settings: Configured) -> list[BrokerItem]:
    """Every broker that ever reported; for who administers the cluster."""
    by = _looking(caller, cluster_id)
    if not by.administers():
        raise NotAllowed("Only who administers the cluster sees its brokers.", reason="NO_GRANT")
    newest = trail.current_revision(caller.session)
    found = registrations.brokers_of(caller.session, cluster_id, now_ms(), settings.heartbeat_seconds)
    return [_item(one, newest) for one in found]


@router.get(
    "/{cluster_id}/enforcement", summary="Is a revision enforced everywhere?", responses=problems.responses(404, 422)
)
async def enforcement(
    caller: SignedIn,
    cluster_id: Id,
    database: Connected,
    settings: Configured,
    revision: Annotated[int, Query(ge=0, le=2**63 - 1)],
    wait_ms: Annotated[int, Query(ge=0, le=30_000)] = 0,
) -> EnforcementAnswer:
    """Wait until every broker enforces the revision, `wait_ms` at most, and tell how far they are. 422
    `unknown_revision` for one that the center has not reached: with no broker at all it would count as enforced."""
    await run_in_threadpool(_check, caller, cluster_id, revision)
    begun, pause = now_ms(), 0.01
    while True:
        state = await run_in_threadpool(_read, database, cluster_id, revision, settings.heartbeat_seconds)
        waited = now_ms() - begun
        if state.complete or waited >= wait_ms:
            return EnforcementAnswer(
                revision=revision,
                brokers=state.brokers,
                enforced=state.enforced,
                stale=state.stale,
                waited_ms=waited,
                complete=state.complete,
            )
        await asyncio.sleep(min(pause, (wait_ms - waited) / 1000))
        pause = min(pause * 1.5, LONGEST_PAUSE_SECONDS)


def _check(caller: Caller, cluster_id: int, revision: int) -> None:
    _looking(caller, cluster_id)
    if revision > (now := trail.current_revision(caller.session)):
        message = f"The center is at revision {now}; {revision} is none of its own."
        raise InvalidInput(message, code="unknown_revision", errors=[{"field": "revision", "message": message}])
    caller.session.close()  # gives the connection back: the wait may be long


def _looking(caller: Caller, cluster_id: int) -> delegation.Giver:
    place = places.place_of(caller.session, int(ResourceType.CLUSTER), cluster_id)
    by = delegation.giver(caller.session, users.find(caller.session, caller.user_id), place, now_ms())
    by.refuse_unseen()
    return by


def _read(database: Database, cluster_id: int, revision: int, interval_seconds: int) -> Enforcement:
    with database.reading() as session:
        return registrations.enforcement(session, cluster_id, revision, now_ms(), interval_seconds)


def _item(one: BrokerState, newest: int) -> BrokerItem:
    row = one.row
    return BrokerItem(
        broker=row.broker,
        boot=row.boot,
        plugin=row.plugin_version,
        pulsar=row.pulsar_version,
        revision=row.revision,
        behind=max(0, newest - row.revision),
        snapshot_at=row.snapshot_time,
        age_ms=one.age_ms,
        state=one.state,
        known=one.known,
        source=row.source,
        events_written=row.events_written,
        dropped=row.events_dropped,
        connections=row.connections,
        first_seen=row.first_seen,
        last_seen=row.last_seen,
    )
