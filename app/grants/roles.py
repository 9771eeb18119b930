"""Roles and their members. The system keeps personal roles: each is created and deleted with its user."""

from collections.abc import Collection

from sqlalchemy import ColumnElement, Select, bindparam, column, delete, false, func, select, table
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.audit.trail import contents, trail
from app.grants import dependents, grants
from app.grants.models import Grant, Role, UserRole
from app.platform.clock import later_than, now_ms
from app.platform.database import only
from app.platform.errors import Conflict, InvalidInput, existing

_USERS = table("sys_user_info", column("id"), column("username"))
"""`app.identity` may not be imported here; user names are all that is needed of its table."""


def create(session: Session, actor: str, name: str, remark: str | None = None) -> Role:
    """Create a shared role. Raises Conflict `role_exists`, also for the name of a user, which its personal role has."""
    role = _add(session, name, remark, None)
    trail.record(session, actor, "role.create", str(role.id), after=_content(role))
    return role


def create_personal(session: Session, actor: str, user_id: int, username: str) -> Role:
    """Create the personal role of a new user and put the user into it. Raises Conflict `role_exists`."""
    role = _add(session, username, None, user_id)
    trail.record(session, actor, "role.create", str(role.id), after=_content(role))
    join(session, actor, role.id, user_id)
    return role


def personal_role_of(session: Session, user_id: int) -> Role:
    """The personal role of a user. Raises NotFound."""
    return only(session, select(Role).where(Role.personal_of == user_id), "There is no such user.")


def shared_names(session: Session, user_id: int) -> list[str]:
    """The names of the shared roles that a user is in, sorted."""
    shared = select(Role.role_name).join(UserRole, UserRole.role_id == Role.id)
    return sorted(session.scalars(shared.where(UserRole.user_id == user_id, Role.personal_of.is_(None))))


def ids_of(user_id: int | None) -> Select[int]:
    """Ids of the roles that a user is in."""
    return select(UserRole.role_id).where(UserRole.user_id == user_id)


def listed(*, personal: bool | None = None) -> Select[Role]:
    """All roles, or only the personal or the shared ones."""
    query = select(Role)
    if personal is None:
        return query
    return query.where(Role.personal_of.is_not(None) if personal else Role.personal_of.is_(None))


