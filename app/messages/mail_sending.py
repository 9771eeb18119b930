"""Sends what waits in the outbox. Periodic; several instances share the work.

One conditional UPDATE begins an attempt. It also says when the next one is due should this process die. The server is
called outside of every transaction. An e-mail that is sent twice has the same Message-ID.
"""

import json
import time
from dataclasses import dataclass
from email.message import EmailMessage
from smtplib import SMTP
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.identity.models import User
from app.messages import hook_deliveries, links, mail_content, password_resets, smtp
from app.messages.smtp import NotSentError, PermanentlyRefusedError
from app.platform.database import Database, clear_away
from app.platform.outbox import enqueue, kinds
from app.platform.outbox.message_problems import NONE, MessageProblem
from app.platform.outbox.models import DEAD, SENT, WAITING, Mail
from app.platform.settings import Settings
from app.platform.telemetry import logger

_log = logger(__name__)
_ATTEMPTS = 10
_MINUTE_MS = 60_000
_LEASE_MS = 5 * _MINUTE_MS
_LONGEST_MS = 240 * _MINUTE_MS
_AT_ONCE = 50
_RESETS_AT_ONCE = 500
"""Strangers ask for these, mostly in vain, and must not keep other messages waiting."""
_ROUND_SECONDS = 20.0
_KEPT_MS = 30 * 24 * 60 * _MINUTE_MS


@dataclass(frozen=True)
class _MailAttempt:
    """An attempt that is ours."""

    mail_id: int
    attempt: int
    message: EmailMessage


def run(database: Database, settings: Settings, now: int) -> None:
    """One round, of twenty seconds at most."""
    _end_what_is_too_late(database, now)
    if not settings.mail_host:
        return
    end = time.monotonic() + _ROUND_SECONDS
    due = _due(database, now)
    first = next((made for mail_id in due if (made := begin(database, settings, mail_id, now))), None)
    if first is None:
        return
    try:
        with smtp.mail_server(settings) as server:
            _send(database, server, first, now)
            for mail_id in due[due.index(first.mail_id) + 1 :]:
                if time.monotonic() < end and (attempt := begin(database, settings, mail_id, now)):
                    _send(database, server, attempt, now)
    except NotSentError as error:  # the server is not there; the other e-mails wait for the next round
        _note_failure(database, first, error.problem, now)


def begin(database: Database, settings: Settings, mail_id: int, now: int) -> _MailAttempt | None:
    """Begin an attempt. None when it is not due any more, or nobody is to get it."""
    with database.writing() as session:
        mail = session.get(Mail, mail_id)
        if mail is None or mail.state != WAITING or mail.next_try > now or mail.valid_until <= now:
            return None
        if not _claim(session, mail, now):
            return None
        session.refresh(mail)
        message = _message(session, settings, mail, now)
        if message is None:
            session.delete(mail)
            return None
        return _MailAttempt(mail.id, mail.attempts, message)


def _claim(session: Session, mail: Mail, now: int) -> bool:
    conditions = Mail.id == mail.id, Mail.state == WAITING, Mail.attempts == mail.attempts
    claim = update(Mail).where(*conditions).values(attempts=mail.attempts + 1, next_try=now + _LEASE_MS)
    done: Any = session.execute(claim.execution_options(synchronize_session=False))
    return bool(done.rowcount == 1)


def _message(session: Session, settings: Settings, mail: Mail, now: int) -> EmailMessage | None:
    facts = json.loads(mail.facts)
    user = session.get(User, mail.user_id) if mail.user_id else None
    if mail.kind == enqueue.RESET:
        user = password_resets.addressee(session, mail, facts["user"], now)
        if user is not None:
            mail.user_id, mail.address, mail.language = user.id, user.email or "", user.language
    if user is None or user.status != "active":
        return None
    secret = links.new(session, mail, user, now) if mail.kind in kinds.WITH_LINK else None
    return mail_content.write(settings, mail, facts, secret)


def _send(database: Database, server: SMTP, attempt: _MailAttempt, now: int) -> None:
    try:
        smtp.send(server, attempt.message)
    except PermanentlyRefusedError as error:
        _note_end(database, attempt, DEAD, error.problem, now)
    except NotSentError as error:
        _note_failure(database, attempt, error.problem, now)
    else:
        _note_end(database, attempt, SENT, None, now)


def _note_failure(database: Database, attempt: _MailAttempt, problem: MessageProblem, now: int) -> None:
    _log.warning("an e-mail was not sent", mail=attempt.mail_id, attempt=attempt.attempt, problem=str(problem))
    if attempt.attempt >= _ATTEMPTS:
        _note_end(database, attempt, DEAD, problem, now)
    else:
        pause = min(_MINUTE_MS * 2 ** (attempt.attempt - 1), _LONGEST_MS)
        _change(database, attempt, next_try=now + pause, **problem.columns())


def _note_end(database: Database, attempt: _MailAttempt, state: str, problem: MessageProblem | None, now: int) -> None:
    _change(database, attempt, state=state, end_time=now, **(problem.columns() if problem else NONE))


def _change(database: Database, attempt: _MailAttempt, **values: Any) -> None:
    with database.writing() as session:
        conditions = Mail.id == attempt.mail_id, Mail.attempts == attempt.attempt, Mail.state == WAITING
        session.execute(update(Mail).where(*conditions).values(**values))


def _due(database: Database, now: int) -> list[int]:
    with database.reading() as session:
        due = select(Mail.id).where(Mail.state == WAITING, Mail.next_try <= now).order_by(Mail.next_try, Mail.id)
        not_resets, resets_due = due.where(Mail.kind != enqueue.RESET), due.where(Mail.kind == enqueue.RESET)
        return [*session.scalars(not_resets.limit(_AT_ONCE)), *session.scalars(resets_due.limit(_RESETS_AT_ONCE))]


def _end_what_is_too_late(database: Database, now: int) -> None:
    late = Mail.state == WAITING, Mail.next_try <= now, Mail.valid_until <= now
    with database.reading() as session:
        if session.scalars(select(Mail.id).where(*late).limit(1)).first() is None:
            return
    with database.writing() as session:
        session.execute(
            update(Mail).where(*late).values(state=DEAD, end_time=now, **MessageProblem("too_late").columns())
        )


def purge(database: Database, _: Settings, now: int) -> None:
    """Periodic: delete what ended thirty days ago, and links that nobody can use any more."""
    with database.writing() as session:
        clear_away(session, select(Mail).where(Mail.end_time < now - _KEPT_MS))
        links.purge(session, now)
        hook_deliveries.purge(session, now)
