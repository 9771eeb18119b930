"""The token endpoint: client_credentials (RFC 6749 §4.4) as Pulsar's clients send it, device codes, passwords.

Pulsar's Java, C++ and Python clients send client_secret_post with `audience` even when it is empty, and need JSON
errors and a positive `expires_in` (reference, pulsar-auth-interfaces §9).
"""

import re
from typing import Annotated, Any
from urllib.parse import parse_qsl

from fastapi import Depends, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from app.api import origin
from app.api.admission import rate_limits
from app.api.app_state import Connected
from app.api.fast_path import Scope, newest_kept
from app.api.paging import ApiModel
from app.api.public import client_authentication, oauth2_codes, oauth2_device, oauth2_password
from app.api.public.client_authentication import AuthenticatedClient
from app.api.public.oauth2_form import (
    BASIC,
    OAuthError,
    TokenRefused,
    described,
    targets,
    token_answer,
    with_basic_client,
)
from app.api.routing import Router
from app.audit.trail.epochs import MemorySession
from app.identity import client_secrets
from app.identity.secret_format import digest
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.derived import CacheMiss
from app.platform.errors import Busy, InvalidInput
from app.platform.settings import Settings
from app.platform.telemetry import logger
from app.tokens import device, issuing, keys
from app.tokens.refresh_families import Tokens

log = logger(__name__)
router = Router(tags=["OAuth 2.0"])
_FIELDS = (
    *("grant_type", *client_authentication.FIELDS, "audience", "scope", "device_code", "username", "password"),
    *oauth2_codes.FIELDS,
)
_PLAIN = re.compile(rb"[A-Za-z0-9_.~*+%&=:/@-]{1,4096}")
"""A form that every reader reads alike."""
_FROM_MEMORY = {"grant_type", "client_id", "client_secret", "audience", "resource", "scope", BASIC}
_EXAMPLE = {
    "grant_type": "client_credentials",
    "client_id": "orders-producer",
    "client_secret": "puc_secret_…",
    "audience": "pulsar",
}


class TokenAnswer(ApiModel):
    """RFC 6749 §5.1."""

    access_token: str = Field(repr=False, examples=["eyJhbGciOiJFUzI1NiIs…"])
    token_type: str = Field(examples=["Bearer"])
    expires_in: int = Field(gt=0, description="seconds", examples=[3600])
    scope: str | None = Field(default=None, description="What was given.", examples=["openid offline_access"])
    refresh_token: str | None = Field(default=None, repr=False, description="For one use.", examples=["puc_refresh_…"])
    id_token: str | None = Field(default=None, repr=False, examples=["eyJhbGciOiJFUzI1NiIs…"])


@router.post(
    "/oauth2/token",
    summary="Get an access token",
    response_model=TokenAnswer,
    responses={status: {"model": TokenRefused} for status in (400, 401, 429)},
    openapi_extra=described(_FIELDS, "grant_type", example=_EXAMPLE),
)
def token(
    request: Request,
    database: Connected,
    form: Annotated[dict[str, str] | OAuthError, Depends(oauth2_password.in_turn, scope="function")],
) -> Any:
    """A service user sends its client secret, or a request signed with its key, and gets a token; without `audience`
    or `resource` (RFC 8707) the token is for brokers.

    With a device code that a person has approved: a token of that person for this API. With user name and password and
    the grant type of our client plugin: a token for brokers. Applications redeem codes and refresh tokens.
    """
    settings: Settings = request.app.state.settings
    try:
        if isinstance(form, OAuthError):
            raise form
        if form.get("grant_type") == device.GRANT_TYPE:
            return _answer(oauth2_device.redeem(request, database, settings, form), "")
        if form.get("grant_type") == oauth2_password.GRANT_TYPE:
            return _answer(oauth2_password.redeem(request, database, settings, form), _no_scope(form))
        if form.get("grant_type") == oauth2_codes.CODE:
            return oauth2_codes.redeem(request, database, settings, form)
        if form.get("grant_type") == oauth2_codes.REFRESH:
            return oauth2_codes.refresh(request, database, settings, form)
        return _answer(_issue(request, database, settings, form), _no_scope(form))
    except OAuthError as error:
        return _refused(request, form, error)


_ROUTE = router.routes[-1]


def _refused(request: Request, form: dict[str, str] | OAuthError, error: OAuthError) -> JSONResponse:
    """The answer, which is logged and noted for the client: some clients, as Pulsar's for Python, show only its status.
    A wrong client is logged where it is found; a device that waits was not refused."""
    client = "" if isinstance(form, OAuthError) else form.get("client_id") or form.get("username", "")
    address = origin.address_of(request)
    if error.error not in ("authorization_pending", "slow_down"):
        request.app.state.last_uses.refused(client, error.error, address, now_ms())
        if error.error != "invalid_client":
            log.warning("token refused", user=client[:128], address=address, error=error.error, why=error.description)
    return error.answer()


