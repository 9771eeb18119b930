"""Whoever creates a resource owns it: an ordinary grant of every authority on it, in the same transaction (spec 3)."""

from sqlalchemy.orm import Session

from app.access import grants, roles
from app.identity.models import User
from app.pulsar.names import ResourceType


def give(session: Session, actor: str, user_id: int, kind: ResourceType, res_id: int) -> None:
    """Grant everything on a new resource to its creator's personal role.

    The main account of a sub-account gets the same: what a sub-account holds counts only as far as its main account
    holds it too, so nobody at all could use the resource otherwise.
    """
    main = session.get_one(User, user_id).parent
    for owner in (user_id, main):
        if owner is not None:
            role = roles.personal_role_of(session, owner)
            grants.grant_ownership(session, actor, role.id, int(kind), res_id)
