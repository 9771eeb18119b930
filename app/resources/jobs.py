"""The queue of what clusters have yet to do: one job per resource and cluster, carried out in order.

A worker claims a job by one conditional UPDATE. If the worker dies, the claim ends and the job is done again, so every
call to a cluster must be repeatable. `app.resources.job_order` decides which job may be done when.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, not_, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.access.names import ResourceType
from app.platform.database import row_counts
from app.platform.tracing import spans
from app.resources import job_order
from app.resources.job_order import DELETE, FAILED, PENDING, READY
from app.resources.models import ProvisioningJob

CLAIM_MS = 60_000
"""How long a claim lasts: longer than all calls of one job together (`JOB_SECONDS` of
`app/resources/provisioning/provisioner.py`). The job of a killed worker waits for that long."""
_FIRST_PAUSE_MS = 2_000
_LONGEST_PAUSE_MS = 300_000
_LONGEST_SILENCE_MS = 60_000
ADDED = "provisioning_jobs_added"
"""Key in `session.info`: when set, the worker is woken after the commit."""


def were_added(session: Session) -> bool:
    """After a commit: whether it added jobs. True once; releasing a savepoint is no commit, as nobody sees them yet."""
    return session.get_nested_transaction() is None and bool(session.info.pop(ADDED, False))


def put(
    session: Session,
    kind: ResourceType,
    res_id: int,
    cluster_ids: Iterable[int],
    action: str,
    name: str,
    wish: Mapping[str, Any],
    now: int,
    state: str = PENDING,
) -> None:
    """Add one job for each cluster, without a flush. `state` READY: it is done already."""
    for cluster_id in cluster_ids:
        session.add(
            ProvisioningJob(
                res_type=int(kind),
                res_id=res_id,
                cluster=cluster_id,
                action=action,
                name=name,
                wish=json.dumps(wish, sort_keys=True),
                state=state,
                next_try=now,
                add_time=now,
                update_time=now,
                traceparent=spans.traceparent(),
            )
        )
    if state == PENDING:
        session.info[ADDED] = True


def clusters_due(session: Session, now: int) -> list[int]:
    """The clusters with at least one due job."""
    return list(session.scalars(_clusters_due(), {"now": now}))


@cache
def _clusters_due() -> Select[int]:
    return job_order.due().with_only_columns(ProvisioningJob.cluster).distinct().order_by(None)


def claim(session: Session, cluster_id: int, now: int) -> ProvisioningJob | None:
    """Claim the oldest due job of a cluster; None when there is none. Two workers never get the same job."""
    for job in session.scalars(
        job_order.due().where(ProvisioningJob.cluster == cluster_id).limit(10), {"now": now}
    ).all():
        taken: Any = session.execute(
            update(ProvisioningJob)
            .where(ProvisioningJob.id == job.id, ProvisioningJob.state == PENDING, ProvisioningJob.claimed_until <= now)
            .values(claimed_until=now + CLAIM_MS)
            .execution_options(synchronize_session=False)
        )
        if taken.rowcount == 1:
            session.refresh(job)
            return job
    return None


def still_mine(session: Session, job: ProvisioningJob) -> ProvisioningJob | None:
    """The locked row of a claimed job; None when the claim has ended and another worker may have it."""
    conditions = ProvisioningJob.id == job.id, ProvisioningJob.claimed_until == job.claimed_until
    return session.scalars(
        select(ProvisioningJob).where(*conditions, ProvisioningJob.state == PENDING).with_for_update()
    ).one_or_none()


def record_success(job: ProvisioningJob, now: int) -> None:
    """The cluster has done what was wished."""
    job.state, job.message, job.claimed_until, job.update_time = READY, None, 0, now


def give_up(job: ProvisioningJob, message: str, now: int) -> None:
    """End a job that will never be done."""
    record_success(job, now)
    job.message = message


def record_refusal(job: ProvisioningJob, message: str, attempts_allowed: int, now: int) -> None:
    """The cluster refused: try again after a growing pause; `failed` after `attempts_allowed`."""
    job.attempts += 1
    job.message, job.claimed_until, job.update_time = message, 0, now
    job.state = FAILED if job.attempts >= attempts_allowed else PENDING
    job.next_try = now + _pause(job.attempts, _LONGEST_PAUSE_MS)


def unreachable(session: Session, job: ProvisioningJob, message: str, now: int) -> None:
    """The cluster did not answer: all its jobs wait and are retried without limit until it is back."""
    job.attempts += 1
    job.message, job.claimed_until, job.update_time = message, 0, now
    job.next_try = now + _pause(job.attempts, _LONGEST_SILENCE_MS)
    session.execute(
        update(ProvisioningJob)
        .where(
            ProvisioningJob.cluster == job.cluster,
            ProvisioningJob.state == PENDING,
            ProvisioningJob.next_try < job.next_try,
            ProvisioningJob.claimed_until <= now,
            ProvisioningJob.id != job.id,
        )
        .values(next_try=job.next_try, message=message, update_time=now)
        .execution_options(synchronize_session=False)
    )


def _pause(attempts: int, longest: int) -> int:
    return min(_FIRST_PAUSE_MS << min(attempts - 1, 20), longest)


def put_back(session: Session, kind: ResourceType, res_id: int, now: int) -> int:
    """Retry failed and waiting jobs of a resource at once, with their attempts reset. Returns how many."""
    unfinished = ProvisioningJob.state.in_((PENDING, FAILED)), ProvisioningJob.claimed_until <= now
    done: Any = session.execute(
        update(ProvisioningJob)
        .where(*_jobs_of(kind, res_id), *unfinished)
        .values(state=PENDING, attempts=0, next_try=now, update_time=now)
    )
    session.info[ADDED] = True
    return int(done.rowcount)


def unfinished_deletions(session: Session, kind: int, res_id: int) -> bool:
    """True while a cluster still has to remove the resource."""
    left = select(ProvisioningJob.id).where(
        *_jobs_of(kind, res_id), ProvisioningJob.action == DELETE, ProvisioningJob.state != READY
    )
    return session.scalars(left).first() is not None


def forget(session: Session, kind: int, res_id: int) -> None:
    """Delete the jobs of a resource that is deleted."""
    session.execute(delete(ProvisioningJob).where(*_jobs_of(kind, res_id)))


def numbers_by_state(session: Session) -> dict[str, int]:
    """State → how many jobs are in it."""
    return row_counts(session, select(ProvisioningJob), ProvisioningJob.state)


def troubled() -> Select[ProvisioningJob]:
    """Jobs that a cluster refused, or did not answer, last first; with its words."""
    # Others that wait for a silent cluster have its message, too, and were not tried themselves.
    tried = select(ProvisioningJob).where(ProvisioningJob.message.is_not(None), ProvisioningJob.attempts > 0)
    return tried.where(ProvisioningJob.state.in_((PENDING, FAILED))).order_by(
        ProvisioningJob.update_time.desc(), ProvisioningJob.id
    )


def newest(session: Session, kind: ResourceType, ids: Iterable[int]) -> dict[int, list[ProvisioningJob]]:
    """Resource id → for each cluster the job that shows its state: the first unfinished one, else the last."""
    found: dict[int, dict[int, ProvisioningJob]] = {}
    query = select(ProvisioningJob).where(ProvisioningJob.res_type == int(kind), ProvisioningJob.res_id.in_(list(ids)))
    for job in session.scalars(query.order_by(ProvisioningJob.id)):
        of_resource = found.setdefault(job.res_id, {})
        shown = of_resource.get(job.cluster)
        if shown is None or shown.state == READY:
            of_resource[job.cluster] = job
    return {res_id: list(of_resource.values()) for res_id, of_resource in found.items()}


def in_state(kind: ResourceType, res_id: InstrumentedAttribute[int], state: str) -> Sequence[ColumnElement[bool]]:
    """Conditions for resources shown in this state: failed on any cluster, else unfinished on any, else ready.

    Unfinished jobs are few and found by an index, however many resources there are.
    """
    failed, pending = (
        res_id.in_(
            select(ProvisioningJob.res_id).where(
                ProvisioningJob.state == job_state, ProvisioningJob.res_type == int(kind)
            )
        )
        for job_state in (FAILED, PENDING)
    )
    return {FAILED: [failed], PENDING: [pending, not_(failed)], READY: [not_(failed), not_(pending)]}[state]


def _jobs_of(kind: int, res_id: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return ProvisioningJob.res_type == int(kind), ProvisioningJob.res_id == res_id


def drop_waiting(session: Session, kind: ResourceType, res_ids: Collection[int], now: int) -> None:
    """Delete jobs of these resources that nobody has begun. For some hundred resources at most."""
    session.execute(
        delete(ProvisioningJob).where(
            ProvisioningJob.res_type == int(kind),
            ProvisioningJob.res_id.in_(res_ids),
            ProvisioningJob.state != READY,
            ProvisioningJob.claimed_until <= now,
        )
    )
