"""Limits of messages with a link, to one address and on behalf of one account, so that no mailbox is filled."""

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from app.platform.errors import TooManyAttempts
from app.platform.outbox import kinds
from app.platform.outbox.models import Mail

_HOUR_MS = 3_600_000
_DAY_MS = 24 * _HOUR_MS
_TO_ONE_ADDRESS, _OF_ONE_ACCOUNT = 5, 10
"""In an hour. Whoever enters addresses could write to strangers."""
_PAUSE_MS, _LONG_PAUSE_MS, _AT_SHORT_PAUSES = 5 * 60_000, _HOUR_MS, 5
"""Between links to new passwords: the first five of a day may follow one another closely. Later ones still go out, so
that a stranger who asks all day keeps nobody from a link of his own."""


def refuse_too_many(session: Session, user_id: int, address: str, now: int) -> None:
    """Before a link goes to an address that somebody entered. Raises TooManyRequests `too_many_messages`."""
    to_it = _count_of_last_hour(session, now, func.lower(Mail.address) == address.lower())
    if to_it >= _TO_ONE_ADDRESS or _count_of_last_hour(session, now, Mail.user_id == user_id) >= _OF_ONE_ACCOUNT:
        message = "Several links were sent in the last hour: use the newest one, or try again later."
        raise TooManyAttempts(message, retry_after=_HOUR_MS // 1000, code="too_many_messages")


def reset_is_too_soon(session: Session, mail: Mail, user_id: int, address: str, now: int) -> bool:
    """True when the user got such a link a moment ago, or its address many for several accounts."""
    if _count_of_last_hour(session, now, func.lower(Mail.address) == address.lower()) >= _OF_ONE_ACCOUNT:
        return True
    others = Mail.user_id == user_id, Mail.kind == mail.kind, Mail.id != mail.id
    query = select(func.count(), func.max(Mail.add_time)).where(*others, Mail.add_time > now - _DAY_MS)
    sent, last = session.execute(query).one()
    pause = _PAUSE_MS if sent < _AT_SHORT_PAUSES else _LONG_PAUSE_MS
    return last is not None and last > now - pause


def _count_of_last_hour(session: Session, now: int, condition: ColumnElement[bool]) -> int:
    conditions = Mail.kind.in_(kinds.WITH_LINK), Mail.add_time > now - _HOUR_MS, condition
    return session.scalar(select(func.count()).select_from(Mail).where(*conditions)) or 0
