"""Which provisioning jobs may be carried out now: the order that keeps clusters and center in step.

A job waits while an earlier job of the same resource, the creation of its parent, or the deletion of a child is
unfinished on the same cluster. Nothing else makes it wait: one failing topic holds up no other topic.
"""

from sqlalchemy import ColumnElement, ScalarSelect, Select, and_, exists, or_, select
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


# Parents and children are asked for type by type: an OR inside would keep databases from using the index of
# (res_type, res_id, cluster), and ten thousand waiting topics would be compared with each other.


def _waits_for_parent() -> ColumnElement[bool]:
    # Two levels down SQLAlchemy does not see by itself that the job is the outer query's.
    of_namespace = select(Namespace.tenant).where(Namespace.id == ProvisioningJob.res_id).correlate(ProvisioningJob)
    of_topic = select(Topic.namespace).where(Topic.id == ProvisioningJob.res_id).correlate(ProvisioningJob)
    return and_(
        ProvisioningJob.action != DELETE,
        or_(
            _unfinished_parent(ResourceType.NAMESPACE, of_namespace.scalar_subquery()),
            _unfinished_parent(ResourceType.TOPIC, of_topic.scalar_subquery()),
        ),
    )


def _unfinished_parent(kind: ResourceType, parent_id: ScalarSelect[int]) -> ColumnElement[bool]:
    parent = aliased(ProvisioningJob)
    return and_(
        ProvisioningJob.res_type == int(kind),
        exists().where(
            parent.res_type == int(kind) - 1,
            parent.res_id == parent_id,
            parent.cluster == ProvisioningJob.cluster,
            parent.state != READY,
            parent.action != DELETE,
        ),
    )


def _waits_for_children() -> ColumnElement[bool]:
    namespaces = select(Namespace.id).where(Namespace.tenant == ProvisioningJob.res_id).correlate(ProvisioningJob)
    topics = select(Topic.id).where(Topic.namespace == ProvisioningJob.res_id).correlate(ProvisioningJob)
    return and_(
        ProvisioningJob.action == DELETE,
        or_(_unfinished_child(ResourceType.TENANT, namespaces), _unfinished_child(ResourceType.NAMESPACE, topics)),
    )


def _unfinished_child(kind: ResourceType, child_ids: Select[int]) -> ColumnElement[bool]:
    child = aliased(ProvisioningJob)
    return and_(
        ProvisioningJob.res_type == int(kind),
        exists().where(
            child.res_type == int(kind) + 1,
            child.res_id.in_(child_ids),
            child.cluster == ProvisioningJob.cluster,
            child.state != READY,
        ),
    )
