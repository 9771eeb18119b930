"""The token endpoint (RFC 6749 §4.4 client_credentials), as Pulsar's Java, C++ and Python clients call it.

They send client_secret_post with `audience` even when it is empty, and need JSON errors and a positive
`expires_in` (reference, pulsar-auth-interfaces §9).
"""

import base64
import binascii
from typing import Annotated, Any
from urllib.parse import unquote_plus

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.datastructures import FormData, UploadFile

from app.api.guard import Connected, Reading, changes_nothing
from app.clock import now_ms
from app.database import Database
from app.errors import InvalidInput
from app.identity import client_secrets
from app.identity.models import User
from app.settings import Settings
from app.tokens import issuing

router = APIRouter(tags=["OAuth 2.0"])

_NOT_STORED = {"Cache-Control": "no-store", "Pragma": "no-cache"}
_FORM = "application/x-www-form-urlencoded"


class TokenAnswer(BaseModel):
    """RFC 6749 §5.1."""

    access_token: str = Field(examples=["eyJhbGciOiJFUzI1NiIs…"])
    token_type: str = Field(examples=["Bearer"])
    expires_in: int = Field(gt=0, description="seconds", examples=[3600])


class TokenRefused(BaseModel):
    """RFC 6749 §5.2."""

    error: str = Field(examples=["invalid_client"])
    error_description: str


class OAuthError(Exception):
    """An answer of RFC 6749 §5.2: error code, sentence, HTTP status."""

    def __init__(self, error: str, description: str, status: int = 400) -> None:
        super().__init__(description)
        self.error, self.description, self.status = error, description, status

    def answer(self) -> JSONResponse:
        """As JSON, never stored; a 401 names the scheme."""
        headers = dict(_NOT_STORED)
        if self.status == 401:
            headers["WWW-Authenticate"] = 'Basic realm="pulsar-user-center"'
        content = {"error": self.error, "error_description": self.description}
        return JSONResponse(content, self.status, headers)


async def token_form(request: Request) -> dict[str, str] | OAuthError:
    """The form's fields, each at most once (RFC 6749 §3.2); the client from the Basic header joins them."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _FORM:
        return OAuthError("invalid_request", f"send the request as {_FORM}")
    form = await request.form()
    try:
        return _with_basic_client(_single_values(form), request.headers.get("authorization", ""))
    except OAuthError as error:
        return error


def _single_values(form: FormData) -> dict[str, str]:
    names = [name for name, _ in form.multi_items()]
    if len(names) != len(set(names)):
        raise OAuthError("invalid_request", "a parameter is given twice")
    return {name: value for name, value in form.items() if not isinstance(value, UploadFile)}


def _with_basic_client(fields: dict[str, str], header: str) -> dict[str, str]:
    scheme, _, value = header.partition(" ")
    if scheme.lower() != "basic":
        return fields
    if "client_secret" in fields:
        raise OAuthError("invalid_request", "authenticate the client in one way only")
    try:
        name, colon, secret = base64.b64decode(value, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        colon = ""
    if not colon:
        raise OAuthError("invalid_client", "the Basic header cannot be read", 401)
    return {**fields, "client_id": unquote_plus(name), "client_secret": unquote_plus(secret)}


@router.post(
    "/oauth2/token",
    summary="Get an access token (client_credentials)",
    response_model=TokenAnswer,
    responses={400: {"model": TokenRefused}, 401: {"model": TokenRefused}},
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                _FORM: {
                    "schema": {
                        "type": "object",
                        "required": ["grant_type"],
                        "properties": {
                            name: {"type": "string"}
                            for name in ("grant_type", "client_id", "client_secret", "audience", "scope")
                        },
                    },
                    "example": {
                        "grant_type": "client_credentials",
                        "client_id": "orders-producer",
                        "client_secret": "puc_secret_…",
                        "audience": "pulsar",
                    },
                }
            },
        }
    },
)
@changes_nothing
def token(
    request: Request,
    session: Reading,
    database: Connected,
    form: Annotated[dict[str, str] | OAuthError, Depends(token_form)],
) -> Any:
    """A service user shows its client secret and gets a token; without `audience` it is for brokers."""
    settings: Settings = request.app.state.settings
    try:
        if isinstance(form, OAuthError):
            raise form
        return _answer(_issue(session, database, settings, form))
    except OAuthError as error:
        return error.answer()


def _issue(session: Reading, database: Database, settings: Settings, form: dict[str, str]) -> issuing.IssuedToken:
    if form.get("grant_type") != "client_credentials":
        wanted = "invalid_request" if not form.get("grant_type") else "unsupported_grant_type"
        raise OAuthError(wanted, "grant_type must be client_credentials")
    if form.get("scope"):
        raise OAuthError("invalid_scope", "this server knows no scopes: leave scope out")
    user = _client(session, database, form.get("client_id", ""), form.get("client_secret", ""))
    try:
        audiences = issuing.known_audiences(settings, [form.get("audience", "")])
    except InvalidInput as error:
        raise OAuthError("invalid_target", error.detail) from error
    return issuing.issue(session, settings, user.username, audiences=audiences, seconds=settings.token_minutes * 60)


def _client(session: Reading, database: Database, name: str, secret: str) -> User:
    now = now_ms()
    found = client_secrets.matching(session, name, secret, now)
    if found is None:
        raise OAuthError("invalid_client", "client id or secret is wrong, or the client is disabled", 401)
    user, row = found
    if client_secrets.is_stale(row, now):
        # Tokens are asked for by every client all day; only this, once a minute, waits for other writers.
        with database.writing() as own:
            client_secrets.touch(own, row.id, now)
    return user


def _answer(issued: issuing.IssuedToken) -> JSONResponse:
    seconds = max(1, (issued.expires - now_ms()) // 1000)
    answer = TokenAnswer(access_token=issued.reveal(), token_type="Bearer", expires_in=seconds)  # noqa: S106
    return JSONResponse(answer.model_dump(), headers=_NOT_STORED)
