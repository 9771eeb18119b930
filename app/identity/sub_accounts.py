"""Sub-accounts: exactly one main account each, no nesting, never more alive than the main account (spec 3)."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.errors import Conflict, InvalidInput
from app.identity.models import User


def effectively_active(session: Session, user: User) -> bool:
    """The user may act: it is active itself, and so is its main account."""
    if user.status != "active":
        return False
    if user.parent is None:
        return True
    main = session.get(User, user.parent)
    return main is not None and main.status == "active"


def checked_main(session: Session, parent_id: int) -> User:
    """The main account of a new sub-account. Raises InvalidInput when there is none, or it is a sub-account itself."""
    main = session.get(User, parent_id)
    if main is None:
        raise _wrong_parent("there is no such user", "unknown_parent")
    if main.parent is not None:
        raise _wrong_parent(f"{main.username} is a sub-account; it cannot have sub-accounts", "nested_sub_account")
    if main.status != "active":
        raise _wrong_parent(f"{main.username} is not active", "parent_not_active")
    return main


def count_of(session: Session, user: User) -> int:
    """How many sub-accounts the user has."""
    return session.scalar(select(func.count()).where(User.parent == user.id)) or 0


def refuse_many(session: Session, main_id: int, most: int) -> None:
    """Raises Conflict `too_many_sub_accounts`: each is in the snapshot of every broker."""
    count = session.scalar(select(func.count()).where(User.parent == main_id)) or 0
    if count >= most:
        raise Conflict(
            f"{count} sub-accounts are as many as a main account may have: delete some that are not needed.",
            code="too_many_sub_accounts",
            count=count,
        )


def some_of(session: Session, user: User, limit: int = 20) -> list[User]:
    """Its first sub-accounts, by id."""
    return list(session.scalars(select(User).where(User.parent == user.id).order_by(User.id).limit(limit)))


def _wrong_parent(message: str, code: str) -> InvalidInput:
    return InvalidInput(f"parent_id: {message}", code=code, errors=[{"field": "parent_id", "message": message}])
