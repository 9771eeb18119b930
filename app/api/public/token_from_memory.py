"""Answers a client that shows its secret at the token endpoint from memory, if what the answer depends on is cached for
the newest state (see `app.api.fast_path`): the secret was right in this state, and this key signs in it.

All refusals but that of its rate are the framework's.
"""

import re
from urllib.parse import parse_qsl

from fastapi import Request, Response
from starlette.concurrency import run_in_threadpool

from app.api.admission import rate_limits
from app.api.fast_path import Scope, newest_kept
from app.api.public import client_authentication, oauth2
from app.api.public.oauth2_form import BASIC, OAuthError, targets, with_basic_client
from app.audit.trail.epochs import MemorySession
from app.identity import client_secrets
from app.platform.clock import now_ms
from app.platform.derived import CacheMiss
from app.platform.errors import Busy, InvalidInput
from app.tokens import issuing, keys

_PLAIN = re.compile(rb"[A-Za-z0-9_.~*+%&=:/@-]{1,4096}")
"""A form that every reader reads alike."""
_KNOWN = {"grant_type", "client_id", "client_secret", "audience", "resource", "scope", BASIC}


async def answer(scope: Scope, body: bytes) -> Response | None:
    """The token as JSON, or 429."""
    request = Request(scope)
    try:
        form = _fields(request, body)
        memory = await newest_kept(scope)
        if keys.signer(memory).alg == "ES256":
            response = _issued(request, memory, form)
        else:  # RSA takes milliseconds, for which others would wait
            response = await run_in_threadpool(_issued, request, memory, form)
    except OAuthError as error:
        response = oauth2.refused(request, form, error)
    except (CacheMiss, InvalidInput):
        return None
    scope["route"] = oauth2.route
    return response


def _fields(request: Request, body: bytes) -> dict[str, str]:
    """The fields as the framework reads them. Raises CacheMiss for any other request."""
    pairs = parse_qsl(body.decode("latin-1"), keep_blank_values=True) if _PLAIN.fullmatch(body) else []
    shown = request.headers.getlist("authorization")
    try:
        form = with_basic_client(dict(pairs), shown[0] if shown else "")
    except OAuthError as error:
        raise CacheMiss from error
    is_unusual = len(shown) > 1 or len(dict(pairs)) < len(pairs) or BASIC in dict(pairs)
    if is_unusual or not form.keys() <= _KNOWN or form.get("grant_type") != "client_credentials":
        raise CacheMiss
    return form


def _issued(request: Request, memory: MemorySession, form: dict[str, str]) -> Response:
    """Raises CacheMiss and InvalidInput, before anything was counted or noted, and OAuthError 429."""
    settings, now = request.app.state.settings, now_ms()
    proven = client_secrets.matching(memory, form.get("client_id", ""), form.get("client_secret", ""), now)
    if proven is None:
        raise CacheMiss
    issuing.known_audiences(settings, targets(form))
    try:
        rate_limits.count(request, "token")
    except Busy as error:
        raise OAuthError("temporarily_unavailable", error.detail, 429, **error.headers) from error
    return oauth2.from_memory(request, memory, client_authentication.by_proven_secret(request, proven, now), form)
