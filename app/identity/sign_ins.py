"""Signing in, in steps: the first factor, then the second if the user has one, then the session (decision 0083).

Between the steps the browser holds the secret of a pending sign-in, which opens nothing else. Whatever shows the first
factor (a password, the company's provider) calls `begin`.
"""

import secrets
from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from app.identity import factors, sessions, sub_accounts
from app.identity.factor_models import PendingSignIn
from app.identity.factors import Factor
from app.identity.models import User
from app.identity.secret_format import digest
from app.identity.sessions import NOWHERE, Browser, NewSession
from app.platform.errors import NotSignedIn
from app.platform.settings import Settings

_VALID_MS = 5 * 60_000
_TRIES = 10
"""Wrong codes in one sign-in; then it begins anew, with the first factor."""


@dataclass(frozen=True)
class FactorChallenge:
    """The user must show one of these factors. `secret`: the value of the browser's cookie meanwhile."""

    factors: tuple[Factor, ...]
    secret: str

    def __repr__(self) -> str:
        return f"FactorChallenge({self.factors})"


def begin(
    session: Session,
    settings: Settings,
    user: User,
    methods: Collection[str],
    now: int,
    browser: Browser = NOWHERE,
    shown_at: int | None = None,
    provider_id: int | None = None,
) -> NewSession | FactorChallenge:
    """The user has shown who it is by these methods (RFC 8176: pwd, otp, pop …), to this provider if it was one. The
    caller has checked that it may sign in. `shown_at`: when it did, if not now; a second factor is shown now."""
    needed = () if factors.are_two_factors(methods) else factors.of(session, user.id)
    if not needed:
        return sessions.start(session, settings, user, now, methods, browser, shown_at, provider_id)
    secret = secrets.token_urlsafe(32)
    pending = PendingSignIn(
        secret_hash=digest(secret),
        user_id=user.id,
        methods=" ".join(methods),
        provider_id=provider_id,
        cred_version=user.cred_version,
        tries=0,
        valid_until=now + _VALID_MS,
    )
    session.add(pending)
    session.flush()
    return FactorChallenge(needed, secret)


def waiting(session: Session, secret: str, now: int) -> tuple[PendingSignIn, User]:
    """The pending sign-in of a cookie. Raises NotSignedIn `sign_in_over` when it has ended, or the user was changed."""
    query = select(PendingSignIn).where(PendingSignIn.secret_hash == digest(secret))
    row = session.scalars(query).first() if secret else None
    user = session.get(User, row.user_id) if row else None
    if row is None or user is None or row.valid_until <= now or row.tries >= _TRIES:
        raise _sign_in_over()
    if user.cred_version != row.cred_version or not sub_accounts.may_sign_in(session, user):
        raise _sign_in_over()
    return row, user


def count_wrong(session: Session, row: PendingSignIn) -> None:
    """Count a wrong code."""
    update_row = update(PendingSignIn).where(PendingSignIn.id == row.id)
    session.execute(update_row.values(tries=PendingSignIn.tries + 1))


def complete(
    session: Session,
    settings: Settings,
    row: PendingSignIn,
    user: User,
    method: str,
    now: int,
    browser: Browser = NOWHERE,
) -> NewSession:
    """The second factor was right: the session, once. Raises NotSignedIn `sign_in_over`."""
    deleted = session.execute(delete(PendingSignIn).where(PendingSignIn.id == row.id))
    if deleted.rowcount != 1:  # type: ignore[attr-defined]
        raise _sign_in_over()
    methods = (*row.methods.split(), method)
    return sessions.start(session, settings, user, now, methods, browser, provider_id=row.provider_id)


def _sign_in_over() -> NotSignedIn:
    return NotSignedIn("This sign-in took too long or was used: begin anew.", code="sign_in_over")
