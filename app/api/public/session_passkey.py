"""Signing in with a passkey: it is two factors, so nothing else is asked."""

from typing import Any

from fastapi import Request, Response
from pydantic import Field

from app.api import cookies, origin
from app.api.app_state import Configured, Connected
from app.api.paging import Body, examples
from app.api.problems import responses
from app.api.public import session_answer
from app.api.public.session_answer import PENDING, SessionItem
from app.api.routing import Router
from app.identity import passkeys, sessions
from app.platform.clock import now_ms
from app.platform.errors import NotSignedIn

router = Router(prefix="/api/v1/session/passkey", tags=["session"])


class ShownPasskey(Body):
    """What `navigator.credentials.get` returned, as JSON (WebAuthn level 3, `toJSON`)."""

    model_config = examples({"credential": {"id": "…", "type": "public-key"}})

    credential: dict[str, Any] = Field(repr=False)


@router.post("/challenge", summary="Begin to show a passkey", responses=responses(403, 409))
def begin_passkey_sign_in(request: Request, settings: Configured) -> dict[str, Any]:
    """The options for `navigator.credentials.get`, for one use within five minutes. 409 `passkeys_need_host_name` where
    the center's address is an IP address."""
    origin.require_same_origin(request, named=False)
    return passkeys.to_show(settings, now_ms())


@router.post("", summary="Sign in with a passkey", responses=responses(401, 403, 422))
def sign_in_with_passkey(
    request: Request, response: Response, body: ShownPasskey, database: Connected, settings: Configured
) -> SessionItem:
    """A new session in a cookie. The browser's earlier session ends."""
    origin.require_same_origin(request, named=False)
    now = now_ms()
    with database.writing() as session:
        user = passkeys.shown(session, settings, body.credential, now)
        if user is not None:
            started = sessions.start(session, settings, user, now, ("pop",), session_answer.browser_of(request))
            sessions.end(session, cookies.value_of(request))
            session_answer.forget(request, response, PENDING)
            return session_answer.signed_in(session, settings, response, started)
    raise NotSignedIn("The passkey was not accepted.", code="passkey_refused")
