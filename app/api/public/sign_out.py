"""Signing out that an application begins (OpenID Connect RP-Initiated Logout 1.0).

As with signing in, the session's cookie does not come along from other sites: the endpoint sends the browser to the
console, whose page asks where it has to, signs out (`DELETE /api/v1/session`), and goes back to the application.
"""

from typing import Annotated

from fastapi import Depends, Request
from fastapi.responses import RedirectResponse
from pydantic import Field, StringConstraints

from app.api import callers, origin
from app.api.app_state import Configured, Connected
from app.api.paging import ApiModel, Body, examples
from app.api.problems import responses
from app.api.public.oauth2_form import OAuthError, described, token_form
from app.api.routing import Router
from app.api.transaction import Reading
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.errors import NotSignedIn
from app.platform.settings import Settings
from app.tokens import sign_outs

router = Router(tags=["OAuth 2.0"])
Form = Annotated[dict[str, str] | OAuthError, Depends(token_form, scope="function")]
_FIELDS = ("id_token_hint", "client_id", "post_logout_redirect_uri", "state", "logout_hint", "ui_locales")


class SealedSignOut(Body):
    """The request, as it stands in the address of the console's page; without it the person just wants to leave."""

    model_config = examples({"request": "kX9c…"})

    request: Annotated[str, StringConstraints(max_length=16_384)] = ""


class WaitingSignOut(ApiModel):
    """What the person is asked."""

    application: str | None = Field(description="Which began it, if that is known.", examples=["Order desk"])
    username: str | None = Field(description="Who is signed in here.", examples=["alice"])
    ask: bool = Field(description="Whether the person has to agree first.")
    location: str | None = Field(
        description="Where the browser goes on to afterwards.", examples=["https://desk.example/?state=…"]
    )


@router.get(
    "/oauth2/logout",
    summary="Sign out, begun by an application (OpenID Connect RP-Initiated Logout)",
    status_code=303,
    response_class=RedirectResponse,
)
def logout(request: Request, database: Connected, settings: Configured) -> RedirectResponse:
    """With `id_token_hint`, `post_logout_redirect_uri` (registered) and `state`. Without the hint the person is asked;
    an address that is not registered is not gone to."""
    items = request.query_params.multi_items()
    once = len({field for field, _ in items}) == len(items)
    return _to_the_page(database, settings, dict(items) if once else {})


@router.post(
    "/oauth2/logout",
    summary="The same by POST",
    status_code=303,
    response_class=RedirectResponse,
    openapi_extra=described(_FIELDS, demanded=False),
)
def logout_by_form(database: Connected, settings: Configured, form: Form) -> RedirectResponse:
    """Keeps the ID token out of addresses."""
    return _to_the_page(database, settings, {} if isinstance(form, OAuthError) else form)


@router.post("/api/v1/sign-out/waiting", summary="Who signs out of what?", responses=responses(403, 422))
def get_waiting_sign_out(
    request: Request, session: Reading, settings: Configured, body: SealedSignOut
) -> WaitingSignOut:
    """Nobody is asked who is not signed in, or whose ID token the application sent. Then `DELETE /api/v1/session`.
    Refresh tokens of applications stay: they were asked for to last."""
    origin.require_same_origin(request)
    sign_out = sign_outs.unseal(settings, body.request, now_ms())
    try:
        username = callers.find(request, session).username
    except NotSignedIn:
        username = None
    ask = username not in (None, sign_out.username)
    return WaitingSignOut(application=sign_out.application, username=username, ask=ask, location=sign_out.location)


def _to_the_page(database: Database, settings: Settings, fields: dict[str, str]) -> RedirectResponse:
    with database.reading() as session:
        sign_out = sign_outs.read(session, settings, fields, now_ms())
    headers = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}
    return RedirectResponse(f"{settings.base_url}/sign-out?request={sign_outs.seal(settings, sign_out)}", 303, headers)
