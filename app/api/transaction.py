"""The transaction of a request that changes something: begun under the revision's lock, committed before the answer.

Each step that talks with the database is a trip to a thread. It takes two: one begins and finds the caller, and the
route's own thread commits when it has written its answer. Whoever has a hold on the answer first (a trial, an
Idempotency-Key) has it committed, or undone, at the end of the request.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager

import anyio.to_thread
from anyio import CancelScope, CapacityLimiter
from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from sqlalchemy.orm import Session

from app.api import callers, dry_run
from app.api.running import database_of, settings_of
from app.audit import epochs, trail

_ENDING = "ending"
_COMMITTED = "committed"
"""In `Session.info`: what ends the change, once its answer is written; and that it did."""


def commit(session: Session) -> None:
    """The answer is written: commit, if nobody has a hold on it. Raises what the database raises."""
    ending: ExitStack | None = session.info.pop(_ENDING, None)
    if ending is not None:
        ending.close()
        session.info[_COMMITTED] = True


@asynccontextmanager
async def changing(request: Request) -> AsyncIterator[Session]:
    """The session of a change, for a request whose turn it is. Raises NotSignedIn."""
    stack = ExitStack()
    session = await run_in_threadpool(_begin, request, stack)
    try:
        yield session
    except BaseException as error:
        await _end(stack, error)
        raise
    if _COMMITTED not in session.info:
        await _end(stack, None)


async def _end(stack: ExitStack, error: BaseException | None) -> None:
    # Whoever ends a change has a thread at once, and ends it even when the client has gone.
    with CancelScope(shield=True):
        kind, traceback = (None, None) if error is None else (type(error), error.__traceback__)
        await anyio.to_thread.run_sync(stack.__exit__, kind, error, traceback, limiter=CapacityLimiter(1))


def _begin(request: Request, stack: ExitStack) -> Session:
    with ExitStack() as begun:
        session = begun.enter_context(_transaction(request))
        if hasattr(request.state, "writer"):
            request.state.caller = callers.find(request, session)
        stack.push(begun.pop_all())
    if not dry_run.is_asked(request) and "idempotency-key" not in request.headers:
        session.info[_ENDING] = stack
    return session


@contextmanager
def _transaction(request: Request) -> Iterator[Session]:
    database = database_of(request)
    with database.writing(settings_of(request).change_seconds) as session:
        # The route's handler (app.api.changing) sees the open transaction too, when the answer is made.
        before = epochs.begins_with(session, database.derived).revision
        request.state.session, request.state.revision_before = session, before
        yield session
        session.flush()
        if dry_run.is_asked(request):
            session.rollback()
            return
        sent_before: int | None = getattr(request.state, "answered_revision", None)
        request.state.revision = sent_before or trail.recorded(session) or before
        committed = epochs.leaves(session, database.derived)
    committed()
