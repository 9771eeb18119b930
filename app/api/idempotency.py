"""`Idempotency-Key` on POST (draft-ietf-httpapi-idempotency-key-header): a repeated request gets the same answer.

Writers queue at the revision. So of two requests with one key the second finds the answer of the first, in any process.
Within one process the second is refused while the first runs. Decision 0014.
"""

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from fastapi import Header, Request, Response
from sqlalchemy.orm import Session

from app.api.app_state import settings_of
from app.api.callers import Caller
from app.audit.trail import trail
from app.platform.clock import now_ms
from app.platform.errors import Conflict, InvalidInput
from app.tokens import idempotent_answers
from app.tokens.idempotent_answers import SentAnswer

_KEY = re.compile(r'"?([\x21\x23-\x7e]{1,255})"?')
_running: set[str] = set()
"""Hashes of credential and key of the requests that run in this process; used only by the event loop's thread."""
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        description="1 to 255 visible ASCII characters, such as a UUID. For 24 hours the same request with "
        "the same credential gets the same answer again, with `Idempotency-Replayed: true`; errors are not kept.",
    ),
]


class ReplayedAnswer(Exception):
    """The request was carried out before, with this answer."""

    def __init__(self, answer: SentAnswer) -> None:
        super().__init__("answered before")
        self.answer = answer

    def response(self) -> Response:
        """The stored answer with the header `Idempotency-Replayed`."""
        headers = {**self.answer.headers, "Idempotency-Replayed": "true"}
        return Response(self.answer.body.encode() or None, self.answer.status, headers)


async def once(request: Request, key: Key = None) -> None:
    """Dependency of every POST that changes something, before the route's own. Remembers for `refuse_repeated` the key,
    and what distinguishes requests with the same key: method, path, query and body."""
    if key is not None:
        head = f"{request.method} {request.url.path}?{request.url.query}\n"
        request.state.asked = head.encode() + await request.body(), key


def refuse_repeated(request: Request, caller: Caller) -> None:
    """Check a request with a key in the caller's session. Raises ReplayedAnswer; InvalidInput when the key was used for
    another request."""
    if not hasattr(request.state, "asked"):
        return
    body, key = request.state.asked
    wanted = idempotent_answers.Request(caller.user_id, check_key(key), body, caller.credential)
    stored = idempotent_answers.find(caller.session, settings_of(request).secrets(), wanted, now_ms())
    if stored is not None:
        request.state.revision = request.state.replayed_revision = stored.revision
        raise ReplayedAnswer(stored)
    request.state.once = wanted


def keep(request: Request, response: Response) -> None:
    """Store the answer in the transaction of the change."""
    wanted: idempotent_answers.Request | None = getattr(request.state, "once", None)
    if wanted is None or response.status_code >= 400:
        return
    headers = {header: value for header, value in response.headers.items() if header != "content-length"}
    session = request.state.session
    session.flush()
    revision = trail.current_revision(session)
    answer = SentAnswer(response.status_code, headers, bytes(response.body).decode(), revision)
    idempotent_answers.keep(session, settings_of(request).secret_key, wanted, answer, now_ms())


def keep_nothing(request: Request) -> None:
    """Do not store the answer: the same request is decided anew each time."""
    request.state.once = None


def forget(request: Request, session: Session) -> None:
    """Forget the stored answer: its change was not made after all, so the request may be sent again."""
    wanted: idempotent_answers.Request | None = getattr(request.state, "once", None)
    if wanted is not None:
        idempotent_answers.forget(session, wanted)


@contextmanager
def alone(request: Request, key: str) -> Iterator[None]:
    """Allow one request at a time with this key and credential. Raises Conflict `idempotency_in_progress`."""
    credential = request.headers.get("authorization") or request.headers.get("cookie", "")
    digest = hashlib.sha256(f"{credential}\n{key}".encode()).hexdigest()
    if digest in _running:
        raise Conflict("A request with this Idempotency-Key is still running.", code="idempotency_in_progress")
    _running.add(digest)
    try:
        yield
    finally:
        _running.discard(digest)


def check_key(key: str) -> str:
    """The key without its quotes. Raises InvalidInput `invalid_idempotency_key`."""
    match = _KEY.fullmatch(key)
    if match is None:
        message = "must be 1 to 255 visible ASCII characters"
        problem = [{"field": "Idempotency-Key", "message": message}]
        raise InvalidInput(f"Idempotency-Key {message}.", code="invalid_idempotency_key", errors=problem)
    return match[1]
