"""Which audit results a user may read: on tenants it administers, on grants it sees, and about its own accounts."""

from sqlalchemy import ColumnElement, Select, false, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.grants import held_places
from app.grants.models import Grant, Role
from app.identity.models import User
from app.pulsar.names import ResourceType
from app.resources.models import Tenant
from app.rights.records import on_cluster
from app.rights.visible_grants import visible_to

Column = InstrumentedAttribute[str] | InstrumentedAttribute[str | None]
IdColumn = InstrumentedAttribute[int] | InstrumentedAttribute[int | None]
_ADMINISTER_TENANT = (104,)
_ADMINISTER_CLUSTER = (4, 104)


def administered_tenants(session: Session, user: User, now: int) -> Select[str]:
    """Names of the tenants that the user administers: none for a sub-account."""
    if user.parent is not None:
        return select(Tenant.name).where(false())
    clusters = session.scalars(held_places.select_held(user.id, now, ResourceType.CLUSTER, _ADMINISTER_CLUSTER))
    own = Tenant.id.in_(held_places.select_held(user.id, now, ResourceType.TENANT, _ADMINISTER_TENANT))
    return select(Tenant.name).where(or_(own, *map(on_cluster, clusters)))


def readable(
    session: Session,
    reader: User,
    now: int,
    *,
    tenant: Column | None = None,
    user: Column | None = None,
    role: IdColumn | None = None,
    grant: IdColumn | None = None,
) -> ColumnElement[bool]:
    """A condition on a table of results, by the columns that it has. Not needed for administrators of the center."""
    accounts = or_(User.id == reader.id, User.parent == reader.id)
    found: list[ColumnElement[bool]] = []
    if tenant is not None:
        found.append(tenant.in_(administered_tenants(session, reader, now)))
    if user is not None:
        found.append(user.in_(select(User.username).where(accounts)))
    if role is not None:
        own = select(Role.id).where(Role.personal_of.in_(select(User.id).where(accounts)))
        found.append(role.in_(own))
    if grant is not None:
        found.append(grant.in_(select(Grant.id).where(visible_to(session, reader, now))))
    return or_(false(), *found)
