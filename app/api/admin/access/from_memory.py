"""Answers `POST /access/check` from memory if everything that the answer depends on is cached for the newest state.

It is the request that applications send most. The newest state is read from the database for each request, and only
values computed in that state are used (decision 0051). When something is not cached, not valid or not allowed, the
framework handles the request as usual and fills the cache.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from app.api import authority, callers
from app.api.admin.access import check
from app.api.admin.access.asking import Who
from app.clock import now_ms
from app.derived import NotKept
from app.errors import UserCenterError
from app.tokens import bearers
from app.trail.epochs import KeptOnly

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

PATH = "/api/v1/access/check"
_FEW = 20
"""Questions that are answered in the event loop; more would delay other requests."""
_PATIENCE_SECONDS = 2


class FromMemory:
    """Plain ASGI, between the edge and the framework."""

    def __init__(self, app: Application) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one ASGI connection."""
        if scope["type"] != "http" or scope["path"] != PATH or not _is_plain(scope):
            await self.pass_on(scope, receive, send)
            return
        body = _Body(receive)
        answer = await _answer(scope, await body.whole())
        if answer is None:
            await self.pass_on(scope, body.again, send)
            return
        scope["route"] = check.route
        headers = [(b"content-length", str(len(answer)).encode()), (b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": answer})

    async def pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the framework answer."""
        await self._app(scope, receive, send)


def _is_plain(scope: Scope) -> bool:
    """True for a request as programs send it: JSON, a token, no query."""
    if scope["method"] != "POST" or scope["query_string"]:
        return False
    return _header(scope, b"content-type") == b"application/json" and _header(scope, b"authorization") is not None


def _header(scope: Scope, name: bytes) -> bytes | None:
    """The header of this name; None when it is missing or repeated: which one counts is for the framework to decide."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0] if len(found) == 1 else None


class _Body:
    """Reads the body and keeps it, so that it can be read again."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._seen: deque[Message] = deque()

    async def whole(self) -> bytes | None:
        """The body; None when it is incomplete or too long. Reading it again has the same result."""
        with contextlib.suppress(HTTPException):
            while True:
                message = await self._receive()
                self._seen.append(message)
                if message["type"] != "http.request":
                    return None
                if not message.get("more_body"):
                    return b"".join(one.get("body", b"") for one in self._seen)
        return None

    async def again(self) -> Message:
        """Replaces `receive`: returns the same messages from the beginning."""
        return self._seen.popleft() if self._seen else await self._receive()


async def _answer(scope: Scope, body: bytes | None) -> bytes | None:
    if body is None:
        return None
    kept = await _newest_kept(scope)
    try:
        if kept is not None:
            questions = check.Questions.model_validate_json(body)
            if len(questions.questions) <= _FEW:
                return _json_answer(scope, kept, questions)
            return await run_in_threadpool(_json_answer, scope, kept, questions)
    except (NotKept, ValidationError, UserCenterError):
        pass
    return None


async def _newest_kept(scope: Scope) -> KeptOnly | None:
    """The cached values of the newest state; None when the database does not answer."""
    state = scope["app"].state
    try:
        async with asyncio.timeout(_PATIENCE_SECONDS):
            return KeptOnly(state.database.derived, await state.newest.read())
    except Exception:
        return None


def _json_answer(scope: Scope, kept: KeptOnly, questions: check.Questions) -> bytes:
    state, now = scope["app"].state, now_ms()
    header = _header(scope, b"authorization") or b""
    bearer = bearers.of(kept, state.settings, callers.token_of(header.decode("latin-1")), now)
    if bearer.must_change or questions.as_of is not None:
        raise NotKept  # the framework refuses such a user, or reads the past
    who = Who(kept, bearer.username, authority.administers_the_center(kept, bearer.username))
    found = check.answer(who, questions, now)
    state.last_uses.token(bearer.jti, now)
    return found
