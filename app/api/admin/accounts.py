"""Whose account may the caller manage? The administrator all, a main account its sub-accounts, everybody itself."""

from sqlalchemy.orm import Session

from app.api.guard import Caller
from app.errors import NotAllowed, NotFound
from app.identity import users
from app.identity.models import User


def visible(session: Session, caller: Caller, user_id: int) -> User:
    """A user that the caller may read about: itself, its main account, its sub-accounts. Raises NotFound."""
    user = session.get(User, user_id)
    if user is not None and (_manages(caller, user) or user.id in (caller.user_id, caller.parent_id)):
        return user
    raise NotFound("There is no such user.")


def find_managed(session: Session, caller: Caller, user_id: int) -> User:
    """A user that the caller may change: the administrator any, a main account its sub-accounts.

    Raises NotFound, or NotAllowed for what it only may see.
    """
    user = visible(session, caller, user_id)
    if not _manages(caller, user):
        raise NotAllowed("Your administrator or main account may do this.", reason="NO_GRANT")
    return user


def own_or_managed(session: Session, caller: Caller, user_id: int) -> User:
    """A user whose credentials the caller may handle: itself or one it manages. Raises NotFound, NotAllowed."""
    return users.find(session, user_id) if user_id == caller.user_id else find_managed(session, caller, user_id)


def refuse_foreign_credential(caller: Caller, user: User) -> None:
    """A sub-account makes no credential of another account, also not while it administers the center: as that one it
    could grant, and would hold more than its main account does one day. Raises NotAllowed `sub_account_cannot_grant`.
    """
    if caller.parent_id is not None and user.id != caller.user_id:
        raise NotAllowed("A sub-account makes credentials of its own only.", code="sub_account_cannot_grant")


def refuse_brokers_credential(caller: Caller) -> None:
    """A sub-account makes no credential of a cluster and no token of its brokers, also where it administers it: both
    are more than it, and stay when it loses that. Raises NotAllowed `sub_account_cannot_grant`."""
    if caller.parent_id is not None:
        raise NotAllowed("A sub-account makes no credentials of clusters.", code="sub_account_cannot_grant")


def refuse_new_account(caller: Caller) -> None:
    """A sub-account makes nobody, also not while it administers the center: it would hold the first secret of an
    account that may grant, and keep it when it loses its right. Raises NotAllowed `sub_account_cannot_grant`.
    """
    if caller.parent_id is not None:
        raise NotAllowed("A sub-account makes no other accounts.", code="sub_account_cannot_grant")


def refuse_lock(caller: Caller, user: User, status: str | None = None) -> None:
    """`locked` is the administrators' own: a main account neither sets nor lifts it. Raises NotAllowed.

    `status`: what the user shall have from now on, if that is asked for.
    """
    if not caller.is_administrator and "locked" in (user.status, status):
        raise NotAllowed("Only administrators of the center lock and unlock accounts.", code="locked_by_administrator")


def _manages(caller: Caller, user: User) -> bool:
    return caller.is_administrator or (caller.parent_id is None and user.parent == caller.user_id)
