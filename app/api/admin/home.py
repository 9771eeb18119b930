"""What the first page shows beside the overview: brokers, what fails, what ends, what was denied, what is used."""

import json
from collections import Counter
from datetime import date, timedelta
from typing import Any, Literal

from pydantic import Field
from sqlalchemy import ColumnElement, and_, or_

from app.access.names import ResourceType
from app.api.admin.audit import readable_results
from app.api.admin.grants.grant_items import GrantItem, items
from app.api.admin.grants.grants import visible
from app.api.admin.requests.waiting import SOON_MS
from app.api.app_state import Configured
from app.api.callers import Caller
from app.api.guard import SignedIn
from app.api.paging import ApiModel
from app.api.resource_type import OfType
from app.api.routing import Router
from app.audit.findings.models import RunLine
from app.audit.trail import trail
from app.brokers import broker_states, enforcement
from app.brokers.broker_states import BrokerState
from app.grants import held_places, places
from app.grants.models import Grant
from app.identity import sub_accounts
from app.platform.clock import now_ms
from app.resources import clusters, jobs, visibility
from app.resources.models import Cluster, ProvisioningJob
from app.rights.granting import giver_rights
from app.rights.inquiry import ending

router = Router(prefix="/home", tags=["overview"])
SHOWN = 6
"""So many of each are shown."""
LINES_READ = 1000
"""Denials are counted from so many lines of the audit, those with the most attempts."""
DENIAL_DAYS = 30
_MOST_CLUSTERS = 50


class BrokerDot(ApiModel):
    """A broker. Live: `enforced` decides by the newest rights and ends connections; `behind` by so many revisions since
    `behind_since` (epoch ms, null: not known); `observing`; `unfollowed`: open connections may stay open. Else:
    `vanished`, `left` or `expired`. `known` false: its rights are of another history."""

    broker: str
    state: Literal["enforced", "behind", "observing", "unfollowed", "vanished", "left", "expired"]
    behind: int
    behind_since: int | None
    known: bool


class BrokerStrip(ApiModel):
    """A cluster and its brokers, by name. `gone`: the cluster was given up."""

    cluster_id: int
    cluster: str
    gone: bool
    brokers: list[BrokerDot]


class UnfinishedJob(OfType):
    """What a cluster did not do, and its own words why. `failed`, or `pending`: it is tried again."""

    res_id: int
    name: str
    cluster: str
    action: str
    state: Literal["pending", "failed"]
    message: str
    attempts: int


class EndingItem(ApiModel):
    """A client secret (`name`: its last characters), client key or API token that ends soon."""

    kind: ending.Kind
    user_id: int
    username: str
    name: str
    valid_until: int


class Ends(ApiModel):
    """What ends within a week, first what ends first; of each kind six at most."""

    grants: list[GrantItem]
    credentials: list[EndingItem]


class Refusal(ApiModel):
    """An attempt that was denied. `resource`: below its cluster, as in access events. `action`: 1 create 2 read 3 write
    4 delete."""

    cluster: str | None
    op: str | None
    action: int | None
    resource: str | None
    reason: str | None
    last: int | None


class Denials(ApiModel):
    """Denied attempts of the last thirty days of the audit run, by reason. `complete` false: those with few attempts
    are left out. `last_own`: the caller's own last one."""

    reasons: dict[str, int]
    complete: bool
    last_own: Refusal | None


class TenantUse(ApiModel):
    """How many pairs of resource and right are granted in a tenant, and how many of them are used."""

    tenant: str
    granted: int
    used: int


class Home(ApiModel):
    """What the caller may see of each part. Denials and use are of the current audit run."""

    clusters: list[BrokerStrip] = Field(description="Those that the caller administers or audits, fifty at most.")
    unfinished: list[UnfinishedJob] = Field(description="The newest six.")
    ends: Ends
    denials: Denials
    use: list[TenantUse] = Field(description="The six tenants with the most unused rights.")


@router.get("", summary="What the first page shows of brokers, ends, denials and use")
def get_home(caller: SignedIn, settings: Configured) -> Home:
    """A fixed number of queries, however much there is."""
    now = now_ms()
    return Home(
        clusters=_strips(caller, settings.heartbeat_seconds, now),
        unfinished=_unfinished(caller, now),
        ends=_ends(caller, now),
        denials=_denials(caller),
        use=_use(caller),
    )


def _strips(caller: Caller, interval_seconds: int, now: int) -> list[BrokerStrip]:
    session, newest = caller.session, trail.current_revision(caller.session)
    shown = _read_clusters(caller, now)
    reports = broker_states.reports_of(session, [cluster.id for cluster in shown])
    states = {number: broker_states.states_of(found, now, interval_seconds) for number, found in reports.items()}
    since = enforcement.lacking_since(session, [broker for found in states.values() for broker in found])
    return [
        BrokerStrip(
            cluster_id=cluster.id,
            cluster=cluster.name,
            gone=bool(cluster.gone),
            brokers=[_dot(broker, newest, since) for broker in states[cluster.id]],
        )
        for cluster in shown
    ]