def _issue(request: Request, database: Database, settings: Settings, form: dict[str, str]) -> issuing.IssuedToken:
    if form.get("grant_type") != "client_credentials":
        wanted = "invalid_request" if not form.get("grant_type") else "unsupported_grant_type"
        raise OAuthError(wanted, "grant_type is none that the discovery document names")
    if client_authentication.shows_assertion(form):
        client = client_authentication.authenticate(request, database, form)
        with database.reading() as session:
            return _issue_to(request, session, settings, client, form)
    with database.reading() as session:  # thousands of programs may ask at once: one transaction for each
        client = client_authentication.by_secret(request, session, form)
        return _issue_to(request, session, settings, client, form)


def _issue_to(
    request: Request,
    session: Session | MemorySession,
    settings: Settings,
    client: AuthenticatedClient,
    form: dict[str, str],
) -> issuing.IssuedToken:
    try:
        # Counted for who has proven to be the client: a stranger must not use up its share.
        rate_limits.count(request, "token", client.username)
    except Busy as error:
        raise OAuthError("temporarily_unavailable", error.detail, 429, **error.headers) from error
    try:
        audiences = issuing.known_audiences(settings, targets(form))
    except InvalidInput as error:
        raise OAuthError("invalid_target", error.detail) from error
    seconds = issuing.seconds_until(client.valid_until, settings.token_seconds, now_ms())
    return issuing.issue(
        session, settings, client.username, audiences=audiences, seconds=seconds, networks=client.networks
    )


def _no_scope(form: dict[str, str]) -> str | None:
    """Whoever asks for a scope learns that it got none (RFC 6749 §5.1); others asked for none."""
    return "" if form.get("scope") else None


def _answer(token: issuing.IssuedToken | Tokens, scope: str | None) -> JSONResponse:
    if isinstance(token, Tokens):
        return token_answer(token.access, scope=token.scope, refresh_token=token.refresh)
    return token_answer(token, scope=scope)


async def answer_from_memory(scope: Scope, body: bytes) -> Response | None:
    """The token as JSON, or 429, for a client that shows its secret: the secret was right in the newest state, and a
    key that is cached signs in it (see `app.api.fast_path`). A client that is not cached is read first. All refusals
    but that of its rate are the framework's."""
    request = Request(scope)
    try:
        form = _fields(request, body)
        memory = await newest_kept(scope)
        if client_secrets.is_unread(memory, form.get("client_id", ""), form.get("client_secret", "")):
            memory = await _read_client(scope, request, form)
        if keys.signer(memory).alg == "ES256":
            response = _issued(request, memory, form)
        else:  # RSA takes milliseconds, for which others would wait
            response = await run_in_threadpool(_issued, request, memory, form)
    except OAuthError as error:
        response = _refused(request, form, error)
    except (CacheMiss, InvalidInput):
        return None
    scope["route"] = _ROUTE
    return response


async def _read_client(scope: Scope, request: Request, form: dict[str, str]) -> MemorySession:
    """What is cached in the newest state, with the client if its secret is right. Raises OAuthError 429, CacheMiss."""
    _count(request)  # first: reading is what a stranger must not cause without limit
    shown = form.get("client_id", ""), digest(form["client_secret"])
    if not await request.app.state.client_reading.answer(request, shown):
        raise CacheMiss  # the framework says what is wrong
    return await newest_kept(scope)


def _count(request: Request) -> None:
    try:
        rate_limits.count_once(request, "token")
    except Busy as error:
        raise OAuthError("temporarily_unavailable", error.detail, 429, **error.headers) from error


def _fields(request: Request, body: bytes) -> dict[str, str]:
    """The fields as the framework reads them. Raises CacheMiss for any other request."""
    pairs = parse_qsl(body.decode("latin-1"), keep_blank_values=True) if _PLAIN.fullmatch(body) else []
    shown = request.headers.getlist("authorization")
    try:
        form = with_basic_client(dict(pairs), shown[0] if shown else "")
    except OAuthError as error:
        raise CacheMiss from error
    is_unusual = len(shown) > 1 or len(dict(pairs)) < len(pairs) or BASIC in dict(pairs)
    if is_unusual or not form.keys() <= _FROM_MEMORY or form.get("grant_type") != "client_credentials":
        raise CacheMiss
    return form


def _issued(request: Request, memory: MemorySession, form: dict[str, str]) -> Response:
    """Raises CacheMiss and InvalidInput, before anything was noted, and OAuthError 429."""
    settings, now = request.app.state.settings, now_ms()
    proven = client_secrets.matching(memory, form.get("client_id", ""), form.get("client_secret", ""), now)
    if proven is None:
        raise CacheMiss
    issuing.known_audiences(settings, targets(form))
    _count(request)
    client = client_authentication.by_proven_secret(request, proven, now)
    return _answer(_issue_to(request, memory, settings, client, form), _no_scope(form))
