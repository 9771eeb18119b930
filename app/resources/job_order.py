"""Which provisioning jobs may be carried out now: the order that keeps clusters and center in step.

A job waits while an earlier job of the same resource, the creation of its parent, or the deletion of a child is
unfinished on the same cluster. Nothing else makes it wait: one failing topic holds up no other topic.
"""

from functools import cache

from sqlalchemy import ColumnElement, Select, and_, bindparam, exists, or_, select
from sqlalchemy.orm import InstrumentedAttribute, aliased

from app.database import BIGINT
from app.pulsar.names import ResourceType
from app.resources.models import Namespace, ProvisioningJob, Topic

CREATE, UPDATE, DELETE = "create", "update", "delete"
PENDING, READY, FAILED = "pending", "ready", "failed"


@cache
def due() -> Select[ProvisioningJob]:
    """The jobs that may be carried out at `now` (a parameter), oldest first. Made once: the worker asks each second."""
    now = bindparam("now", type_=BIGINT)
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
# (res_type, res_id, cluster), and ten thousand waiting topics would be compared with each other. And they are joined:
# MariaDB 10.11 cannot do these with a subquery inside.


def _waits_for_parent() -> ColumnElement[bool]:
    of_namespace, of_topic = aliased(Namespace), aliased(Topic)
    return and_(
        ProvisioningJob.action != DELETE,
        or_(
            _unfinished_parent(ResourceType.NAMESPACE, of_namespace.id, of_namespace.tenant),
            _unfinished_parent(ResourceType.TOPIC, of_topic.id, of_topic.namespace),
        ),
    )


def _unfinished_parent(
    kind: ResourceType, own_id: InstrumentedAttribute[int], parent_id: InstrumentedAttribute[int]
) -> ColumnElement[bool]:
    parent = aliased(ProvisioningJob)
    return and_(
        ProvisioningJob.res_type == int(kind),
        exists().where(
            own_id == ProvisioningJob.res_id,
            parent.res_type == int(kind) - 1,
            parent.res_id == parent_id,
            parent.cluster == ProvisioningJob.cluster,
            parent.state != READY,
            parent.action != DELETE,
        ),
    )


def _waits_for_children() -> ColumnElement[bool]:
    namespace, topic = aliased(Namespace), aliased(Topic)
    return and_(
        ProvisioningJob.action == DELETE,
        or_(
            _unfinished_child(ResourceType.TENANT, namespace.id, namespace.tenant),
            _unfinished_child(ResourceType.NAMESPACE, topic.id, topic.namespace),
        ),
    )


def _unfinished_child(
    kind: ResourceType, child_id: InstrumentedAttribute[int], own_id: InstrumentedAttribute[int]
) -> ColumnElement[bool]:
    child = aliased(ProvisioningJob)
    return and_(
        ProvisioningJob.res_type == int(kind),
        exists().where(
            own_id == ProvisioningJob.res_id,
            child.res_type == int(kind) + 1,
            child.res_id == child_id,
            child.cluster == ProvisioningJob.cluster,
            child.state != READY,
        ),
    )
