"""Introspection (RFC 7662) and revocation (RFC 7009) of tokens.

The caller is a service that authenticates as at the token endpoint, or whoever has a token for this API. A
`token_type_hint` may be sent and changes nothing: the center sees what a token is.
"""

from typing import Annotated, Any

from fastapi import Depends, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field
from sqlalchemy.orm import Session

from app.api import authority, callers, origin
from app.api.app_state import Configured, Connected
from app.api.paging import ApiModel
from app.api.public import client_authentication
from app.api.public.oauth2_form import BASIC, NOT_STORED, OAuthError, TokenRefused, described, token_form
from app.api.routing import Router
from app.audit.trail import trail
from app.identity import delays
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.errors import NotSignedIn, TooManyAttempts
from app.platform.settings import Settings
from app.tokens import applications, bearers, introspection
from app.tokens.introspection import TokenCaller

router = Router(tags=["OAuth 2.0"])
_FREE_REVOCATIONS = 1_000
"""Of one caller until pauses begin to grow: brokers keep every revoked token until it expires."""
_FIELDS = ("token", "token_type_hint", *client_authentication.FIELDS)
_EXAMPLE = {"token": "eyJhbGciOiJFUzI1NiIs…", "client_id": "gateway", "client_secret": "puc_secret_…"}
_FORM = described(_FIELDS, "token", example=_EXAMPLE)
_REFUSALS: dict[int | str, dict[str, Any]] = {status: {"model": TokenRefused} for status in (400, 401)}
Form = Annotated[dict[str, str] | OAuthError, Depends(token_form)]


class Introspection(ApiModel):
    """RFC 7662 §2.2; of a token that is not active, nothing else is said."""

    active: bool
    sub: str | None = Field(default=None, description="The user.", examples=["orders-producer"])
    exp: int | None = Field(default=None, description="seconds since 1970")


@router.post(
    "/oauth2/introspect",
    summary="Ask whether a token is valid (RFC 7662)",
    response_model=Introspection,
    responses=_REFUSALS,
    openapi_extra=_FORM,
)
def introspect(request: Request, database: Connected, settings: Configured, form: Form) -> Any:
    """A caller learns of its own tokens, an administrator of all. Of others, as of expired, revoked and
    unknown ones: `active` is false."""
    try:
        asking, token, _ = _read_request(request, database, settings, form)
        with database.reading() as session:
            described = introspection.describe(session, settings, asking, token)
    except OAuthError as error:
        return error.answer()
    return JSONResponse(dict(described), headers=NOT_STORED)


@router.post(
    "/oauth2/revoke",
    summary="End a token (RFC 7009)",
    response_class=Response,
    responses={200: {"description": "It is not valid (any more), or not the caller's to end."}, **_REFUSALS}
    | {429: {"model": TokenRefused}},
    openapi_extra=_FORM,
)
def revoke(request: Request, database: Connected, settings: Configured, form: Form) -> Any:
    """Refused from now on, here and in every broker. Always 200 for an authenticated caller: a token that is unknown,
    somebody else's or ended already needs no other answer. A public application shows its client id and the token."""
    try:
        asking, token, credential = _public(request, database, form) or _read_request(request, database, settings, form)
        with database.reading() as session:
            user_id = introspection.user_to_revoke(session, settings, asking, token)
        if user_id is not None:
            with database.writing(settings.change_seconds) as session:
                origin.note_origin(request, session, credential)
                trail.lock_revision(session)
                _pause(session, asking, user_id)
                introspection.revoke(session, settings, asking, token)
    except OAuthError as error:
        return error.answer()
    except TooManyAttempts as error:
        return OAuthError("temporarily_unavailable", error.detail, 429).answer(**error.headers)
    return Response(status_code=200, headers=NOT_STORED)


def _public(
    request: Request, database: Database, form: dict[str, str] | OAuthError
) -> tuple[TokenCaller, str, str] | None:
    """A public application, which can only end tokens that it shows; None for all others."""
    if isinstance(form, OAuthError) or "authorization" in request.headers or not form.get("token"):
        return None
    if any(field in form for field in client_authentication.FIELDS if field != "client_id"):
        return None
    with database.reading() as session:
        application = applications.of_client(session, form.get("client_id", ""))
        if application is None or application.service_id is not None:
            return None
        return TokenCaller(None, application.client_id, administers=False), form["token"], "application"


def _read_request(
    request: Request, database: Database, settings: Settings, form: dict[str, str] | OAuthError
) -> tuple[TokenCaller, str, str]:
    """Who asks, about which token, with which credential. Raises OAuthError."""
    if isinstance(form, OAuthError):
        raise form
    header = request.headers.get("authorization", "")
    by_token = bool(header) and BASIC not in form
    if by_token and any(field in form for field in client_authentication.FIELDS):
        raise OAuthError("invalid_request", "authenticate in one way only")
    if by_token:
        number, name, credential = _bearer(database, settings, header)
    else:
        client = client_authentication.authenticate(request, database, form)
        number, name, credential = client.user_id, client.username, client.credential
    if not form.get("token"):
        raise OAuthError("invalid_request", "token is missing")
    with database.reading() as session:
        return TokenCaller(number, name, authority.administers_the_center(session, name)), form["token"], credential


def _bearer(database: Database, settings: Settings, header: str) -> tuple[int, str, str]:
    try:
        with database.reading() as session:
            bearer = bearers.of(session, settings, callers.token_of(header), now_ms())
    except NotSignedIn as error:
        challenge = {"WWW-Authenticate": 'Bearer error="invalid_token"'}
        raise OAuthError("invalid_token", "the token of the caller is not valid", 401, **challenge) from error
    return bearer.user_id, bearer.username, f"token:{bearer.jti}"


def _pause(session: Session, asking: TokenCaller, user_id: int) -> None:
    """Raises TooManyAttempts. `user_id`: whose token it is; a public application is everybody's."""
    if not asking.administers:
        key = f"revoke:{user_id if asking.user_id is None else asking.user_id}"
        delays.refuse_keys(session, [key], now_ms())
        delays.count_key(session, key, _FREE_REVOCATIONS, now_ms())
