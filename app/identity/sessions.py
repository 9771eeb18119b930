"""Signed-in browsers: the cookie holds 256 random bits, the table their SHA-256; idle and absolute limits (ASVS V7)."""

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, case, delete, insert, select
from sqlalchemy.orm import Session

from app.identity import sub_accounts
from app.identity.models import ConsoleSession, User
from app.identity.secret_format import digest
from app.platform.settings import Settings
from app.platform.telemetry import logger

log = logger(__name__)
_AT_ONCE = 500
_MINUTE_MS = 60_000
MOST = 50
"""Sessions of one user at a time (ASVS 7.1.2); one more ends the one that was not used for longest."""

# Without the ORM: its way to store one row takes as long as all other statements of a sign-in.
_LOCKED = select(User.id).where(User.id == bindparam("user")).with_for_update()
_INSERT = insert(ConsoleSession)
_OVER = (
    select(ConsoleSession.__table__.c.id)
    .where(ConsoleSession.user_id == bindparam("user"))
    .order_by(
        case((ConsoleSession.valid_until > bindparam("now"), 0), else_=1),
        ConsoleSession.last_use.desc(),
        ConsoleSession.id.desc(),
    )
    .offset(MOST - 1)
    .limit(_AT_ONCE)
    .with_for_update(skip_locked=True)
)
"""Those who are locked end already."""

ALSO_END: list[Callable[[Session, Sequence[int]], None]] = []
"""What else ends with all sessions of some users. `tokens.refresh_families` adds itself: this room may not know it."""


@dataclass(frozen=True)
class Browser:
    """Where somebody signs in: the address and what the browser calls itself."""

    address: str = ""
    agent: str = ""


NOWHERE = Browser()


@dataclass(frozen=True)
class NewSession:
    """A session, and the value of its cookie, which is never shown again and is missing from `repr`."""

    user: User
    methods: tuple[str, ...]
    """How the user showed who it is (RFC 8176)."""
    valid_until: int
    """Its absolute end (epoch ms)."""
    secret: str

    def __repr__(self) -> str:
        return f"NewSession({self.user.username})"


def start(
    session: Session,
    settings: Settings,
    user: User,
    now: int,
    methods: Iterable[str] = ("pwd",),
    browser: Browser = NOWHERE,
    shown_at: int | None = None,
    provider_id: int | None = None,
) -> NewSession:
    """Start a session; the user's row is locked from here on. `methods`: how the user has shown who it is (RFC 8176).
    `shown_at`: when it did (epoch ms), if not now. `provider_id`: the company's provider that vouches for it, if one
    does."""
    started = NewSession(
        user, tuple(methods), now + settings.session_hours * 60 * _MINUTE_MS, secrets.token_urlsafe(32)
    )
    # Whatever begins or ends sessions locks the user first, and then sessions: otherwise two of them could deadlock.
    session.connection().execute(_LOCKED, {"user": user.id})
    _make_room(session, user, now)
    values = {
        "secret_hash": digest(started.secret),
        "user_id": user.id,
        "add_time": now,
        "last_use": now,
        "valid_until": started.valid_until,
        "methods": " ".join(started.methods),
        "auth_time": now if shown_at is None else min(now, shown_at),
        "provider_id": provider_id,
        "address": browser.address[:64],
        "agent": browser.agent[:256],
    }
    session.connection().execute(_INSERT, values)
    log.info("session begun", user=user.username, address=values["address"], by=values["methods"])
    return started


def _make_room(session: Session, user: User, now: int) -> None:
    """Delete sessions, so that with one more the user has at most MOST. Ended ones go first."""
    over = session.connection().execute(_OVER, {"user": user.id, "now": now}).scalars().all()
    if over:
        session.execute(delete(ConsoleSession).where(ConsoleSession.id.in_(over)))


def find(
    session: Session, settings: Settings, secret: str, now: int, last_use_of: Callable[[int], int] = lambda _number: 0
) -> tuple[ConsoleSession, User] | None:
    """The session and user of a cookie; None when the session has ended, the user or its main account is not active,
    or may not act from this address.

    `last_use_of`: session id → its last use (epoch ms) that is not written to the database yet, or 0.
    """
    row = session.scalars(select(ConsoleSession).where(ConsoleSession.secret_hash == digest(secret))).first()
    if row is None or row.valid_until <= now:
        return None
    if max(row.last_use, last_use_of(row.id)) + settings.session_idle_minutes * _MINUTE_MS <= now:
        return None
    user = session.get(User, row.user_id)
    return (row, user) if user and sub_accounts.may_sign_in(session, user) else None


def renew(
    session: Session, row: ConsoleSession, methods: Iterable[str], now: int, provider_id: int | None = None
) -> str:
    """The user of this session showed who it is once more, by these methods (to this provider). Returns the new value
    of the cookie: the old one, which somebody may have copied before, is worth nothing any more (ASVS 7.2.4)."""
    secret = secrets.token_urlsafe(32)
    row.secret_hash, row.auth_time = digest(secret), now
    row.methods = " ".join(dict.fromkeys((*row.methods.split(), *methods)))
    row.provider_id = provider_id or row.provider_id
    session.flush()
    log.info("user shown again", user_id=row.user_id, by=" ".join(methods))
    return secret


def of_user(session: Session, settings: Settings, user_id: int, now: int) -> list[ConsoleSession]:
    """The sessions of a user that have not ended, the newest first."""
    awake = now - settings.session_idle_minutes * _MINUTE_MS
    query = select(ConsoleSession).where(ConsoleSession.user_id == user_id, ConsoleSession.valid_until > now)
    return list(session.scalars(query.where(ConsoleSession.last_use > awake).order_by(ConsoleSession.id.desc())))


def end_one(session: Session, user_id: int, number: int) -> None:
    """End one session of this user; a second call changes nothing."""
    session.execute(delete(ConsoleSession).where(ConsoleSession.id == number, ConsoleSession.user_id == user_id))


def end_others(session: Session, user_id: int, own: int | None) -> None:
    """End every session of the user but this one, and its sign-ins to applications."""
    _end_application_sign_ins(session, [user_id])
    session.execute(delete(ConsoleSession).where(ConsoleSession.user_id == user_id, ConsoleSession.id != (own or 0)))


def end(session: Session, secret: str) -> None:
    """Sign out; a second call changes nothing."""
    if not secret:
        return
    session.execute(delete(ConsoleSession).where(ConsoleSession.secret_hash == digest(secret)))


def end_all(session: Session, user_id: int) -> None:
    """End every session of a user, as `end_all_of` does: it was disabled or deleted, or its password changed."""
    end_all_of(session, [user_id])


def end_all_of(session: Session, user_ids: Sequence[int]) -> None:
    """End every session of these users, their sign-ins to applications and the tokens of these."""
    for start in range(0, len(user_ids), _AT_ONCE):
        part = user_ids[start : start + _AT_ONCE]
        _end_application_sign_ins(session, part)
        session.execute(delete(ConsoleSession).where(ConsoleSession.user_id.in_(part)))


def _end_application_sign_ins(session: Session, user_ids: Sequence[int]) -> None:
    for end_of in ALSO_END:
        end_of(session, user_ids)
