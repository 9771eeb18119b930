"""Answers in front of the framework, for the requests that programs send most, or all at once.

Most of them are answered from what is cached for the newest state of the database (decision 0051). That state is read
for each request, and only values computed in it are used. When something is not cached, not valid or not allowed, or
asked in an unusual way, the framework handles the request as usual and fills the cache.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any

from fastapi import Response
from starlette.exceptions import HTTPException

from app.audit.trail.epochs import MemorySession
from app.platform.derived import CacheMiss

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

STARTS = ("http.response.start", "websocket.http.response.start", "websocket.accept")
"""Messages with the head of an answer: to a request, to a refused wish for a WebSocket, and to one that is granted."""
_PATIENCE_SECONDS = 2


@dataclass(frozen=True)
class Shortcut:
    """How requests to one path are answered without the framework: POST without a query, in the form in which programs
    send it, or GET without one (`content_type` None). `answer` gets the body and sets `scope["route"]` for the log;
    None: the framework shall answer."""

    content_type: bytes | None
    answer: Callable[[Scope, bytes], Awaitable[Response | None]]


class FastPath:
    """Plain ASGI, between the edge and the framework. `shortcuts`: by path."""

    def __init__(self, app: Application, shortcuts: Mapping[str, Shortcut]) -> None:
        self._app, self._shortcuts = app, shortcuts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one ASGI connection."""
        answer = None
        if (shortcut := self._shortcut(scope)) is not None:
            body = _Body(receive)
            receive = body.again
            content = await body.whole()
            answer = None if content is None else await shortcut.answer(scope, content)
        await (self.pass_on if answer is None else answer)(scope, receive, send)

    async def pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the framework answer."""
        await self._app(scope, receive, send)

    def _shortcut(self, scope: Scope) -> Shortcut | None:
        shortcut = self._shortcuts.get(scope["path"]) if scope["type"] == "http" else None
        if shortcut is None or scope["query_string"]:
            return None
        if scope["method"] != ("GET" if shortcut.content_type is None else "POST"):
            return None
        return shortcut if header(scope, b"content-type") == shortcut.content_type else None


def header(scope: Scope, name: bytes) -> bytes | None:
    """The header of this name; None when it is missing or repeated: which one counts is for the framework to decide."""
    values = [value for header_name, value in scope["headers"] if header_name == name]
    return values[0] if len(values) == 1 else None


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
                    return b"".join(part.get("body", b"") for part in self._seen)
        return None

    async def again(self) -> Message:
        """Replaces `receive`: returns the same messages from the beginning."""
        return self._seen.popleft() if self._seen else await self._receive()


async def newest_kept(scope: Scope) -> MemorySession:
    """The cached values of the newest state. Raises CacheMiss when the database does not answer."""
    state = scope["app"].state
    try:
        async with asyncio.timeout(_PATIENCE_SECONDS):
            return MemorySession(state.database.derived, await state.newest.read())
    except Exception as error:
        raise CacheMiss from error
