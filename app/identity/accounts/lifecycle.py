"""Creates and deletes users together with their personal roles, as `identity` and `grants` do not know each other."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import BindParameter, Select, bindparam, select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.grants import dependents, roles
from app.grants.models import Role, UserRole
from app.identity import groups, sub_accounts, users
from app.identity.accounts import administrators
from app.identity.models import ServiceGroup, User
from app.identity.users import Kind
from app.platform.errors import Conflict

_MEMBERS_AT_ONCE = 300
"""Members of a group that one deletion may change."""


def create(session: Session, actor: str, username: str, kind: Kind, **values: Any) -> User:
    """Create a user without credential, and its personal role; `values` as of `users.create`. Raises Conflict
    `exists`, InvalidInput."""
    user = users.create(session, actor, username, kind, **values)
    try:
        roles.create_personal(session, actor, user.id, username)
    except Conflict as error:
        raise Conflict(
            f"There is a role called {username}; a user needs a role of its own name.", code="exists"
        ) from error
    return user


def change(session: Session, actor: str, user: User, **values: Any) -> User:
    """Change `nick`, `status`, `group_id`, `networks`, `remark`. Raises Conflict `last_administrator`."""
    with administrators.one_remains(session):
        return users.change(session, actor, user, **values)


def remove(session: Session, actor: str, user: User) -> None:
    """Delete a user with its personal role, grants, memberships, sessions and secrets. The caller deletes tokens
    before.

    Raises Conflict `has_children`, `last_administrator`.
    """
    users.refuse_children(session, user)
    with administrators.one_remains(session):
        roles.remove_personal(session, actor, user.id)
        users.remove(session, actor, user)


def remove_group(session: Session, actor: str, group: ServiceGroup, *, cascade: bool) -> None:
    """Delete a group; with `cascade` its members then belong to no group. Raises Conflict `has_members`."""
    members = groups.members(session, group) if cascade else []
    dependents.refuse_too_much(group.group_name, len(members), _MEMBERS_AT_ONCE)
    with trail.together(session):
        for member in members:
            users.change(session, actor, member, group_id=None)
        groups.remove(session, actor, group)


def members(role_id: int) -> Select[User]:
    """The users in a role."""
    return select(User).join(UserRole, UserRole.user_id == User.id).where(UserRole.role_id == role_id)


def role_ids_within(session: Session, user_id: int) -> list[int]:
    """Ids of the roles of a user and of its sub-accounts."""
    accounts = select(User.id).where(sub_accounts.within(user_id))
    return list(session.scalars(select(UserRole.role_id).where(UserRole.user_id.in_(accounts)).distinct()))


_OWNED = select(Role, User).join(User, User.id == Role.personal_of, isouter=True)
_IDS: BindParameter[Any] = bindparam("ids", expanding=True)
_BY_ID, _BY_USER = _OWNED.where(Role.id.in_(_IDS)), _OWNED.where(Role.personal_of.in_(_IDS))


def owned_roles(session: Session, ids: Collection[int], of: Collection[int]) -> list[tuple[Role, User | None]]:
    """The roles with these ids and the personal roles of these users, each with its user. At most two queries."""
    queries = [(query, sorted(wanted)) for query, wanted in ((_BY_ID, ids), (_BY_USER, of)) if wanted]
    return [(row[0], row[1]) for query, wanted in queries for row in session.execute(query, {"ids": wanted})]


def roles_of(session: Session, users: Sequence[User]) -> dict[int, list[Role]]:
    """User id → all roles of the user by id, with its personal one. One query for all users."""
    found: dict[int, list[Role]] = {user.id: [] for user in users}
    query = select(UserRole.user_id, Role).join(Role, UserRole.role_id == Role.id).where(UserRole.user_id.in_(found))
    for user_id, role in session.execute(query.order_by(Role.id)):
        found[user_id].append(role)
    return found
