"""Gives up a cluster that is gone for good. Nothing waits for it any more; tenants that also live elsewhere stay there.

The worker ends each waiting job without a call and marks it as not done. So tenants, namespaces and topics can be
deleted as on a cluster that answers. Their grants are deleted with them, as always.
"""

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from app.audit.trail import contents, trail
from app.platform.clock import later_than, now_ms
from app.platform.errors import Conflict, InvalidInput
from app.resources import jobs, placement
from app.resources.job_order import FAILED, PENDING, READY
from app.resources.models import Cluster, ProvisioningJob, Tenant

MESSAGE = "given up: the cluster is gone"
"""The message of a job that ended without being done."""


def give_up(session: Session, actor: str, cluster: Cluster, confirm: str | None) -> None:
    """Mark the cluster as gone. This is final; a second call changes nothing. Raises InvalidInput `confirmation_needed`
    unless `confirm` is its name."""
    if confirm != cluster.name:
        message = f"What waits for it will never be done there: repeat the name, confirm={cluster.name}"
        raise InvalidInput(message, code="confirmation_needed", field="confirm")
    if cluster.gone:
        return
    before, now = contents.row(cluster), now_ms()
    cluster.gone, cluster.update_time = 1, later_than(cluster.update_time, now)
    session.flush()
    after = contents.row(cluster)
    trail.record(session, actor, "cluster.give_up", cluster.name, before=before, after=after, cluster=cluster.id)
    waiting = ProvisioningJob.cluster == cluster.id, ProvisioningJob.state.in_((PENDING, FAILED))
    # Jobs that a worker has just claimed end by themselves, or become due again when the claim ends.
    session.execute(update(ProvisioningJob).where(*waiting).values(state=PENDING, next_try=now, update_time=now))
    session.info[jobs.ADDED] = True


def remove_from_tenants(session: Session, actor: str, cluster: Cluster) -> None:
    """Before a cluster that was given up is deleted: remove it from tenants that also live elsewhere, and delete its
    jobs. Raises Conflict `being_given_up` until the worker has ended the waiting jobs, which takes a moment."""
    on_cluster = ProvisioningJob.cluster == cluster.id
    if session.scalars(select(ProvisioningJob.id).where(on_cluster, ProvisioningJob.state != READY).limit(1)).first():
        raise Conflict("What waited for the cluster is being ended: try again in a moment.", code="being_given_up")
    session.execute(delete(ProvisioningJob).where(on_cluster))
    for tenant in session.scalars(select(Tenant).where(placement.lives_on(cluster.id)).order_by(Tenant.id)).all():
        remaining = [cluster_id for cluster_id in tenant.cluster_ids() if cluster_id != cluster.id]
        if remaining:
            before, now = contents.row(tenant), now_ms()
            tenant.clusters = ",".join(map(str, remaining))
            tenant.update_time = later_than(tenant.update_time, now)
            session.flush()
            trail.record(session, actor, "tenant.update", tenant.name, before=before, after=contents.row(tenant))
