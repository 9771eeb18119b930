"""Giving people passwords: a new one that they choose, or a one-time secret. Checking one: `verification`."""

from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.identity import (
    password_hashes,
    password_rules,
    safety_messages,
    secret_format,
    sessions,
    sign_in_origins,
    users,
)
from app.identity.client_secrets import looks_like_one
from app.identity.models import User
from app.identity.password_hashes import PasswordSlots
from app.platform.errors import InvalidInput
from app.platform.outbox import enqueue
from app.platform.settings import Settings

_HOUR_MS = 3_600_000


def change_password(session: Session, user: User, new_hash: str) -> None:
    """Replace the password. All sessions end, brokers forget the old password, and a one-time secret is used up."""
    before = users.facts(session, user)
    user.passwd, user.must_change, user.initial_until = new_hash, 0, None
    _renew(session, user)
    after = users.facts(session, user)
    trail.record(session, user.username, "user.password", user.username, before=before, after=after)


def hash_new(
    settings: Settings, slots: PasswordSlots, username: str, password: str, *, initial: str | None = None
) -> str:
    """The hash of a new password. Raises InvalidInput `weak_password`.

    `initial`: the one-time secret that it replaces, which the new password may not be, as somebody else has seen it.
    """
    password_rules.check(password, username, initial)
    if looks_like_one(password):
        raise password_rules.refused("client_secret")
    return password_hashes.hash_of(settings, slots, password)


def give_initial_secret(session: Session, settings: Settings, actor: str, user: User, now: int) -> tuple[str, int]:
    """A one-time secret, shown only now, and until when it works (epoch ms). The old password and all sessions end.

    It is long and random, so that nobody chooses a password for somebody else (ASVS 6.4.6).
    """
    if user.kind != "person":
        raise InvalidInput("Only people have passwords; give the service a client secret.", code="not_a_person")
    before, secret = users.facts(session, user), secret_format.new("once")
    user.passwd, user.must_change = password_hashes.fast_hash_of(secret), 1
    user.initial_until = now + settings.initial_secret_hours * _HOUR_MS
    user.failures, user.delayed_until = 0, 0
    _renew(session, user)
    after = users.facts(session, user)
    trail.record(session, actor, "user.initial_secret", user.username, before=before, after=after)
    safety_messages.tell(session, user, enqueue.INITIAL_SECRET, by=actor)
    return secret, user.initial_until


def _renew(session: Session, user: User) -> None:
    user.cred_version = users.next_credential_version(session)
    session.flush()  # locks the user's row: a sign-in that has just begun cannot add what is deleted here
    sessions.end_all(session, user.id)
    sign_in_origins.forget_all(session, user.id)
