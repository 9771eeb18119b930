"""Exchanges user name and password for a broker token, as our client plugin requests it (decision 0030).

This is not the `password` grant of RFC 6749, which the specification rules out: these tokens never open this API, and
they end when the password is changed. Delays, locks and slots are those of signing in.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from fastapi import Request

from app.api import guard
from app.api.fair_share import FairShare
from app.api.public.oauth2_form import OAuthError
from app.clock import now_ms
from app.database import Database
from app.errors import Busy, NotSignedIn
from app.identity import credentials
from app.identity.credentials import VerifiedUser
from app.settings import Settings
from app.tokens import issuing
from app.tokens.issuing import IssuedToken

GRANT_TYPE = "urn:pulsar-user-center:grant-type:password"


def redeem(request: Request, database: Database, settings: Settings, form: dict[str, str]) -> IssuedToken:
    """The token. Raises OAuthError: invalid_grant for a wrong password, 429 when the client should try later."""
    if form.get("scope"):
        raise OAuthError("invalid_scope", "this server knows no scopes: leave scope out")
    if form.get("audience", "") not in ("", settings.audience):
        raise OAuthError("invalid_target", f"a password opens brokers only: audience {settings.audience!r}")
    with _as_oauth_errors():
        user = _verify(request, database, settings, form.get("username", ""), form.get("password", ""))
    with database.reading() as session:
        return issuing.issue(
            session,
            settings,
            user.username,
            audiences=(settings.audience,),
            seconds=issuing.seconds_until(user.valid_until, settings.token_seconds, now_ms()),
            credential_version=user.cred_version if user.credential == "password" else None,
            networks=user.networks,
        )


def _verify(request: Request, database: Database, settings: Settings, name: str, password: str) -> VerifiedUser:
    shares: FairShare = request.app.state.shares
    with shares.of(name):
        user = credentials.verify_password(
            database,
            settings,
            request.app.state.password_slots,
            name[:129],
            password[:1025],
            guard.address_of(request),
            now_ms(),
        )
    if user.must_change:
        raise OAuthError("invalid_grant", "the one-time secret must be changed in the console first")
    return user


@contextmanager
def _as_oauth_errors() -> Iterator[None]:
    try:
        yield
    except NotSignedIn as error:
        raise OAuthError("invalid_grant", "user name or password is wrong, or the user is disabled") from error
    except Busy as error:
        raise OAuthError("temporarily_unavailable", error.detail, 429, **error.headers) from error