def _read_clusters(caller: Caller, now: int) -> list[Cluster]:
    session, user_id, query = caller.session, caller.user_id, clusters.by_name()
    if caller.is_administrator:
        return list(session.scalars(query.limit(_MOST_CLUSTERS)))
    held = held_places.read_by(session, user_id, now, _MOST_CLUSTERS)
    keys = {key for key in held if key[0] <= ResourceType.CLUSTER}
    if not keys:
        return []
    if (int(ResourceType.ROOT), 0) not in keys:
        query = query.where(Cluster.id.in_({number for _, number in keys}))
    found = {(int(ResourceType.CLUSTER), row.id): row for row in session.scalars(query.limit(_MOST_CLUSTERS))}
    giver = giver_rights.KnownGiver(session, caller.user, now)
    return [found[key] for key, place in places.places_of(session, found).items() if giver.at(place).reads()]


def _dot(broker: BrokerState, newest: int, since: dict[int, int]) -> BrokerDot:
    behind = broker.revisions_behind(newest)
    group = enforcement.group_of(broker, newest)
    state: Any = {"enforcing": "enforced"}.get(group, group) if broker.state == "live" else broker.state
    moment = since.get(broker.row.revision) if behind and broker.known else None
    return BrokerDot(broker=broker.row.broker, state=state, behind=behind, behind_since=moment, known=broker.known)


def _unfinished(caller: Caller, now: int) -> list[UnfinishedJob]:
    session, names = caller.session, places.cluster_names(caller.session)
    query = jobs.troubled().where(*([] if caller.is_administrator else [_of_seen(caller, now)]))
    return [
        UnfinishedJob.of(job, cluster=names.get(job.cluster, str(job.cluster)))
        for job in session.scalars(query.limit(SHOWN))
    ]


def _of_seen(caller: Caller, now: int) -> ColumnElement[bool]:
    """A condition on jobs: the caller sees the resource."""
    sight = visibility.Sight(caller.session, caller.user_id, now)
    kinds = (ResourceType.TENANT, ResourceType.NAMESPACE, ResourceType.TOPIC)
    return or_(
        *(and_(ProvisioningJob.res_type == int(kind), ProvisioningJob.res_id.in_(sight.ids_of(kind))) for kind in kinds)
    )


def _ends(caller: Caller, now: int) -> Ends:
    session, until = caller.session, now + SOON_MS
    soon = visible(caller).where(Grant.valid_until > now, Grant.valid_until <= until)
    rows = session.execute(
        soon.with_only_columns(*Grant.__table__.c).order_by(Grant.valid_until, Grant.id).limit(SHOWN)
    )
    whose = [] if caller.is_administrator else [sub_accounts.within(caller.user_id)]
    found = ending.credentials(session, whose, now, until, SHOWN)
    return Ends(grants=items(session, rows.all()), credentials=[EndingItem.of(credential) for credential in found])


def _denials(caller: Caller) -> Denials:
    query = readable_results.lines(caller, "denials").order_by(RunLine.weight.desc(), RunLine.id)
    lines = _contents(caller, query.limit(LINES_READ + 1))
    own = _contents(caller, query.where(RunLine.user == caller.username).limit(LINES_READ))
    first = _days_before(max((line["date"] or "" for line in lines), default=""), DENIAL_DAYS)
    reasons = Counter[str]()
    for line in lines[:LINES_READ]:
        if (line["date"] or "") > first:
            reasons[line["reason"] or ""] += line["n"]
    newest = max(own, key=lambda line: line["last"] or 0, default=None)
    return Denials(
        reasons=dict(reasons.most_common(SHOWN)),
        complete=len(lines) <= LINES_READ,
        last_own=None if newest is None else Refusal.model_validate(newest),
    )


def _days_before(day: str, days: int) -> str:
    return str(date.fromisoformat(day) - timedelta(days=days)) if day else ""


def _contents(caller: Caller, query: Any) -> list[dict[str, Any]]:
    return [json.loads(content) for content in caller.session.scalars(query.with_only_columns(RunLine.content))]


def _use(caller: Caller) -> list[TenantUse]:
    query = readable_results.lines(caller, "creep").where(RunLine.subject.startswith("tenant:"))
    lines = _contents(caller, query.order_by(RunLine.weight.desc(), RunLine.id).limit(SHOWN))
    return [TenantUse(tenant=line["scope"], granted=line["granted_leaves"], used=line["used_leaves"]) for line in lines]
