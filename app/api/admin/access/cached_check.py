"""Answers `POST /access/check` from memory if everything that the answer depends on is cached for the newest state
(see `app.api.fast_path`). It is the request that applications send most."""

from fastapi import Response
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool

from app.api import authority, callers
from app.api.admin.access import check
from app.api.admin.access.access_questions import CacheCaller
from app.api.fast_path import Scope, header, newest_kept
from app.audit.trail.epochs import MemorySession
from app.platform.clock import now_ms
from app.platform.derived import CacheMiss
from app.platform.errors import UserCenterError
from app.tokens import bearers

_FEW = 20
"""Questions that are answered in the event loop; more would delay other requests."""


async def answer(scope: Scope, body: bytes) -> Response | None:
    """The answers as JSON."""
    if header(scope, b"authorization") is None:
        return None
    try:
        memory = await newest_kept(scope)
        questions = check.Questions.model_validate_json(body)
        if len(questions.questions) <= _FEW:
            content = _json_answer(scope, memory, questions)
        else:
            content = await run_in_threadpool(_json_answer, scope, memory, questions)
    except (CacheMiss, ValidationError, UserCenterError):
        return None
    scope["route"] = check.route
    return Response(content, media_type="application/json")


def _json_answer(scope: Scope, memory: MemorySession, questions: check.Questions) -> bytes:
    state, now = scope["app"].state, now_ms()
    shown = header(scope, b"authorization") or b""
    bearer = bearers.of(memory, state.settings, callers.token_of(shown.decode("latin-1")), now)
    if bearer.must_change or questions.as_of is not None:
        raise CacheMiss  # the framework refuses such a user, or reads the past
    scope["state"]["username"] = bearer.username  # for the log
    caller = CacheCaller(memory, bearer.username, authority.administers_the_center(memory, bearer.username))
    content = check.answer(caller, questions, now)
    state.last_uses.token(bearer.jti, now)
    return content
