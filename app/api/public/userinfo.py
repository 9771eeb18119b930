"""Who the user of an access token is (OpenID Connect Core §5.3), for applications that asked for `openid`."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import Field

from app.api import callers
from app.api.guard import Configured, Connected, changes_nothing
from app.api.paging import ApiModel
from app.api.public.oauth2_form import NOT_STORED, TokenRefused
from app.errors import NotSignedIn
from app.tokens import authorization_requests, id_tokens, issuing

router = APIRouter(tags=["OAuth 2.0"])


_SENTENCE = "send a valid access token of an application that asked for the scope openid"
_REFUSALS: dict[int | str, dict[str, Any]] = {status: {"model": TokenRefused} for status in (401, 403)}


class UserInfo(ApiModel):
    """OpenID Connect Core §5.3.2."""

    sub: str = Field(description="The user name: the principal that brokers see.", examples=["alice"])
    preferred_username: str | None = Field(default=None, examples=["alice"])
    name: str | None = Field(default=None, examples=["Alice"])
    email: str | None = Field(default=None, description="Confirmed by a link.", examples=["alice@acme.example"])
    email_verified: bool | None = Field(default=None, examples=[True])


@router.get("/oauth2/userinfo", summary="Who is the user of this token?", response_model=UserInfo, responses=_REFUSALS)
@router.post("/oauth2/userinfo", summary="The same by POST", response_model=UserInfo, responses=_REFUSALS)
@changes_nothing
def userinfo(request: Request, database: Connected, settings: Configured) -> Any:
    """The token is in the Authorization header. Errors are those of RFC 6750."""
    if "authorization" not in request.headers:
        return _refused(401, "")
    try:
        token = callers.token_of(request.headers["authorization"])
        with database.reading() as session:
            claims = issuing.verify(session, settings, token, authorization_requests.all_audiences(settings))
            if claims.is_outdated or claims.narrowed_to is not None:
                raise NotSignedIn("The token is not valid.", code="invalid_token")
    except NotSignedIn:
        return _refused(401, "invalid_token")
    if "openid" not in claims.scope.split():
        return _refused(403, "insufficient_scope")
    told = {"sub": claims.user.username, **id_tokens.about(claims.user, claims.scope)}
    return JSONResponse(told, headers=NOT_STORED)


def _refused(status: int, error: str) -> JSONResponse:
    more = f', error="{error}"' if error else ""
    headers = {**NOT_STORED, "WWW-Authenticate": f'Bearer realm="pulsar-user-center"{more}'}
    return JSONResponse({"error": error or "invalid_request", "error_description": _SENTENCE}, status, headers)
