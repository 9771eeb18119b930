"""The main accounts of the members of roles, who get notices about the roles."""

from collections.abc import Collection, Mapping

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.grants.models import UserRole
from app.identity.models import User

MOST = 100
"""Main accounts that are told about one shared role, at most."""
_READ = 10 * MOST
"""Members of one role that are looked at to find their main accounts, however many there are."""


def main_accounts(session: Session, role_ids: Collection[int]) -> Mapping[int, set[int]]:
    """Role id → ids of the main accounts of its members."""
    order = func.row_number().over(partition_by=UserRole.role_id, order_by=UserRole.user_id).label("place")
    members = select(UserRole.role_id, UserRole.user_id, order).where(UserRole.role_id.in_(role_ids)).subquery()
    main = select(members.c.role_id, func.coalesce(User.parent, User.id)).join(User, User.id == members.c.user_id)
    found: dict[int, set[int]] = {role_id: set() for role_id in role_ids}
    first = main.where(members.c.place <= _READ).order_by(members.c.role_id, members.c.user_id)
    for role_id, user_id in session.execute(first) if found else ():
        if len(found[role_id]) < MOST:
            found[role_id].add(user_id)
    return found
