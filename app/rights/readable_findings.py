"""Which audit results a user may read: on tenants it administers or audits, on grants it sees, and about its own
accounts."""

from collections.abc import Collection, Sequence

from sqlalchemy import ColumnElement, Select, false, or_, select, true
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.access.names import ResourceType
from app.access.read_permission import DECIDING, giving_on
from app.access.vocabulary import Right
from app.audit.findings.models import Finding
from app.grants import held_places
from app.grants.models import Grant, Role
from app.identity import sub_accounts
from app.identity.models import User
from app.resources.models import Tenant
from app.resources.placement import lives_on
from app.rights.visible_grants import by_a_right_of_both, readable_by, visible_to

Column = InstrumentedAttribute[str] | InstrumentedAttribute[str | None]
IdColumn = InstrumentedAttribute[int] | InstrumentedAttribute[int | None]


def readable_tenants(session: Session, user: User, now: int) -> Select[str]:
    """Names of the tenants that the user administers or audits."""
    return select(Tenant.name).where(
        by_a_right_of_both(user, lambda user_id, rights: _administered(session, user_id, now, rights))
    )


def administered_tenants(session: Session, user: User, now: int) -> Select[str]:
    """Names of the tenants that the user administers: none for a sub-account."""
    if user.parent is not None:
        return select(Tenant.name).where(false())
    return select(Tenant.name).where(_administered(session, user.id, now, DECIDING))


def _administered(session: Session, user_id: int, now: int, rights: frozenset[Right]) -> ColumnElement[bool]:
    """A condition on tenants: the user holds one of the rights on them as a whole."""
    own_grants = held_places.in_force_of(session, user_id, now)

    def held(on: ResourceType) -> Select[int]:
        return held_places.select_held(own_grants, on, giving_on(on, rights, ResourceType.TENANT))

    if session.scalars(held(ResourceType.ROOT).limit(1)).first() is not None:
        return true()
    clusters = session.scalars(held(ResourceType.CLUSTER))
    return or_(Tenant.id.in_(held(ResourceType.TENANT)), *map(lives_on, clusters))


def readable(
    session: Session,
    reader: User,
    now: int,
    *,
    tenant: Column | None = None,
    user: Column | None = None,
    role: IdColumn | None = None,
    grant: IdColumn | None = None,
    deciding: bool = False,
) -> ColumnElement[bool]:
    """A condition on a table of results, by the columns that it has. Not needed for administrators of the center.

    `deciding`: only those that it may also do something about.
    """
    tenants, grants = (administered_tenants, visible_to) if deciding else (readable_tenants, readable_by)
    accounts = sub_accounts.within(reader.id)
    found: list[ColumnElement[bool]] = []
    if tenant is not None:
        found.append(tenant.in_(tenants(session, reader, now)))
    if user is not None:
        found.append(user.in_(select(User.username).where(accounts)))
    if role is not None:
        own_roles = select(Role.id).where(Role.personal_of.in_(select(User.id).where(accounts)))
        found.append(role.in_(own_roles))
    if grant is not None:
        found.append(grant.in_(select(Grant.id).where(grants(session, reader, now))))
    return or_(false(), *found)


def role_names(session: Session, rows: Sequence[Finding], conditions: Sequence[ColumnElement[bool]]) -> dict[int, str]:
    """Row id → current name of the finding's role. `conditions`: conditions on grants that tell of it."""
    of_grant = {finding.grant_id for finding in rows if finding.grant_id is not None}
    of_role = {finding.role_id for finding in rows if finding.grant_id is None and finding.role_id is not None}
    by_grant = select(Grant.id, Role.role_name).join(Role, Role.id == Grant.role_id).where(Grant.id.in_(of_grant))
    grants: dict[int | None, str] = dict(session.execute(by_grant.where(*conditions)).all())
    roles = names_of_roles(session, of_role, conditions)
    names = {row.id: grants.get(row.grant_id) if row.grant_id else roles.get(row.role_id or 0) for row in rows}
    return {finding_id: role_name for finding_id, role_name in names.items() if role_name is not None}


def names_of_roles(session: Session, ids: Collection[int], conditions: Sequence[ColumnElement[bool]]) -> dict[int, str]:
    """Role id → current name. `conditions`: conditions on grants that tell of it."""
    visible_grant = select(Grant.id).where(Grant.role_id == Role.id, *conditions).exists()
    query = select(Role.id, Role.role_name).where(Role.id.in_(ids), visible_grant)
    return dict(session.execute(query).all())
