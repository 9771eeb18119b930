"""The caller of a request: the user of its token or of its browser session."""

import contextlib
from dataclasses import dataclass
from typing import Literal

from fastapi import Request
from sqlalchemy.orm import Session

from app.api import authority, cookies
from app.api.app_state import database_of, settings_of
from app.api.origin import note_origin, require_same_origin
from app.audit.trail import epochs
from app.audit.trail.epochs import MemorySession, StateVersion
from app.identity import factors, sessions, users
from app.identity.models import ConsoleSession, User
from app.platform.clock import now_ms
from app.platform.derived import CacheMiss
from app.platform.errors import NotSignedIn
from app.rights.granting import limited_credential
from app.tokens import bearers
from app.tokens.bearers import Bearer

SAFE = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True)
class Caller:
    """The caller and how it is known, with its database session.

    `console_session`: id of the browser session. `credential`: its name in the audit log (`session:7`, `token:<jti>`).
    `valid_until`: end of the credential (epoch ms).
    """

    user_id: int
    username: str
    parent_id: int | None
    via: Literal["session", "token"]
    is_administrator: bool
    must_change: bool
    session: Session
    credential: str
    valid_until: int
    console_session: int | None = None
    methods: tuple[str, ...] = ()
    """How the session's user showed who it is (RFC 8176)."""
    auth_time: int | None = None
    """When it last did; None for tokens, of which nobody asks it again."""
    must_enrol: bool = False
    """The policy demands a second factor, and this session was begun without."""

    @property
    def user(self) -> User:
        """Its row, in its session."""
        return users.find(self.session, self.user_id)


def find(request: Request, session: Session) -> Caller:
    """The caller. Raises NotSignedIn."""
    caller = _by_bearer(request, session) if "authorization" in request.headers else _by_session(request, session)
    request.state.is_administrator = caller.is_administrator
    request.state.username = caller.username  # for the log
    return caller


def known_main_account(request: Request) -> int | None:
    """The id of the main account of the token's user, if memory holds it for the last state that this process saw: good
    enough for queueing, not for deciding anything. Raises NotSignedIn."""
    if "authorization" not in request.headers:
        return None
    derived = database_of(request).derived
    if not isinstance(derived.state, StateVersion):
        return None
    memory, token = MemorySession(derived, derived.state), token_of(request.headers["authorization"])
    with contextlib.suppress(CacheMiss):
        bearer = bearers.of(memory, settings_of(request), token, now_ms())
        return bearer.parent_id or bearer.user_id
    return None


def main_account(request: Request, session: Session) -> int:
    """The id of the caller's main account, or its own. Raises NotSignedIn."""
    if "authorization" in request.headers:
        bearer = _bearer(request, session)
        # Cached now, because the change needs it while it holds the writers' lock.
        authority.administers_the_center(session, bearer.username)
        return bearer.parent_id or bearer.user_id
    user = _console_session(request, session)[1]
    return user.parent or user.id


def token_of(header: str) -> str:
    """The token in an Authorization header. Raises NotSignedIn."""
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NotSignedIn("Send the token as `Authorization: Bearer …`.")
    return token.strip()


def _bearer(request: Request, session: Session) -> Bearer:
    token, settings, now = token_of(request.headers["authorization"]), settings_of(request), now_ms()
    if (before := epochs.before(session)) is not None:
        with contextlib.suppress(CacheMiss):
            return bearers.of(before, settings, token, now)
    return bearers.of(session, settings, token, now)


def _by_bearer(request: Request, session: Session) -> Caller:
    bearer = _bearer(request, session)
    request.app.state.last_uses.token(bearer.jti, now_ms())
    credential = f"token:{bearer.jti}"
    note_origin(request, session, credential)
    limited_credential.note(session, bearer.networks)
    return Caller(
        user_id=bearer.user_id,
        username=bearer.username,
        parent_id=bearer.parent_id,
        via="token",
        is_administrator=_administers(session, bearer.username),
        must_change=bearer.must_change,
        session=session,
        credential=credential,
        valid_until=bearer.valid_until,
    )


def _by_session(request: Request, session: Session) -> Caller:
    row, user = _console_session(request, session)
    if request.method not in SAFE:
        require_same_origin(request)
    # Written later in a batch, so that readers never wait for writers.
    request.app.state.last_uses.session(row.id, now_ms())
    credential = f"session:{row.id}"
    note_origin(request, session, credential)
    limited_credential.note(session, None)
    is_administrator, methods = _administers(session, user.username), tuple(row.methods.split())
    demanded = factors.is_demanded(settings_of(request), is_administrator=is_administrator)
    return Caller(
        user_id=user.id,
        username=user.username,
        parent_id=user.parent,
        via="session",
        is_administrator=is_administrator,
        must_change=bool(user.must_change),
        session=session,
        credential=credential,
        valid_until=row.valid_until,
        console_session=row.id,
        methods=methods,
        auth_time=row.auth_time,
        must_enrol=demanded and not factors.are_two_factors(methods),
    )


def _administers(session: Session, username: str) -> bool:
    if (before := epochs.before(session)) is not None:
        with contextlib.suppress(CacheMiss):
            return authority.administers_the_center(before, username)
    return authority.administers_the_center(session, username)


def _console_session(request: Request, session: Session) -> tuple[ConsoleSession, User]:
    secret = cookies.value_of(request)
    used = request.app.state.last_uses.of_session
    signed_in = sessions.find(session, settings_of(request), secret, now_ms(), used) if secret else None
    if signed_in is None:
        raise NotSignedIn("Sign in first.")
    return signed_in
