"""Who answers for a role: the main accounts of who is in it."""

from collections.abc import Collection, Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.models import UserRole
from app.identity.models import User

MOST = 100
"""So many members of a shared role at most are told something about the role."""


def main_accounts(session: Session, role_ids: Collection[int]) -> Mapping[int, set[int]]:
    """Role id → ids of the main accounts of its members."""
    found: dict[int, set[int]] = {number: set() for number in role_ids}
    members = select(UserRole.role_id, User).join(User, User.id == UserRole.user_id).where(UserRole.role_id.in_(found))
    for role_id, user in session.execute(members.order_by(User.id)):
        if len(found[role_id]) < MOST:
            found[role_id].add(user.parent or user.id)
    return found
