"""Who the user of an access token is (OpenID Connect Core §5.3), for applications that asked for `openid`."""

from typing import Annotated, Any

from fastapi import Depends, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from app.api import callers
from app.api.app_state import Configured, Connected
from app.api.paging import ApiModel
from app.api.public.oauth2_form import NOT_STORED, TokenRefused, described, is_form
from app.api.routing import Router
from app.platform.errors import NotSignedIn
from app.tokens import applications, authorization_requests, id_token_issuing, issuing

router = Router(tags=["OAuth 2.0"])


_SENTENCE = "send a valid access token of an application that asked for the scope openid"
_REFUSALS: dict[int | str, dict[str, Any]] = {status: {"model": TokenRefused} for status in (400, 401, 403)}
_CHALLENGE = 'Bearer realm="pulsar-user-center"'


class UserInfo(ApiModel):
    """OpenID Connect Core §5.3.2."""

    sub: str = Field(description="The user name: the principal that brokers see.", examples=["alice"])
    preferred_username: str | None = Field(default=None, examples=["alice"])
    name: str | None = Field(default=None, examples=["Alice"])
    email: str | None = Field(default=None, description="Confirmed by a link.", examples=["alice@acme.example"])
    email_verified: bool | None = Field(default=None, examples=[True])
    groups: list[str] | None = Field(default=None, description="The user's shared roles.", examples=[["payments"]])


async def _shown_tokens(request: Request) -> list[str]:
    """Every token that the request shows, as a header: from its header, or from a form (RFC 6750 §2.2)."""
    posts = request.method == "POST" and is_form(request)
    posted = (await request.form()).getlist("access_token") if posts else []
    return [*request.headers.getlist("authorization"), *(f"Bearer {token}" for token in posted)]


@router.get("/oauth2/userinfo", summary="Who is the user of this token?", response_model=UserInfo, responses=_REFUSALS)
@router.post(
    "/oauth2/userinfo",
    operation_id="userinfo_by_form",
    summary="The same by POST",
    response_model=UserInfo,
    responses=_REFUSALS,
    openapi_extra=described(["access_token"], demanded=False),
)
def userinfo(
    database: Connected, settings: Configured, shown: Annotated[list[str], Depends(_shown_tokens, scope="function")]
) -> Any:
    """The token is in the Authorization header, or a form has it as `access_token`. Errors are those of RFC 6750."""
    if not shown:  # RFC 6750 §3.1: then no error is named
        return Response(status_code=401, headers={**NOT_STORED, "WWW-Authenticate": _CHALLENGE})
    if len(shown) > 1:
        return _refusal(400, "invalid_request")
    try:
        with database.reading() as session:
            token = callers.token_of(shown[0])
            claims = issuing.verify(session, settings, token, authorization_requests.all_audiences(settings))
            if claims.is_outdated or claims.narrowed_to is not None:
                raise NotSignedIn("The token is not valid.", code="invalid_token")
            application = applications.of_client(session, claims.client_id)
            about = id_token_issuing.user_claims(session, application, claims.user, claims.scope)
    except NotSignedIn:
        return _refusal(401, "invalid_token")
    if "openid" not in claims.scope.split():
        return _refusal(403, "insufficient_scope")
    return JSONResponse({"sub": claims.user.username, **about}, headers=NOT_STORED)


def _refusal(status: int, error: str) -> JSONResponse:
    headers = {**NOT_STORED, "WWW-Authenticate": f'{_CHALLENGE}, error="{error}"'}
    return JSONResponse({"error": error, "error_description": _SENTENCE}, status, headers)
