"""Ends links that were sent, and what waits in the outbox and would bring one."""

from collections.abc import Collection

from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from app.platform.outbox import kinds
from app.platform.outbox.message_problems import MessageProblem
from app.platform.outbox.models import DEAD, WAITING, Mail, MailLink


def void(
    session: Session, users: Collection[int], purposes: Collection[str], now: int, *, current_mail: int | None = None
) -> None:
    """End the users' unused links for these purposes, for good. `current_mail`: the e-mail that is being sent.

    E-mails first: an attempt that has begun meanwhile has made its link, which is then found here.
    """
    conditions = [Mail.user_id.in_(users), Mail.kind.in_(purposes), Mail.state == WAITING]
    if current_mail is not None:
        conditions.append(Mail.id != current_mail)
    values = {"state": DEAD, "end_time": now, **MessageProblem("link_void").columns()}
    session.execute(update(Mail).where(*conditions).values(values))
    unused = MailLink.user_id.in_(users), MailLink.purpose.in_(purposes), MailLink.use_time.is_(None)
    session.execute(delete(MailLink).where(*unused))


def void_all(session: Session, users: Collection[int], now: int) -> None:
    """End all of them: the users may not act any more, and the links must not come back with them."""
    void(session, users, kinds.WITH_LINK, now)
