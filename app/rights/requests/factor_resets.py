"""Removing somebody's lost second factors. With four eyes it takes the word of two administrators (decision 0088).

A main account decides alone about its sub-accounts, as about their requests for rights.
"""

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.identity import factors
from app.identity.accounts import administrators
from app.identity.models import User
from app.platform.database import clear_away
from app.platform.settings import Settings
from app.rights.requests import four_eyes, notices
from app.rights.requests.models import FactorReset
from app.rights.requests.notices import FACTOR_RESET, NewNotice

_VALID_MS = 24 * 3_600_000


def reset(session: Session, settings: Settings, administrator: User, user: User, now: int) -> FactorReset | None:
    """Remove all factors of the user, or wait for a second administrator. Returns what waits; None: they are gone.

    The second administrator is another person, and the first one's word counts only while it administers the center.
    Raises NotAllowed `person_needed`: two services are not two people.
    """
    first = waiting(session, user.id, now)
    if needs_two(settings, administrator, user) and factors.of(session, user.id):
        four_eyes.refuse_others(administrator)
        if first is None or not _administers(session, first.asked_by_id, now):
            return _request_reset(session, administrator, user, now)
        if first.asked_by_id == administrator.id:
            return first
    if first is not None:  # also where one word is enough: it must not count for factors that come later
        notices.mark_settled(session, FACTOR_RESET, _notice_key(first), now)
        session.delete(first)
    factors.reset(session, administrator.username, user)
    return None


def needs_two(settings: Settings, administrator: User, user: User) -> bool:
    """True when a second administrator has to agree."""
    return settings.four_eyes != "off" and user.parent != administrator.id


def waiting(session: Session, user_id: int, now: int) -> FactorReset | None:
    """The removal that waits for a second administrator."""
    row = session.get(FactorReset, user_id)
    return row if row is not None and row.valid_until > now else None


def _request_reset(session: Session, requester: User, user: User, now: int) -> FactorReset:
    clear_away(session, select(FactorReset).where(FactorReset.valid_until <= now))
    earlier = session.get(FactorReset, user.id)
    if earlier is not None:
        session.delete(earlier)
        session.flush()
    row = FactorReset(
        user_id=user.id,
        asked_by_id=requester.id,
        asked_by=requester.username,
        add_time=now,
        valid_until=now + _VALID_MS,
    )
    session.add(row)
    session.flush()
    trail.record(session, requester.username, "factor.ask_reset", user.username, after={"user": user.username})
    # The person is told, too: an open session can still say that nobody lost anything.
    receivers = {user.id, *(administrator.id for administrator in administrators.in_force(session, now))} - {
        requester.id
    }
    facts = {"requester": requester.username, "receiver": user.username, "user_id": user.id}
    notices.tell(
        session, (NewNotice(user_id, FACTOR_RESET, _notice_key(row), facts) for user_id in sorted(receivers)), now
    )
    return row


def _administers(session: Session, user_id: int, now: int) -> bool:
    return any(
        administrator.id == user_id and four_eyes.counts(administrator)
        for administrator in administrators.in_force(session, now)
    )


def _notice_key(row: FactorReset) -> str:
    return f"{row.user_id}/{row.add_time}"
