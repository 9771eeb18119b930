"""Brokers of a cluster, and whether a revision is enforced on all of them."""

import json
import time
from contextlib import aclosing
from typing import Annotated

from fastapi import Depends, Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool

from app.access import limits
from app.access.names import ResourceType
from app.api.app_state import Configured
from app.api.callers import Caller
from app.api.database_polling import Watch
from app.api.guard import SignedIn, SignedInToChange, SignedInToWait
from app.api.paging import ApiModel, Id, Listed, Page, Printable, sorted_by
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.audit.trail import trail
from app.brokers import broker_states, known_holes
from app.brokers.broker_states import BrokerState
from app.brokers.enforcement import Enforcement, Verdict, committed_at, judge
from app.grants import places
from app.platform.clock import now_ms
from app.platform.errors import InvalidInput, NotAllowed
from app.resources.broker_registration import BrokerRegistration
from app.rights.granting import giver_rights

router = ChangingRouter(prefix="/clusters", tags=["brokers"])
Broker = Annotated[str, Path(min_length=1, max_length=256, description="As the broker calls itself."), Printable]
Reports = Watch[int, broker_states.Reports]


class OpenHole(ApiModel):
    """A hole of Pulsar, by the number under which it was published."""

    id: str
    fixed_in: list[str]
    needs: str | None


class BrokerItem(ApiModel):
    """What a broker reported last. `behind`: number of revisions that it does not enforce yet; `dropped`: lost events;
    `serves_until`: if it does not reach the center, it denies everything from then on. `known` false: its rights are
    from a history that is not this database's (a back-up was restored), or from an earlier epoch. `service`: broker,
    proxy, websocket, worker. `kicks` false: connections of revoked tokens and disabled users stay open there.
    `unknown_limits`: grants that are limited so give nothing there, as its plugin is older. `holes`: known holes of
    this version of Pulsar that the plugin does not close there; `needs` is the setting of broker.conf without which it
    is closed all the same. Null: nobody knows."""

    broker: str
    boot: str
    plugin: str
    pulsar: str
    revision: int
    behind: int
    snapshot_at: int
    age_ms: int
    state: broker_states.State
    known: bool
    source: str | None
    observing: bool
    service: str
    kicks: bool
    unknown_limits: list[str]
    holes: list[OpenHole] | None
    serves_until: int
    events_written: int
    dropped: int
    drops: dict[str, int]
    connections: int
    first_seen: int
    last_seen: int


class OlderRights(ApiModel):
    """A broker that does not enforce the revision. `broker`: null for callers who neither administer nor audit the
    cluster.
    `serves_until` (epoch ms): if it does not reach the center, it denies everything from then on, unless it is
    `observing`: then its native provider answers as long as it runs. `kicks` false: open connections stay open
    there."""

    broker: str | None
    revision: int
    age_ms: int
    serves_until: int
    service: str
    observing: bool
    kicks: bool


class EnforcementAnswer(ApiModel):
    """`enforced` of `brokers` live brokers enforce the revision, the last one since `after_ms` after its commit (null
    while one does not, and when the time is not known any more). `behind`: live, but at an older revision. `vanished`:
    silent with older rights; they may be cut off and still serving. `left`: said goodbye, with older rights on their
    disks. `observing`: live, but their native provider answers. `unfollowed`: live and deciding by the revision, but
    connections of revoked tokens and disabled users may stay open there. `complete`: the verdict is `enforced`."""

    revision: int
    verdict: Verdict
    complete: bool
    brokers: int
    enforced: int
    after_ms: int | None
    waited_ms: int
    behind: list[OlderRights]
    vanished: list[OlderRights]
    left: list[OlderRights]
    observing: list[OlderRights]
    unfollowed: list[OlderRights]


def reports_of(request: Request) -> Reports:
    """The watch on the brokers' reports, for requests that wait."""
    watch: Reports = request.app.state.reports
    return watch


@router.get("/{cluster_id}/brokers", summary="List a cluster's brokers")
def list_brokers(
    caller: SignedIn,
    cluster_id: Id,
    settings: Configured,
    page: Annotated[Page, Depends(sorted_by(broker=BrokerRegistration.broker, last_seen=BrokerRegistration.last_seen))],
) -> Listed[BrokerItem]:
    """Every broker that ever reported. For users who administer or audit the cluster."""
    if not _giver(caller, cluster_id).reads():
        raise NotAllowed("Only who administers or audits the cluster sees its brokers.", reason="NO_GRANT")
    newest, query = trail.current_revision(caller.session), broker_states.query_of(cluster_id)
    query = query.where(*page.matching(BrokerRegistration.broker))
    listed = page.of(caller.session, query, BrokerRegistration.id, lambda row: row)
    states = broker_states.states_of_rows(caller.session, listed.items, now_ms(), settings.heartbeat_seconds)
    return listed.showing([_item(state, newest) for state in states])


