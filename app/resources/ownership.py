"""The creator of a resource owns it: an ordinary grant of every authority on it, in the same transaction."""

from collections.abc import Collection

from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.grants import grants, roles
from app.identity.models import User


def give(session: Session, actor: str, user_id: int | None, kind: ResourceType, res_id: int) -> None:
    """Grant everything on a new resource to its creator's personal role; to nobody for None, the center itself."""
    give_all(session, actor, roles_of(session, user_id), kind, [res_id])


def roles_of(session: Session, user_id: int | None) -> list[int]:
    """The personal roles that own what this user creates; none for None.

    The main account of a sub-account gets the same grant. Otherwise nobody could use the resource, as a sub-account can
    use only what its main account holds too.
    """
    if user_id is None:
        return []
    main = session.get_one(User, user_id).parent
    return [roles.personal_role_of(session, owner).id for owner in (user_id, main) if owner is not None]


def give_all(
    session: Session, actor: str, owners: Collection[int], kind: ResourceType, res_ids: Collection[int]
) -> None:
    """Grant everything on new resources of one kind to these roles."""
    grants.grant_ownership(session, actor, owners, int(kind), res_ids)
