"""One-time links: made when an e-mail is sent, used by one conditional UPDATE."""

import hashlib
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from app.identity import secret_format
from app.identity.models import User
from app.platform.errors import InvalidInput
from app.platform.outbox import cancellation, enqueue
from app.platform.outbox.models import Mail, MailLink


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


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _unknown() -> InvalidInput:
    return InvalidInput("The link was used, is too old, or never was one; ask for a new one.", code="unknown_link")
