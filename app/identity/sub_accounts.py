"""Sub-accounts: each has exactly one main account, cannot have any itself, and acts only while that is active (spec
3)."""

from collections.abc import Iterable

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session

from app.access import network_limits
from app.identity.account_rows import AccountRow, MainRow
from app.identity.models import User
from app.platform import calling_address
from app.platform.errors import Conflict, InvalidInput


def are_active(user: User | AccountRow, main: User | MainRow | None) -> bool:
    """True when the user may act: it and its main account are active."""
    return user.status == "active" and (user.parent is None or (main is not None and main.status == "active"))


def are_let_in(accounts: Iterable[User | MainRow], address: str | None) -> bool:
    """True when all of them may act from this address."""
    return all(network_limits.let_in(account.cidrs, address) for account in accounts)


def effectively_active(session: Session, user: User) -> bool:
    """`are_active`, with the main account from the database."""
    return are_active(user, _main_of(session, user))


def lets_in(session: Session, user: User, address: str | None) -> bool:
    """True when the user, and the main account of a sub-account, may act from this address."""
    return are_let_in(_with_main(session, user), address)


def networks_of(session: Session, user: User) -> tuple[tuple[str, ...] | None, ...]:
    """The networks that the user is limited to, then those of the main account of a sub-account."""
    return tuple(account.cidrs for account in _with_main(session, user))


def main_name(session: Session, user: User) -> str | None:
    """The name of the main account of a sub-account."""
    main = _main_of(session, user)
    return None if main is None else main.username


def _with_main(session: Session, user: User) -> list[User]:
    return [account for account in (user, _main_of(session, user)) if account is not None]


def _main_of(session: Session, user: User) -> User | None:
    return session.get(User, user.parent) if user.parent is not None else None


def may_sign_in(session: Session, user: User) -> bool:
    """True when the user may act, from where it signs in."""
    return lets_in(session, user, calling_address.current()) and effectively_active(session, user)


def checked_main(session: Session, parent_id: int) -> User:
    """The main account for a new sub-account. Raises InvalidInput when it does not exist, is not active, or is a
    sub-account itself."""
    main = session.get(User, parent_id)
    if main is None:
        raise _wrong_parent("there is no such user", "unknown_parent")
    if main.parent is not None:
        raise _wrong_parent(f"{main.username} is a sub-account; it cannot have sub-accounts", "nested_sub_account")
    if main.status != "active":
        raise _wrong_parent(f"{main.username} is not active", "parent_not_active")
    return main


def within(user_id: int) -> ColumnElement[bool]:
    """A condition on users: it is this one, or one of its sub-accounts."""
    return or_(User.id == user_id, User.parent == user_id)


def names_of(session: Session, user_id: int) -> set[str]:
    """The names of the user's sub-accounts."""
    return set(session.scalars(select(User.username).where(User.parent == user_id)))


def count_of(session: Session, user_id: int) -> int:
    """The number of the user's sub-accounts."""
    return session.scalar(select(func.count()).where(User.parent == user_id)) or 0


def refuse_many(session: Session, main_id: int, limit: int) -> None:
    """Raises Conflict `too_many_sub_accounts`. They are limited because each is in the snapshot of every broker."""
    if (count := count_of(session, main_id)) >= limit:
        raise Conflict(
            f"{count} sub-accounts are as many as a main account may have: delete some that are not needed.",
            code="too_many_sub_accounts",
            count=count,
        )


def some_of(session: Session, user: User, limit: int = 20) -> list[User]:
    """The user's first sub-accounts, by id."""
    return list(session.scalars(select(User).where(User.parent == user.id).order_by(User.id).limit(limit)))


def _wrong_parent(message: str, code: str) -> InvalidInput:
    return InvalidInput(f"parent_id: {message}", code=code, field="parent_id", wrong=message)
