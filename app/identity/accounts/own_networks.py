"""What users may do to the networks of their own account: narrow them, but not so that they shut themselves out."""

from collections.abc import Collection

from sqlalchemy.orm import Session

from app.access import network_limits
from app.grants.networks import lists, writing
from app.identity import sub_accounts
from app.identity.models import User
from app.platform import calling_address
from app.platform.errors import InvalidInput, NotAllowed


def check(session: Session, user: User, networks: Collection[str] | None) -> None:
    """Raises NotAllowed `own_networks_only_narrower`, InvalidInput `would_lock_out`, `invalid_network`,
    `unknown_network`."""
    resolved = lists.meaning(session, None if networks is None else writing.checked(networks))
    if not network_limits.cover(user.cidrs, resolved):
        raise _only_narrower()
    if not network_limits.let_in(resolved, calling_address.current()):
        raise locked_out()


def refuse_named(session: Session, user: User, name: str) -> None:
    """Raises NotAllowed `own_networks_only_narrower` when the user or its main account is limited to this list."""
    main = None if user.parent is None else session.get(User, user.parent)
    if any(writing.SIGN + name in (account.networks or ()) for account in (user, main) if account is not None):
        raise _only_narrower()


def refuse_lock_out(session: Session, user: User) -> None:
    """Raises InvalidInput `would_lock_out` when the user, who asks, could not ask again after this change."""
    if not sub_accounts.lets_in(session, user, calling_address.current()):
        raise locked_out()


def locked_out(field: str = "networks") -> InvalidInput:
    """The error of a change after which who made it could not work from its address as before: its account would not
    be let in, or its own grant on the root would not count there."""
    address = calling_address.current()
    return InvalidInput(
        f"You work from {address}, which would be outside of what your account, or your own grant to "
        "administer the center, is limited to: you could not undo it.",
        code="would_lock_out",
        errors=[{"field": field, "message": "does not contain your own address"}],
        address=address,
    )


def _only_narrower() -> NotAllowed:
    return NotAllowed(
        "Nobody widens the networks of the own account: who administers it may.", code="own_networks_only_narrower"
    )
