"""The creator of a resource owns it: an ordinary grant of every authority on it, in the same transaction."""

from sqlalchemy.orm import Session

from app.grants import roles
from app.identity.models import User


def owner_roles(session: Session, user_id: int | None) -> list[int]:
    """The personal roles that own what this user creates; none for None.

    The main account of a sub-account gets the same grant. Otherwise nobody could use the resource, as a sub-account can
    use only what its main account holds too.
    """
    if user_id is None:
        return []
    main = session.get_one(User, user_id).parent
    return [roles.personal_role_of(session, owner).id for owner in (user_id, main) if owner is not None]
