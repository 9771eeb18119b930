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

CREATE, UPDATE, POLICIES, DELETE, READ = "create", "update", "policies", "delete", "read"
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
    # A creation that has failed for good delays a later change, but not the deletion; refused policies delay nothing,
    # nor does what cannot be read.
    delays = and_(ProvisioningJob.action != DELETE, earlier.action.not_in((POLICIES, READ)))
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
    namespace, topic = aliased(Namespace), aliased(Topic)
    return and_(
        ProvisioningJob.action != DELETE,
        or_(
            _unfinished_near(ResourceType.NAMESPACE, namespace.id, -1, namespace.tenant, action=CREATE),
            _unfinished_near(ResourceType.TOPIC, topic.id, -1, topic.namespace, action=CREATE),
        ),
    )


def _waits_for_children() -> ColumnElement[bool]:
    """A condition: it is a deletion, and a resource below still has a job on the cluster."""
    namespace, topic = aliased(Namespace), aliased(Topic)
    return and_(
        ProvisioningJob.action == DELETE,
        or_(
            _unfinished_near(ResourceType.TENANT, namespace.tenant, 1, namespace.id),
            _unfinished_near(ResourceType.NAMESPACE, topic.namespace, 1, topic.id),
        ),
    )


def _unfinished_near(
    kind: ResourceType,
    own_id: InstrumentedAttribute[int],
    levels: int,
    near_id: InstrumentedAttribute[int],
    **exact: str,
) -> ColumnElement[bool]:
    """A condition: the job is about this type, and one of a resource so many levels below (-1: above) is unfinished."""
    near = aliased(ProvisioningJob)
    return and_(
        ProvisioningJob.res_type == int(kind),
        exists().where(
            own_id == ProvisioningJob.res_id,
            near.res_type == int(kind) + levels,
            near.res_id == near_id,
            near.cluster == ProvisioningJob.cluster,
            near.state != READY,
            *(getattr(near, column) == value for column, value in exact.items()),
        ),
    )