@router.delete(
    "/{cluster_id}/brokers/{broker}", status_code=204, response_class=Response, summary="Forget a broker that is dead"
)
def forget_broker(caller: SignedInToChange, cluster_id: Id, broker: Broker) -> None:
    """The broker no longer counts as vanished. Only for one that is known not to run: a broker that was cut off and
    still serves goes on with its rights. One that runs and reaches the center is listed again."""
    if not _giver(caller, cluster_id).administers():
        raise NotAllowed("Only who administers the cluster forgets its brokers.", reason="NO_GRANT")
    broker_states.forget_broker(caller.session, caller.username, cluster_id, broker)


@router.get("/{cluster_id}/enforcement", summary="Is a revision enforced everywhere?", responses=responses(503))
async def get_enforcement(
    request: Request,
    caller: SignedInToWait,
    cluster_id: Id,
    settings: Configured,
    reports: Annotated[Reports, Depends(reports_of)],
    revision: Annotated[int, Query(ge=0, le=2**63 - 1)],
    wait_ms: Annotated[int, Query(ge=0, le=30_000)] = 0,
) -> EnforcementAnswer:
    """Wait at most `wait_ms` until every live broker enforces the revision, and answer how far they are. Without a live
    broker it does not wait. 422 `unknown_revision` for a revision that the center has not reached."""
    names, committed = await run_in_threadpool(_view_of, caller, cluster_id, revision)
    started = time.monotonic()
    async with aclosing(reports.follow(cluster_id)) as readings:
        async for reported in readings:
            now, waited = now_ms(), int((time.monotonic() - started) * 1000)
            states = broker_states.states_of(reported, now, settings.heartbeat_seconds)
            enforcement = judge(states, revision, committed)
            if enforcement.verdict != "behind" or waited >= wait_ms or await request.is_disconnected():
                return _answer(enforcement, revision, waited, names)
    raise AssertionError("reading never ends by itself")


def _view_of(caller: Caller, cluster_id: int, revision: int) -> tuple[bool, int | None]:
    """(may the caller know the brokers' names, when the revision was committed)"""
    with caller.session as session:
        by = _giver(caller, cluster_id)
        if revision > (now := trail.current_revision(session)):
            message = f"The center is at revision {now}; {revision} is none of its own."
            raise InvalidInput(message, code="unknown_revision", field="revision")
        return by.reads(), committed_at(session, revision)


def _giver(caller: Caller, cluster_id: int) -> giver_rights.Giver:
    place = places.place_of(caller.session, int(ResourceType.CLUSTER), cluster_id)
    by = giver_rights.giver(caller.session, caller.user, place, now_ms())
    by.require_visible()
    return by


def _answer(enforcement: Enforcement, revision: int, waited_ms: int, names: bool) -> EnforcementAnswer:
    def older(states: list[BrokerState]) -> list[OlderRights]:
        return [
            OlderRights.of(
                state,
                broker=state.row.broker if names else None,
                revision=state.row.revision,
                service=state.row.service,
                kicks=state.row.kicks != 0,
            )
            for state in states
        ]

    return EnforcementAnswer.of(
        enforcement,
        revision=revision,
        complete=enforcement.verdict == "enforced",
        brokers=enforcement.live,
        enforced=enforcement.enforcing,
        waited_ms=waited_ms,
        behind=older(enforcement.behind),
        vanished=older(enforcement.vanished),
        left=older(enforcement.left),
        observing=older(enforcement.observing),
        unfollowed=older(enforcement.unfollowed),
    )


def _item(state: BrokerState, newest: int) -> BrokerItem:
    row = state.row
    holes = known_holes.open_holes(row)
    return BrokerItem.of(
        row,
        plugin=row.plugin_version,
        pulsar=row.pulsar_version,
        behind=state.revisions_behind(newest),
        snapshot_at=row.snapshot_time,
        age_ms=state.age_ms,
        state=state.state,
        known=state.known,
        observing=state.observing,
        kicks=row.kicks != 0,
        unknown_limits=sorted(limits.NAMES.difference(row.limits.split(","))),
        holes=None if holes is None else [OpenHole.of(hole) for hole in holes],
        serves_until=state.serves_until,
        dropped=row.events_dropped,
        drops=json.loads(row.drops or "{}"),
    )
