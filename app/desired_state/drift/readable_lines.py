"""Which lines a user may read and answer: those on what it administers. For the cluster, all of it."""

from sqlalchemy import ColumnElement, Select, and_, exists, false, or_, select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.access.read_permission import DECIDING, giving_on
from app.desired_state.drift.models import DriftLine
from app.grants import held_places
from app.identity.models import User
from app.resources.models import Namespace, Tenant, Topic
from app.rights.readable_findings import administered_tenants

_BELOW_TENANTS = (ResourceType.NAMESPACE, ResourceType.TOPIC)


def on_cluster(cluster_id: int, *conditions: ColumnElement[bool]) -> Select[DriftLine]:
    """The lines of a cluster that meet all conditions."""
    return select(DriftLine).where(DriftLine.cluster == cluster_id, *conditions)


def readable(session: Session, user: User, now: int) -> ColumnElement[bool]:
    """A condition on lines, for who does not administer the cluster; nothing for a sub-account."""
    if user.parent is not None:
        return false()
    mine = held_places.in_force_of(session, user.id, now)
    near = [
        _near(kind, held_places.select_held(mine, kind, giving_on(kind, DECIDING, kind))) for kind in _BELOW_TENANTS
    ]
    # By number: a tenant that was made again is another one, and its lines of before are not its makers' to read.
    tenants = select(Tenant.id).where(Tenant.name.in_(administered_tenants(session, user, now)))
    return or_(
        _near(ResourceType.TENANT, tenants),
        _near_in(ResourceType.NAMESPACE, Namespace, tenants),
        _near_in(ResourceType.TOPIC, Topic, tenants),
        *near,
    )


def _near(kind: ResourceType, ids: Select[int]) -> ColumnElement[bool]:
    return and_(DriftLine.near_type == int(kind), DriftLine.near_id.in_(ids))


def _near_in(kind: ResourceType, model: type[Namespace] | type[Topic], tenants: Select[int]) -> ColumnElement[bool]:
    """Looked up for each line: a tenant may have far more topics than there are lines."""
    return and_(
        DriftLine.near_type == int(kind), exists().where(model.id == DriftLine.near_id, model.tenant.in_(tenants))
    )
