"""Which provisioning jobs may be carried out now: the order that keeps clusters and center in step.

A job waits while an earlier job of the same resource, the creation of its parent, or the deletion of a child is
unfinished on the same cluster. Nothing else makes it wait: one failing topic holds up no other topic.
"""

from sqlalchemy import ColumnElement, Select, and_, exists, or_, select
from sqlalchemy.orm import aliased

from app.pulsar.names import ResourceType
from app.resources.models import Namespace, ProvisioningJob, Topic

CREATE, UPDATE, DELETE = "create", "update", "delete"
PENDING, READY, FAILED = "pending", "ready", "failed"


def due(now: int) -> Select[ProvisioningJob]:
    """The jobs that may be carried out now, oldest first."""
    return (
        select(ProvisioningJob)
        .where(
            ProvisioningJob.state == PENDING,
            ProvisioningJob.next_try <= now,
            ProvisioningJob.claimed_until <= now,
            ~_waits_for_earlier(),
            ~_waits_for_parent(),
            ~_waits_for_children(),
        )
        .order_by(ProvisioningJob.id)
    )


def _waits_for_earlier() -> ColumnElement[bool]:
    earlier = aliased(ProvisioningJob)
    # A creation that failed for good holds up a later change, but not the deletion.
    holds_up = or_(earlier.state == PENDING, and_(earlier.state == FAILED, ProvisioningJob.action != DELETE))
    return exists().where(
        earlier.res_type == ProvisioningJob.res_type,
        earlier.res_id == ProvisioningJob.res_id,
        earlier.cluster == ProvisioningJob.cluster,
        earlier.id < ProvisioningJob.id,
        holds_up,
    )


def _waits_for_parent() -> ColumnElement[bool]:
    parent = aliased(ProvisioningJob)
    of_namespace = select(Namespace.tenant).where(Namespace.id == ProvisioningJob.res_id).scalar_subquery()
    of_topic = select(Topic.namespace).where(Topic.id == ProvisioningJob.res_id).scalar_subquery()
    is_parent = or_(
        and_(
            ProvisioningJob.res_type == int(ResourceType.NAMESPACE),
            parent.res_type == int(ResourceType.TENANT),
            parent.res_id == of_namespace,
        ),
        and_(
            ProvisioningJob.res_type == int(ResourceType.TOPIC),
            parent.res_type == int(ResourceType.NAMESPACE),
            parent.res_id == of_topic,
        ),
    )
    return and_(
        ProvisioningJob.action != DELETE,
        exists().where(
            parent.cluster == ProvisioningJob.cluster, parent.state != READY, parent.action != DELETE, is_parent
        ),
    )


def _waits_for_children() -> ColumnElement[bool]:
    child = aliased(ProvisioningJob)
    namespaces = select(Namespace.id).where(Namespace.tenant == ProvisioningJob.res_id)
    topics = select(Topic.id).where(Topic.namespace == ProvisioningJob.res_id)
    is_child = or_(
        and_(
            ProvisioningJob.res_type == int(ResourceType.TENANT),
            child.res_type == int(ResourceType.NAMESPACE),
            child.res_id.in_(namespaces),
        ),
        and_(
            ProvisioningJob.res_type == int(ResourceType.NAMESPACE),
            child.res_type == int(ResourceType.TOPIC),
            child.res_id.in_(topics),
        ),
    )
    return and_(
        ProvisioningJob.action == DELETE,
        exists().where(child.cluster == ProvisioningJob.cluster, child.state != READY, is_child),
    )
