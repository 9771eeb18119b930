"""Answers in front of the framework, for the requests that programs send most, or all at once.

Most of them are answered from what is cached for the newest state of the database (decision 0051). That state is read
for each request, and only values computed in it are used. When something is not cached, not valid or not allowed, or
asked in an unusual way, the framework handles the request as usual and fills the cache.
"""

import asyncio
import contextlib
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from fastapi import Response
from starlette.exceptions import HTTPException

from app.derived import NotKept
from app.trail.epochs import KeptOnly

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

_PATIENCE_SECONDS = 2


class InFront(ABC):
    """Plain ASGI, between the edge and the framework."""

    def __init__(self, app: Application) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one ASGI connection."""
        answer = None
        if scope["type"] == "http" and self.is_mine(scope):
            body = _Body(receive)
            receive = body.again
            content = await body.whole()
            answer = None if content is None else await self.answer(scope, content)
        if answer is None:
            await self.pass_on(scope, receive, send)
        else:
            await answer(scope, receive, send)

    async def pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the framework answer."""
        await self._app(scope, receive, send)

    @abstractmethod
    def is_mine(self, scope: Scope) -> bool:
        """True for a request in the form in which programs send it."""

    @abstractmethod
    async def answer(self, scope: Scope, body: bytes) -> Response | None:
        """The answer; None: the framework shall answer. It sets `scope["route"]` for the log."""


def header(scope: Scope, name: bytes) -> bytes | None:
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


async def newest_kept(scope: Scope) -> KeptOnly:
    """The cached values of the newest state. Raises NotKept when the database does not answer."""
    state = scope["app"].state
    try:
        async with asyncio.timeout(_PATIENCE_SECONDS):
            return KeptOnly(state.database.derived, await state.newest.read())
    except Exception as error:
        raise NotKept from error
