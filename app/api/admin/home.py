"""What the first page shows beside the overview: brokers, what fails, what ends, what was denied, what is used."""

from collections import Counter
from datetime import date, timedelta
from itertools import chain
from typing import Any, Literal, TypeVar

from pydantic import Field
from sqlalchemy import select

from app.access.names import ResourceType
from app.api.admin.audit import readable_results
from app.api.admin.grants.grant_items import GrantItem, items
from app.api.admin.grants.grants import visible
from app.api.admin.requests.waiting import SOON_MS
from app.api.admin.tokens.ending_credentials import EndingItem, whose
from app.api.app_state import Configured
from app.api.callers import Caller
from app.api.guard import SignedIn
from app.api.paging import ApiModel
from app.api.resource_type import OfType
from app.api.routing import Router
from app.audit.findings.models import RunLine
from app.audit.findings.result_lines import CreepLine, DenialLine
from app.audit.trail import trail
from app.brokers import broker_states, enforcement
from app.brokers.broker_states import BrokerState
from app.grants import places
from app.grants.models import Grant
from app.platform.clock import now_ms
from app.resources import clusters, jobs, visibility
from app.resources.models import MODELS, Cluster
from app.rights import clusters_held, first_steps
from app.rights.first_steps import FirstSteps
from app.rights.inquiry import ending

router = Router(prefix="/home", tags=["overview"])
SHOWN = 6
"""So many of each are shown."""
LINES_READ = 300
"""Denials are counted from so many lines of the audit, those with the most attempts."""
JOBS_READ = 200
"""What clusters do not do is looked for among so many jobs, the newest."""
DENIAL_DAYS = 30
_MOST_CLUSTERS = 50
Line = TypeVar("Line", DenialLine, CreepLine)


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


class Denials(ApiModel):
    """Denied attempts of the last thirty days of the audit run, by reason. `complete` false: those with few attempts
    are left out. `last_own`: the caller's own last one."""

    reasons: dict[str, int]
    complete: bool
    last_own: DenialLine | None


class Home(ApiModel):
    """What the caller may see of each part. Denials and use are of the current audit run."""

    clusters: list[BrokerStrip] = Field(description="Those that the caller administers or audits, fifty at most.")
    unfinished: list[UnfinishedJob] = Field(description="The newest six.")
    ending_grants: list[GrantItem] = Field(description="Within a week: the first six.")
    ending_credentials: list[EndingItem] = Field(description="Of programs, within a week: the first six.")
    denials: Denials
    use: list[CreepLine] = Field(description="The six tenants with the most unused rights.")
    first_steps: FirstSteps | None = Field(description="For administrators.")


@router.get("", summary="What the first page shows of brokers, ends, denials and use")
def get_home(caller: SignedIn, settings: Configured) -> Home:
    """A fixed number of queries, however much there is."""
    now = now_ms()
    return Home(
        clusters=_strips(caller, settings.heartbeat_seconds, now),
        unfinished=_unfinished(caller, now),
        ending_grants=_ending_grants(caller, now),
        ending_credentials=_ending_credentials(caller, now),
        denials=_denials(caller),
        use=_use(caller),
        first_steps=first_steps.progress(caller.session) if caller.is_administrator else None,
    )


def _strips(caller: Caller, interval_seconds: int, now: int) -> list[BrokerStrip]:
    session, newest = caller.session, trail.current_revision(caller.session)
    states = broker_states.brokers_everywhere(session, now, interval_seconds)
    since = enforcement.lacking_since(session, chain.from_iterable(states.values()))
    return [
        BrokerStrip(
            cluster_id=cluster.id,
            cluster=cluster.name,
            gone=bool(cluster.gone),
            brokers=[_dot(broker, newest, since) for broker in states.get(cluster.id, [])],
        )
        for cluster in _read_clusters(caller, now)
    ]


def _read_clusters(caller: Caller, now: int) -> list[Cluster]:
    rows = caller.session.scalars(clusters.by_name()).all()
    if not caller.is_administrator:
        rights = clusters_held.rights_on(caller.session, caller.user, now, [row.id for row in rows])
        rows = [row for row in rows if rights[row.id]]
    return list(rows[:_MOST_CLUSTERS])


def _dot(broker: BrokerState, newest: int, since: dict[int, int]) -> BrokerDot:
    behind = broker.revisions_behind(newest)
    group = enforcement.group_of(broker, newest)
    state: Any = {"enforcing": "enforced"}.get(group, group) if broker.state == "live" else broker.state
    moment = since.get(broker.row.revision) if behind and broker.known else None
    return BrokerDot(broker=broker.row.broker, state=state, behind=behind, behind_since=moment, known=broker.known)


def _unfinished(caller: Caller, now: int) -> list[UnfinishedJob]:
    session, found = caller.session, caller.session.scalars(jobs.troubled().limit(JOBS_READ)).all()
    if found and not caller.is_administrator:
        sight, seen = visibility.Sight(session, caller.user_id, now), set[tuple[int, int]]()
        for kind in {ResourceType(job.res_type) for job in found}:
            of_these = MODELS[kind].id.in_({job.res_id for job in found if job.res_type == kind})
            ids = session.scalars(select(MODELS[kind].id).where(of_these, sight.of(kind, of_these)))
            seen |= {(int(kind), number) for number in ids}
        found = [job for job in found if (job.res_type, job.res_id) in seen]
    names = places.cluster_names(session)
    return [UnfinishedJob.of(job, cluster=names.get(job.cluster, str(job.cluster))) for job in found[:SHOWN]]


def _ending_grants(caller: Caller, now: int) -> list[GrantItem]:
    soon = visible(caller).where(Grant.valid_until > now, Grant.valid_until <= now + SOON_MS)
    first = soon.with_only_columns(*Grant.__table__.c).order_by(Grant.valid_until, Grant.id).limit(SHOWN)
    return items(caller.session, caller.session.execute(first).all())


def _ending_credentials(caller: Caller, now: int) -> list[EndingItem]:
    found = ending.queries(whose(caller), now, ending.PROGRAMS)
    rows = ending.first(caller.session, found, SHOWN)
    return [EndingItem.of(row) for row in rows if row.valid_until <= now + SOON_MS]


def _denials(caller: Caller) -> Denials:
    query = readable_results.lines(caller, "denials").order_by(RunLine.weight.desc(), RunLine.id)
    lines = _lines(caller, query.limit(LINES_READ + 1), DenialLine)
    own = _lines(caller, query.where(RunLine.user == caller.username).limit(LINES_READ), DenialLine)
    last_day = max((line.date for line in lines if line.date), default="1970-02-01")
    first_day = str(date.fromisoformat(last_day) - timedelta(days=DENIAL_DAYS - 1))
    reasons = Counter[str]()
    for line in lines[:LINES_READ]:
        if line.date is not None and line.date >= first_day:
            reasons[line.reason or ""] += line.n
    return Denials(
        reasons=dict(reasons.most_common(SHOWN)),
        complete=len(lines) <= LINES_READ,
        last_own=max(own, key=lambda line: line.last or 0, default=None),
    )


def _use(caller: Caller) -> list[CreepLine]:
    query = readable_results.lines(caller, "creep").where(RunLine.subject.startswith("tenant:"))
    return _lines(caller, query.order_by(RunLine.weight.desc(), RunLine.id).limit(SHOWN), CreepLine)


def _lines(caller: Caller, query: Any, model: type[Line]) -> list[Line]:
    contents = caller.session.scalars(query.with_only_columns(RunLine.content))
    return [model.model_validate_json(content) for content in contents]
