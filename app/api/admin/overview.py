"""The first page: counts, and what needs attention."""

from typing import Any, get_args

from pydantic import Field
from sqlalchemy.orm import Session

from app.access.read_permission import DECIDING
from app.access.vocabulary import Right
from app.api.admin.requests import waiting
from app.api.admin.requests.waiting import Inbox
from app.api.app_state import Configured
from app.api.callers import Caller
from app.api.guard import SignedIn
from app.api.paging import ApiModel
from app.api.resource_type import OfType
from app.api.routing import Router
from app.audit.findings import current_results
from app.audit.trail import trail
from app.brokers import broker_states, credential_issuers
from app.brokers.enforcement import judge
from app.grants import grants, held_places, places
from app.grants.models import Grant
from app.identity import sub_accounts
from app.platform.clock import now_ms
from app.platform.database import row_count
from app.resources import clusters, jobs
from app.rights import amounts
from app.rights.granting import giver_rights
from app.rights.visible_grants import holds_somewhere, readable_by

router = Router(tags=["overview"])

_MOST = 50
_PASSED_ON = frozenset(Right) - {Right.AUDIT}
"""Who audits a place cannot make others do so."""


class ClusterBrokers(ApiModel):
    """A cluster's brokers by state. Of the live ones, as `enforcement` judges: `behind` do not enforce the newest
    revision yet, `observing` enforce nothing, because their native provider answers."""

    cluster_id: int
    cluster: str
    live: int
    vanished: int
    left: int
    expired: int
    behind: int
    observing: int
    dropped: int
    gone: bool = Field(description="The cluster was given up: nothing waits for it.")
    outlived_credentials: int = Field(
        description="Credentials and broker tokens whose makers don't administer the cluster any more."
    )


class ReadPlace(OfType):
    """A place, as the audit log takes it, and its full name."""

    res_id: int
    resource: str = Field(examples=["acme"])


class Overview(ApiModel):
    """Counts of everything for administrators. Others get their own counts, without brokers and jobs.

    `reads`: places that the caller administers or audits by grants on just these, fifty at most; `administers`,
    `audits`: whether it does so with any; `gives`: whether it holds anything that it may pass on. Administrators of the
    center read, administer and give everything.
    """

    revision: int
    counts: dict[str, int]
    brokers: list[ClusterBrokers]
    jobs: dict[str, int]
    audit: dict[str, Any] | None
    outlived_credentials: int = Field(default=0, description="The same of all clusters together.")
    administers: bool
    audits: bool
    gives: bool
    waiting: Inbox
    reads: list[ReadPlace]


@router.get("/overview", summary="What the first page shows")
def get_overview(caller: SignedIn, settings: Configured) -> Overview:
    """What the caller's first page shows."""
    session = caller.session
    revision = trail.current_revision(session)
    if not caller.is_administrator:
        return Overview(revision=revision, **_of_reader(caller), brokers=[], jobs={}, audit=None)
    outlived = credential_issuers.count_outlived(session)
    return Overview(
        revision=revision,
        counts=amounts.of_everything(session),
        brokers=_brokers(session, settings.heartbeat_seconds, outlived),
        jobs={"pending": 0, "failed": 0, **jobs.numbers_by_state(session)},
        audit=current_results.last_run(session),
        outlived_credentials=sum(outlived.values()),
        administers=True,
        audits=True,
        gives=True,
        waiting=waiting.for_caller(caller),
        reads=[],
    )


def _of_reader(caller: Caller) -> dict[str, Any]:
    reads, of_caller = _read_places(caller), (caller.session, caller.user_id, now_ms())
    return {
        "counts": _own_counts(caller),
        "administers": caller.parent_id is None and holds_somewhere(*of_caller, DECIDING),
        "gives": caller.parent_id is None and holds_somewhere(*of_caller, _PASSED_ON),
        "audits": bool(reads) and holds_somewhere(*of_caller, frozenset((Right.AUDIT,))),
        "waiting": waiting.for_caller(caller),
        "reads": reads,
    }


def _own_counts(caller: Caller) -> dict[str, int]:
    held = grants.matching(readable_by(caller.session, caller.user, now_ms()))
    return {
        "grants": row_count(caller.session, held, Grant.id),
        "sub_accounts": sub_accounts.count_of(caller.session, caller.user.id),
    }


def _read_places(caller: Caller) -> list[ReadPlace]:
    session, now = caller.session, now_ms()
    read = places.places_of(session, held_places.read_by(session, caller.user_id, now, _MOST))
    giver = giver_rights.KnownGiver(session, caller.user, now)
    return [
        ReadPlace(res_type=kind, res_id=number, resource=place.name)
        for (kind, number), place in sorted(read.items())
        if caller.parent_id is None or giver.at(place).reads()
    ]


def _brokers(session: Session, interval_seconds: int, outlived: dict[int, int]) -> list[ClusterBrokers]:
    shown, now, newest = [], now_ms(), trail.current_revision(session)
    brokers = broker_states.brokers_everywhere(session, now, interval_seconds)
    for cluster in session.scalars(clusters.by_name()):
        states = brokers.get(cluster.id, [])
        judged = judge(states, newest, None)
        number = {state: sum(broker.state == state for broker in states) for state in get_args(broker_states.State)}
        shown.append(
            ClusterBrokers(
                cluster_id=cluster.id,
                cluster=cluster.name,
                **number,
                behind=len(judged.behind),
                observing=len(judged.observing),
                dropped=sum(broker.row.events_dropped for broker in states),
                gone=bool(cluster.gone),
                outlived_credentials=outlived.get(cluster.id, 0),
            )
        )
    return shown
