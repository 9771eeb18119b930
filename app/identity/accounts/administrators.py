"""The administrators of the center: active users that hold authority 4 on the root now. At least one must remain."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access import network_limits
from app.access.names import ResourceType
from app.access.vocabulary import SUPER_USER
from app.grants import held_places
from app.grants.models import Grant, UserRole
from app.identity import sub_accounts
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.errors import Conflict


def in_force(session: Session, now: int) -> list[User]:
    """Every administrator that can act now, by id."""
    query = (
        select(User, Grant)
        .join(UserRole, UserRole.user_id == User.id)
        .join(Grant, Grant.role_id == UserRole.role_id)
        .where(
            Grant.res_type == int(ResourceType.ROOT),
            held_places.in_force(now),
        )
        .order_by(User.id)
    )
    administrators = {
        user.id: user
        for user, grant in session.execute(query)
        if SUPER_USER in grant.authority_ids() and _share_an_address(user, grant)
    }
    # A sub-account counts only if its main account has the right too.
    return [
        user
        for user in administrators.values()
        if sub_accounts.effectively_active(session, user) and (user.parent is None or user.parent in administrators)
    ]


def _share_an_address(user: User, grant: Grant) -> bool:
    """True when there is an address that both let in."""
    return network_limits.touch(user.cidrs, grant.cidrs)


@contextmanager
def one_remains(session: Session) -> Iterator[None]:
    """Wraps a change that may remove the last administrator. Raises Conflict `last_administrator` at its end if it
    did."""
    before = in_force(session, now_ms())
    yield
    session.flush()
    if before and not in_force(session, now_ms()):
        raise Conflict("Nobody could administer the center any more: it needs one.", code="last_administrator")
