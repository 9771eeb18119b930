"""The first page: counts, and what needs attention."""

from typing import Any, get_args

from fastapi import APIRouter
from pydantic import Field
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.api.guard import Caller, Configured, SignedIn
from app.api.paging import ApiModel
from app.brokers import broker_states, issuers
from app.brokers.enforcement import judge
from app.clock import now_ms
from app.findings import current_results
from app.grants.models import Grant, Role
from app.identity.models import ServiceGroup, User
from app.resources.models import Cluster, Namespace, ProvisioningJob, Tenant, Topic
from app.rights.visible_grants import readable_by
from app.trail import trail

router = APIRouter(tags=["overview"])

_COUNTED: dict[str, Any] = {
    "users": User.id,
    "groups": ServiceGroup.id,
    "clusters": Cluster.id,
    "tenants": Tenant.id,
    "namespaces": Namespace.id,
    "topics": Topic.id,
    "grants": Grant.id,
}


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


class Overview(ApiModel):
    """Counts of everything for administrators. Others get their own counts, without brokers and jobs."""

    revision: int
    counts: dict[str, int]
    brokers: list[ClusterBrokers]
    jobs: dict[str, int]
    audit: dict[str, Any] | None
    outlived_credentials: int = Field(default=0, description="The same of all clusters together.")


@router.get("/overview", summary="What the first page shows")
def get_overview(caller: SignedIn, settings: Configured) -> Overview:
    """What the caller's first page shows."""
    session = caller.session
    revision = trail.current_revision(session)
    if not caller.is_administrator:
        return Overview(revision=revision, counts=_own(caller), brokers=[], jobs={}, audit=None)
    counts = {name: session.scalar(select(func.count(column))) or 0 for name, column in _COUNTED.items()}
    business = select(func.count(Role.id)).where(Role.personal_of.is_(None))
    jobs = select(ProvisioningJob.state, func.count()).group_by(ProvisioningJob.state)
    outlived = issuers.count_outlived(session)
    return Overview(
        revision=revision,
        counts={**counts, "roles": session.scalar(business) or 0},
        brokers=_brokers(session, settings.heartbeat_seconds, outlived),
        jobs={"pending": 0, "failed": 0, **dict(session.execute(jobs).all())},
        audit=current_results.last_run(session),
        outlived_credentials=sum(outlived.values()),
    )


def _own(caller: Caller) -> dict[str, int]:
    session, user = caller.session, caller.user
    grants = select(func.count(Grant.id)).where(readable_by(session, user, now_ms()))
    subs = select(func.count(User.id)).where(User.parent == user.id)
    return {"grants": session.scalar(grants) or 0, "sub_accounts": session.scalar(subs) or 0}


def _brokers(session: Session, interval_seconds: int, outlived: dict[int, int]) -> list[ClusterBrokers]:
    found, now, newest = [], now_ms(), trail.current_revision(session)
    brokers = broker_states.brokers_everywhere(session, now, interval_seconds)
    for cluster in session.scalars(select(Cluster).order_by(Cluster.name)):
        states = brokers.get(cluster.id, [])
        judged = judge(states, newest, None)
        number = {state: sum(one.state == state for one in states) for state in get_args(broker_states.State)}
        found.append(
            ClusterBrokers(
                cluster_id=cluster.id,
                cluster=cluster.name,
                **number,
                behind=len(judged.behind),
                observing=len(judged.observing),
                dropped=sum(one.row.events_dropped for one in states),
                gone=bool(cluster.gone),
                outlived_credentials=outlived.get(cluster.id, 0),
            )
        )
    return found
