"""Adopting grants and administrators: users of the center get what the cluster gives to their names."""

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.desired_state.drift import comparing_grants
from app.desired_state.drift.models import DriftLine
from app.desired_state.importing import receivers
from app.grants import places, roles
from app.grants.models import Grant
from app.identity import users
from app.identity.models import User
from app.platform.errors import Conflict
from app.rights.granting import giver_rights, permission_commands


def give(session: Session, by: User, line: DriftLine, now: int) -> list[int]:
    """Give the users of a line what they hold on the cluster; ids of the new grants.

    Raises Conflict `not_adoptable`, and what granting raises.
    """
    native_roles: list[str] = line.actual_value() if line.field == "admin_roles" else [str(line.subject)]
    people = users_behind(session, line, [role for role in native_roles if role not in (line.wished_value() or [])])
    place = places.place_of(session, *_place(session, line))
    giver = giver_rights.giver(session, by, place, now)
    role_ids = [roles.personal_role_of(session, user.id).id for user in people]
    before = _grants(session, role_ids, place)
    if line.field == "admin_roles":
        permission_commands.make_administrators(
            session, giver, [user.username for user in people], log_actor=by.username
        )
    else:
        actions = comparing_grants.counting(line.actual_value(), ResourceType(line.res_type))
        permission_commands.change(
            session, line.cluster, "grant", giver, people[0].username, actions, log_actor=by.username
        )
    return sorted(_grants(session, role_ids, place) - before)


def _place(session: Session, line: DriftLine) -> tuple[int, int]:
    if line.near_type != line.res_type:
        kind = ResourceType(line.res_type).name.lower()
        return permission_commands.place_named(session, line.cluster, kind, line.place).key
    return line.near_type, line.near_id


def _grants(session: Session, role_ids: list[int], place: places.Place) -> set[int]:
    conditions = Grant.role_id.in_(role_ids), Grant.res_type == place.key[0], Grant.res_id == place.key[1]
    return set(session.scalars(select(Grant.id).where(*conditions)))


def users_behind(session: Session, line: DriftLine, native: Iterable[str]) -> list[User]:
    """The users that the import made of native roles. A user of the same name does not count: it may be another. Raises
    Conflict `not_adoptable`."""
    applied = receivers.mapping_of(session, line.cluster)
    return [_user(session, role, receivers.user_of(role, applied)) for role in native]


def _user(session: Session, role: str, became: str | None) -> User:
    user = None if became is None else users.by_name(session, became)
    if user is None:
        who = role if became in (None, role) else f"{became}, which the role {role} became"
        message = f"The user center knows no user {who}: make one first, or take the permission away."
        raise Conflict(message, code="not_adoptable", user=role)
    return user
