"""One-time links: made when an e-mail is sent, used by one conditional UPDATE. Limits of messages with a link, to one
address and on behalf of one account, so that no mailbox is filled."""

import hashlib
from typing import Any

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.orm import Session

from app.identity import secret_format
from app.identity.models import User
from app.platform.errors import InvalidInput, TooManyAttempts
from app.platform.outbox import cancellation, enqueue, kinds
from app.platform.outbox.models import Mail, MailLink

_HOUR_MS = 3_600_000
_DAY_MS = 24 * _HOUR_MS
_TO_ONE_ADDRESS, _OF_ONE_ACCOUNT = 5, 10
"""In an hour. Whoever enters addresses could write to strangers."""
_PAUSE_MS, _LONG_PAUSE_MS, _AT_SHORT_PAUSES = 5 * 60_000, _HOUR_MS, 5
"""Between links to new passwords: the first five of a day may follow one another closely. Later ones still go out, so
that a stranger who asks all day keeps nobody from a link of his own."""


def new(session: Session, mail: Mail, user: User, now: int) -> str:
    """The secret of a new link. It ends every earlier one of the user for this purpose, and what would bring one."""
    cancellation.void(session, (user.id,), (mail.kind,), now, current_mail=mail.id)
    secret = secret_format.new("once")
    link = MailLink(secret_hash=_hash(secret), mail_id=mail.id, user_id=user.id, purpose=mail.kind)
    link.address, link.cred_version, link.valid_until = mail.address, user.cred_version, mail.valid_until
    session.add(link)
    return secret


def find(
    session: Session, secret: str, purposes: tuple[str, ...], now: int, *, user_id: int | None = None
) -> tuple[MailLink, User]:
    """The link and its user, who must be `user_id` if that is given. Raises InvalidInput `unknown_link`: never
    made, used, over, or void."""
    row = None
    if secret_format.is_well_formed(secret, "once"):
        row = session.scalars(select(MailLink).where(MailLink.secret_hash == _hash(secret))).first()
    user = None if row is None else session.get(User, row.user_id)
    if row is None or user is None or row.purpose not in purposes or row.use_time or row.valid_until <= now:
        raise _unknown()
    if user_id not in (None, user.id) or row.cred_version != user.cred_version or user.status != "active":
        raise _unknown()
    if row.purpose == enqueue.RESET and (row.address != user.email or not user.email_verified):
        raise _unknown()  # whoever reads the mail of an earlier address gains nothing
    return row, user


def use(session: Session, row: MailLink, now: int) -> None:
    """Use it up. Raises InvalidInput `unknown_link` when somebody was faster."""
    change = update(MailLink).where(MailLink.id == row.id, MailLink.use_time.is_(None)).values(use_time=now)
    done: Any = session.execute(change.execution_options(synchronize_session=False))
    if done.rowcount != 1:
        raise _unknown()


def purge(session: Session, now: int) -> None:
    """Delete links that nobody can use any more."""
    session.execute(delete(MailLink).where(MailLink.valid_until <= now))


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


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _unknown() -> InvalidInput:
    return InvalidInput("The link was used, is too old, or never was one; ask for a new one.", code="unknown_link")


def _count_of_last_hour(session: Session, now: int, condition: ColumnElement[bool]) -> int:
    conditions = Mail.kind.in_(kinds.WITH_LINK), Mail.add_time > now - _HOUR_MS, condition
    return session.scalar(select(func.count()).select_from(Mail).where(*conditions)) or 0
