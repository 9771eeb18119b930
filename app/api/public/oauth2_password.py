"""Exchanges user name and password for a broker token, as our client plugin requests it (decision 0030).

This is not the `password` grant of RFC 6749, which the specification rules out: these tokens never open this API, and
they end when the password is changed. Delays, locks and slots are those of signing in.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Annotated

from fastapi import Depends, Request

from app.api import origin
from app.api.admission import rate_limits, sign_in_queues
from app.api.public.oauth2_form import OAuthError, targets, token_form
from app.identity import verification
from app.identity.network_of_address import network_of
from app.identity.verification import VerifiedUser
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.errors import Busy, NotSignedIn
from app.platform.settings import Settings
from app.tokens import issuing
from app.tokens.issuing import IssuedToken

GRANT_TYPE = "urn:pulsar-user-center:grant-type:password"


async def in_turn(
    request: Request, form: Annotated[dict[str, str] | OAuthError, Depends(token_form)]
) -> AsyncIterator[dict[str, str] | OAuthError]:
    """The form of a token request, if not too many came. One that shows a password waits for its turn."""
    try:
        rate_limits.count_once(request, "token")
    except Busy as error:
        form = OAuthError("temporarily_unavailable", error.detail, 429, **error.headers)
    if isinstance(form, OAuthError) or form.get("grant_type") != GRANT_TYPE:
        yield form
        return
    name, password = form.get("username", ""), form.get("password", "")
    try:
        async with sign_in_queues.turn(request, network_of(origin.address_of(request)), name[:129], password):
            yield form
    except Busy as error:
        yield OAuthError("temporarily_unavailable", error.detail, 429, **error.headers)


def redeem(request: Request, database: Database, settings: Settings, form: dict[str, str]) -> IssuedToken:
    """The token. Raises OAuthError: invalid_grant for a wrong password, 429 when the client should try later."""
    if {*targets(form)} - {settings.audience}:
        raise OAuthError("invalid_target", f"a password opens brokers only: audience {settings.audience!r}")
    with _as_oauth_errors():
        user = _verify(request, database, settings, form.get("username", ""), form.get("password", ""))
        rate_limits.count(request, "token", user.username)
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
    user = verification.verify_password(
        database,
        settings,
        request.app.state.password_slots,
        name[:129],
        password[:1025],
        origin.address_of(request),
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