def of_roles(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """A condition on grants: their roles meet these conditions."""
    return Grant.role_id.in_(select(Role.id).where(*conditions))


def names(session: Session, ids: Collection[int]) -> dict[int, tuple[str, int | None]]:
    """Role id → name, and the user whose personal role it is. One query."""
    return {row[0]: (row[1], row[2]) for row in session.connection().execute(_NAMES, {"ids": sorted(ids)})}


_NAMES = select(Role.id, Role.role_name, Role.personal_of).where(Role.id.in_(bindparam("ids", expanding=True)))


def member_counts(session: Session, ids: Collection[int]) -> dict[int, int]:
    """Role id → number of its members; roles without members are left out."""
    of_these = UserRole.role_id.in_(ids) if ids else false()
    query = select(UserRole.role_id, func.count()).where(of_these).group_by(UserRole.role_id)
    return dict(session.execute(query).all())


def joining_times(session: Session, role_id: int) -> dict[int, int]:
    """Id of each member → when it joined the role (epoch ms)."""
    return dict(session.execute(select(UserRole.user_id, UserRole.add_time).where(UserRole.role_id == role_id)).all())


def member_ids(role_id: int) -> Select[int]:
    """Ids of the users in a role."""
    return select(UserRole.user_id).where(UserRole.role_id == role_id)


def id_of(session: Session, name: str, user_id: int | None = None) -> int | None:
    """The id of the role with the name; with `user_id` only if this user is in it."""
    query = select(Role.id).where(Role.role_name == name)
    return session.scalar(query if user_id is None else query.where(Role.id.in_(ids_of(user_id))))


def find(session: Session, role_id: int) -> Role:
    """A role by its id. Raises NotFound."""
    return existing(session.get(Role, role_id), "There is no such role.")


def change(session: Session, actor: str, role: Role, *, name: str | None, remark: str | None) -> Role:
    """Change name or remark of a shared role. Raises Conflict `reserved_role` or `role_exists`."""
    refuse_personal(role)
    before = _content(role)
    role.role_name = role.role_name if name is None else checked_name(name)
    role.remark, role.update_time = remark, later_than(role.update_time, now_ms())
    _flush(session, role.role_name)
    trail.record(session, actor, "role.update", str(role.id), before=before, after=_content(role))
    return role


def remove(session: Session, actor: str, role: Role, *, cascade: bool = False) -> None:
    """Delete a shared role. Raises Conflict `role_in_use` when it has members or grants and `cascade` is not set."""
    refuse_personal(role)
    if not cascade:
        _refuse_used(session, role)
    members = select(func.count(UserRole.user_id)).where(UserRole.role_id == role.id)
    grant_count = select(func.count(Grant.id)).where(Grant.role_id == role.id)
    dependents.refuse_too_much(role.role_name, (session.scalar(members) or 0) + (session.scalar(grant_count) or 0))
    with trail.together(session):
        _end_memberships(session, actor, UserRole.role_id == role.id)
        _delete(session, actor, role)


def remove_personal(session: Session, actor: str, user_id: int) -> None:
    """Delete what a user has, before the user is deleted: its grants, personal role and memberships."""
    role = personal_role_of(session, user_id)
    _end_memberships(session, actor, UserRole.user_id == user_id)
    _delete(session, actor, role)


def join(session: Session, actor: str, role_id: int, user_id: int) -> None:
    """Put a user into a role; no effect for a member. Raises Conflict `reserved_role` for another user's personal
    role."""
    role, username = find(session, role_id), _username(session, user_id)
    if role.personal_of != user_id:
        refuse_personal(role)
    if session.get(UserRole, (user_id, role_id)) is not None:
        return
    member = UserRole(user_id=user_id, role_id=role_id, add_time=now_ms())
    session.add(member)
    session.flush()
    trail.record(session, actor, "user.join", username, after=membership(role, member))


def leave(session: Session, actor: str, role_id: int, user_id: int) -> None:
    """Take a user out of a role. Raises NotFound when it is no member, Conflict `reserved_role` for its personal
    role."""
    role, username = find(session, role_id), _username(session, user_id)
    member = existing(session.get(UserRole, (user_id, role_id)), "The user is not in this role.")
    refuse_personal(role)
    session.delete(member)
    session.flush()
    trail.record(session, actor, "user.leave", username, before=membership(role, member))


def refuse_personal(role: Role) -> None:
    """Raises Conflict `reserved_role` for a personal role."""
    if role.personal_of is not None:
        raise Conflict("The personal role of a user is kept by the system.", code="reserved_role")


def _refuse_used(session: Session, role: Role) -> None:
    members = select(UserRole).where(UserRole.role_id == role.id)
    hangs = {
        **dependents.dependents(session, "members", members, UserRole.user_id, lambda member: {"id": member.user_id}),
        **dependents.grants(session, Grant.role_id == role.id),
    }
    if not dependents.anything(hangs):
        return
    shown = select(_USERS.c.id, _USERS.c.username).where(_USERS.c.id.in_([member["id"] for member in hangs["members"]]))
    names: dict[int, str] = dict(session.execute(shown).all())
    for member in hangs["members"]:
        member["username"] = names[member["id"]]
    raise Conflict(
        f"{role.role_name} has {hangs['members_total']} members and {hangs['grants_total']} grants; they go with it "
        "with cascade=true.",
        code="role_in_use",
        **hangs,
    )


def checked_name(name: str) -> str:
    """The name as stored. Raises InvalidInput when it is empty, too long, unprintable or has blanks at its ends."""
    if not 0 < len(name) <= 128 or not name.isprintable() or name != name.strip():
        raise InvalidInput(
            "A role name has 1 to 128 printable characters and no blanks at its ends.",
            code="invalid_name",
            errors=[{"field": "name", "message": "not a role name"}],
        )
    return name


def _add(session: Session, name: str, remark: str | None, personal_of: int | None) -> Role:
    now = now_ms()
    role = Role(role_name=checked_name(name), add_time=now, update_time=now, remark=remark, personal_of=personal_of)
    if id_of(session, name) is not None:
        raise _exists(name)
    session.add(role)
    _flush(session, name)
    return role


def _flush(session: Session, name: str) -> None:
    try:
        session.flush()
    except IntegrityError as error:
        raise _exists(name) from error


def _exists(name: str) -> Conflict:
    return Conflict(f"There is a role called {name} (each user has one of its own name).", code="role_exists")


def _end_memberships(session: Session, actor: str, condition: ColumnElement[bool]) -> None:
    """Delete these memberships with one statement; each gets an entry of the audit log."""
    named = select(UserRole, Role, _USERS.c.username).join(Role, Role.id == UserRole.role_id)
    named = named.join(_USERS, _USERS.c.id == UserRole.user_id)
    found = session.execute(named.where(condition).order_by(UserRole.role_id, UserRole.user_id)).all()
    ended = [(username, membership(role, member)) for member, role, username in found]
    session.execute(delete(UserRole).where(condition))
    for username, before in ended:
        trail.record(session, actor, "user.leave", username, before=before)


def _delete(session: Session, actor: str, role: Role) -> None:
    grants.revoke_all_of_role(session, actor, role.id)
    before = _content(role)
    session.execute(delete(Role).where(Role.id == role.id))
    session.expunge(role)
    trail.record(session, actor, "role.delete", str(role.id), before=before)


def _username(session: Session, user_id: int) -> str:
    return str(only(session, select(_USERS.c.username).where(_USERS.c.id == user_id), "There is no such user."))


def _content(role: Role) -> dict[str, object]:
    return contents.row(role, name=role.role_name)


def membership(role: Role, member: UserRole) -> dict[str, object]:
    """What the audit log keeps of a membership."""
    return contents.row(member, role_name=role.role_name)
