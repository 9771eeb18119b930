"""E-mail addresses of users. An address counts once its link has been used."""

import re
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.identity import users
from app.identity.models import User
from app.messages import links
from app.platform.clock import later_than
from app.platform.errors import InvalidInput
from app.platform.outbox import cancellation, enqueue
from app.platform.outbox.models import WAITING, Mail, MailLink
from app.platform.settings import Settings

_HOUR_MS = 3_600_000
_LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = re.compile(rf"[A-Za-z0-9!#$%&'*+/=?^_`{{|}}~.-]{{1,64}}@(?:{_LABEL}\.)+[A-Za-z]{{2,63}}")
"""What nearly everybody has: no quotes, no comments, no line breaks, nothing that a header would read otherwise."""


def checked(address: str) -> str:
    """The address. Raises InvalidInput `invalid_email`."""
    local = address.partition("@")[0]
    dotted = local.startswith(".") or local.endswith(".") or ".." in local
    if len(address) > 254 or dotted or not _ADDRESS.fullmatch(address):
        problem = [{"field": "email", "message": "is no address such as alice@acme.example"}]
        raise InvalidInput("email: is no address such as alice@acme.example", code="invalid_email", errors=problem)
    return address


def refuse_without_mail(settings: Settings) -> None:
    """Raises InvalidInput `mail_is_off`."""
    if not settings.mail_host:
        raise InvalidInput("This center sends no e-mail: PUC_MAIL_HOST is not set.", code="mail_is_off")


def ask_to_confirm(session: Session, user: User, address: str, now: int) -> None:
    """Send a link to the new address. Until it is used the old one stays."""
    links.refuse_too_many(session, user.id, checked(address), now)
    cancellation.void(session, (user.id,), (enqueue.CONFIRM,), now)
    until = now + 24 * _HOUR_MS
    enqueue.put(session, user.id, address, user.language, enqueue.CONFIRM, {"user": user.username}, now, until)


def waiting(session: Session, user: User, now: int) -> str | None:
    """The address whose link the user has not used yet."""
    waiting_mail = Mail.user_id == user.id, Mail.kind == enqueue.CONFIRM, Mail.valid_until > now
    last = session.scalars(select(Mail).where(*waiting_mail).order_by(Mail.id.desc()).limit(1)).first()
    if last is None or (user.email_verified and user.email == last.address):
        return None
    good = select(MailLink.id).where(MailLink.mail_id == last.id, MailLink.use_time.is_(None))
    return last.address if last.state == WAITING or session.scalars(good.limit(1)).first() is not None else None


def choose(session: Session, user: User, now: int, **chosen: Any) -> None:
    """Change `language` and `mail_off` of the user."""
    before = users.facts(session, user)
    for column, value in chosen.items():
        setattr(user, column, value)
    user.update_time = later_than(user.update_time, now)
    session.flush()
    trail.record(session, user.username, "user.mail", user.username, before=before, after=users.facts(session, user))


def invite(session: Session, settings: Settings, actor: str, user: User, address: str, now: int) -> int:
    """Send a link with which the user chooses the first password. Returns until when it works (epoch ms)."""
    if user.kind != "person":
        raise InvalidInput("Only people have passwords; give the service a client secret.", code="not_a_person")
    links.refuse_too_many(session, user.id, checked(address), now)
    cancellation.void(session, (user.id,), (enqueue.INVITE,), now)
    until = now + settings.initial_secret_hours * _HOUR_MS
    facts = {"user": user.username}
    enqueue.put(session, user.id, address, user.language, enqueue.INVITE, facts, now, until)
    trail.record(session, actor, "user.invite", user.username, after=users.facts(session, user) | {"invited": address})
    return until


def take(session: Session, user: User, address: str, now: int) -> None:
    """Make it the user's address, as the link sent there was used. The old one gets a message."""
    if user.email == address and user.email_verified:
        return
    enqueue.tell(session, user, enqueue.ADDRESS_CHANGED, {"user": user.username}, now)
    _set(session, user.username, user, address, now)


def remove(session: Session, actor: str, user: User, now: int) -> None:
    """The user gets no e-mail any more, and no link brings an address back. The old one gets a message."""
    cancellation.void(session, (user.id,), (enqueue.CONFIRM,), now)
    if user.email is not None:
        enqueue.tell(session, user, enqueue.ADDRESS_CHANGED, {"user": user.username}, now)
        _set(session, actor, user, None, now)


def _set(session: Session, actor: str, user: User, address: str | None, now: int) -> None:
    before = users.facts(session, user)
    user.email, user.email_verified = address, int(address is not None)
    user.update_time = later_than(user.update_time, now)
    session.flush()
    trail.record(session, actor, "user.email", user.username, before=before, after=users.facts(session, user))
