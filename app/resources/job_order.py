"""Which provisioning jobs may be carried out now. The order keeps clusters and center in step.

A job waits while an earlier job of the same resource, the creation of its parent, or the deletion of a child is
unfinished on the same cluster. It waits for nothing else: a failing topic does not delay other topics.
"""

from functools import cache

from sqlalchemy import ColumnElement, Select, and_, bindparam, exists, or_, select
from sqlalchemy.orm import InstrumentedAttribute, aliased

from app.access.names import ResourceType
from app.platform.database import BIGINT
from app.resources.models import Namespace, ProvisioningJob, Topic

CREATE, UPDATE, POLICIES, DELETE = "create", "update", "policies", "delete"
PENDING, READY, FAILED = "pending", "ready", "failed"


@cache
def due() -> Select[ProvisioningJob]:
    """The jobs that may be carried out at `now` (a parameter), oldest first. Built once, as the worker asks each
    second."""
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
    """A condition: an earlier job for the same resource on the same cluster holds it up."""
    earlier = aliased(ProvisioningJob)
    # A creation that has failed for good delays a later change, but not the deletion; refused policies delay nothing.
    delays = and_(ProvisioningJob.action != DELETE, earlier.action != POLICIES)
    holds_up = or_(earlier.state == PENDING, and_(earlier.state == FAILED, delays))
    return exists().where(
        earlier.res_type == ProvisioningJob.res_type,
        earlier.res_id == ProvisioningJob.res_id,
        earlier.cluster == ProvisioningJob.cluster,
        earlier.id < ProvisioningJob.id,
        holds_up,
    )


# Parents and children are looked up type by type: with an OR inside, databases would not use the index of (res_type,
# res_id, cluster) and would compare ten thousand waiting topics with each other. They are joined because MariaDB 10.11
# cannot do this with a nested subquery.


def _waits_for_parent() -> ColumnElement[bool]:
    """A condition: the cluster has not created the resource above yet."""
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
            parent.action == CREATE,
        ),
    )


def _waits_for_children() -> ColumnElement[bool]:
    """A condition: it is a deletion, and a resource below still has a job on the cluster."""
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
