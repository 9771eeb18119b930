"""Deleting users, with everything that depends on them, in one transaction.

A user name can be used again, and the new user must inherit nothing. So grants, memberships, sub-accounts, tokens and
secrets are deleted. Grants that the user made for others stay; they refer to a user id, which is never used again.
"""

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.grants import dependents, roles
from app.grants.models import Grant, Role, UserRole
from app.identity.accounts import lifecycle
from app.identity.models import User
from app.platform.database import any_of
from app.platform.errors import Conflict
from app.resources import clusters, key_fetches, subscription_rules
from app.tokens import api_tokens

_AS_MUCH_AS = 40
"""Rows to delete for one sub-account, by estimate: its role, credentials and sessions."""


def dependents_of(session: Session, user: User) -> tuple[dependents.Listed, dependents.Listed]:
    """(what is deleted with the user, what it granted to others and stays), both counted and listed."""
    own_role = roles.personal_role_of(session, user.id)
    subs = select(User).where(User.parent == user.id)
    business = select(Role).join(UserRole, UserRole.role_id == Role.id).where(UserRole.user_id == user.id)
    goes = {
        **dependents.dependents(session, "children", subs, User.id, _child_item),
        **dependents.dependents(session, "memberships", business.where(Role.id != own_role.id), Role.id, _role_item),
        **dependents.grants(session, Grant.role_id == own_role.id),
    }
    # Grants to itself are deleted with its role, so they are not listed as staying.
    others = or_(Role.personal_of.is_(None), Role.personal_of != user.id)
    return goes, dependents.grants(session, Grant.granted_by_id == user.id, others, kind="given")


def remove_user(session: Session, actor: str, user: User, *, cascade: bool) -> None:
    """Delete a user and its sub-accounts. Raises Conflict `has_children` when something depends on it and `cascade` is
    not set, `needed_by_cluster`, `last_administrator`."""
    clusters.refuse_needed(session, user)
    goes, stays = dependents_of(session, user)
    if dependents.anything(goes) and not cascade:
        raise Conflict(
            f"{user.username} has {goes['children_total']} sub-accounts, {goes['grants_total']} grants and "
            f"{goes['memberships_total']} roles; they go with it with cascade=true. What it gave to others stays.",
            code="has_children",
            **goes,
            **stays,
        )
    _refuse_too_much(session, user, goes)
    with trail.together(session):
        for sub in session.scalars(select(User).where(User.parent == user.id).order_by(User.id)).all():
            clusters.refuse_needed(session, sub)
            remove_one(session, actor, sub)
        remove_one(session, actor, user)


def _refuse_too_much(session: Session, user: User, deletion: dependents.Listed) -> None:
    """Refuse to delete too many rows at once. Grants and memberships of the sub-accounts count too."""
    people = any_of(*(select(User.id).where(condition) for condition in (User.id == user.id, User.parent == user.id)))
    grant_count = select(func.count(Grant.id)).join(Role, Role.id == Grant.role_id).where(Role.personal_of.in_(people))
    membership_count = select(func.count(UserRole.role_id)).where(UserRole.user_id.in_(people))
    total = (session.scalar(grant_count) or 0) + (session.scalar(membership_count) or 0)
    dependents.refuse_too_much(user.username, total + deletion["children_total"] * _AS_MUCH_AS)


def remove_one(session: Session, actor: str, user: User) -> None:
    """Delete a user without sub-accounts, with its tokens."""
    api_tokens.remove_all(session, actor, user)
    subscription_rules.forget_user(session, actor, user)
    key_fetches.leave_to_main(session, user)
    lifecycle.remove(session, actor, user)


def _child_item(user: User) -> dict[str, object]:
    return {"type": "user", "id": user.id, "full_name": user.username}


def _role_item(role: Role) -> dict[str, object]:
    return {"id": role.id, "name": role.role_name}
