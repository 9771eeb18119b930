"""What the endpoints of RFC 6749 share: the form as body, the client in the Basic header, errors as JSON."""

import base64
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import unquote_plus

from fastapi import Request
from fastapi.responses import JSONResponse
from pydantic import Field
from starlette.datastructures import FormData, UploadFile

from app.api.paging import ApiModel
from app.platform.clock import now_ms
from app.tokens.issuing import IssuedToken

NOT_STORED = {"Cache-Control": "no-store", "Pragma": "no-cache"}
FORM = "application/x-www-form-urlencoded"
BASIC = "Authorization: Basic"
"""In the fields of a form: the client was in the header. No parameter can be called so."""


class TokenRefused(ApiModel):
    """RFC 6749 §5.2."""

    error: str = Field(examples=["invalid_client"])
    error_description: str


class OAuthError(Exception):
    """An answer of RFC 6749 §5.2: error code, sentence, HTTP status."""

    def __init__(self, error: str, description: str, status: int = 400, **headers: str) -> None:
        super().__init__(description)
        self.error, self.description, self.status, self.headers = error, description, status, headers

    def answer(self, **more: str) -> JSONResponse:
        """The answer as JSON, never cached, with `more` headers; a 401 names the authentication scheme."""
        headers = {**NOT_STORED, **self.headers, **more}
        if self.status == 401:
            headers.setdefault("WWW-Authenticate", 'Basic realm="pulsar-user-center"')
        content = {"error": self.error, "error_description": self.description}
        return JSONResponse(content, self.status, headers)


def token_answer(access: IssuedToken, **more: str | None) -> JSONResponse:
    """The answer of RFC 6749 §5.1, with those of `more` that are not None."""
    seconds = max(1, (access.expires - now_ms()) // 1000)
    content: dict[str, Any] = {"access_token": access.reveal(), "token_type": "Bearer", "expires_in": seconds}
    given = {field: value for field, value in more.items() if value is not None}
    return JSONResponse(content | given, headers=NOT_STORED)


def described(
    fields: Iterable[str], *required: str, example: Mapping[str, str] | None = None, demanded: bool = True
) -> dict[str, Any]:
    """The `openapi_extra` of a route that takes a form with these fields. `demanded`: not without a form."""
    schema = {"type": "object", "properties": {field: {"type": "string"} for field in fields}}
    content: dict[str, Any] = {"schema": schema | {"required": [*required]} if required else schema}
    if example is not None:
        content["example"] = example
    return {"requestBody": {"required": demanded, "content": {FORM: content}}}


def is_form(request: Request) -> bool:
    """Whether the body says that it is a form of a browser."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() == FORM


async def token_form(request: Request) -> dict[str, str] | OAuthError:
    """The form's fields, each at most once (RFC 6749 §3.2), with the client from the Basic header added."""
    if not is_form(request):
        return OAuthError("invalid_request", f"send the request as {FORM}")
    form = await request.form()
    try:
        return with_basic_client(_single_values(form), request.headers.get("authorization", ""))
    except OAuthError as error:
        return error


def targets(form: Mapping[str, str]) -> list[str]:
    """What a token is asked for: `audience`, as Pulsar's clients call it, and `resource` (RFC 8707)."""
    return [form[parameter] for parameter in ("resource", "audience") if form.get(parameter)]


def _single_values(form: FormData) -> dict[str, str]:
    names = [parameter for parameter, _ in form.multi_items()]
    if len(names) != len(set(names)):
        raise OAuthError("invalid_request", "a parameter is given twice")
    return {parameter: value for parameter, value in form.items() if not isinstance(value, UploadFile)}


def with_basic_client(fields: dict[str, str], header: str) -> dict[str, str]:
    """The fields with those of this Authorization header, if it is a Basic one. Raises OAuthError."""
    scheme, _, value = header.partition(" ")
    if scheme.lower() != "basic":
        return fields
    if "client_secret" in fields or BASIC in fields:
        raise OAuthError("invalid_request", "authenticate the client in one way only")
    try:
        name, colon, secret = base64.b64decode(value, validate=True).decode().partition(":")
    except ValueError:  # no base64, no UTF-8, or letters that no base64 has
        colon = ""
    if not colon:
        raise OAuthError("invalid_client", "the Basic header cannot be read", 401)
    if fields.get("client_id", unquote_plus(name)) != unquote_plus(name):
        raise OAuthError("invalid_request", "client_id is another one than in the Basic header")
    return {**fields, "client_id": unquote_plus(name), "client_secret": unquote_plus(secret), BASIC: "yes"}
