"""The transaction of a request that changes something: begun under the revision's lock, committed before the answer.

Each step that talks with the database is a trip to a thread. Whoever is known from memory takes one: the route's own
thread begins, finds the caller, and commits when it has written its answer. For others one more begins. Whoever has a
hold on the answer first (a trial, an Idempotency-Key) has it committed, or undone, at the end of the request.
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
from app.trail import epochs, trail

_CHANGE = "change"
"""In `Session.info`: what ends the change, once its answer is written."""


def commit(session: Session) -> None:
    """The answer is written: commit, if nobody has a hold on it. Raises what the database raises."""
    change: Change | None = session.info.pop(_CHANGE, None)
    if change is not None:
        change.finish(None)


def undo(session: Session, error: BaseException) -> None:
    """The route refused: roll back, if nobody has a hold on the answer."""
    change: Change | None = session.info.pop(_CHANGE, None)
    if change is not None:
        change.finish(error)


class Change:
    """The transaction of one request, which begins when somebody says so."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._session: Session | None = None
        self._open: ExitStack | None = None

    def begin(self) -> Session:
        """In a thread: hold the revision, find the caller, if nobody has done it yet. Raises NotSignedIn."""
        if self._session is not None:
            return self._session
        request = self._request
        with ExitStack() as begun:
            session = begun.enter_context(_transaction(request))
            if hasattr(request.state, "writer"):
                request.state.caller = callers.find(request, session)
            self._open = begun.pop_all()
        if not dry_run.is_asked(request) and "idempotency-key" not in request.headers:
            session.info[_CHANGE] = self
        self._session = session
        return session

    def finish(self, error: BaseException | None) -> None:
        """In a thread: commit, or roll back because of the error, if it is still open."""
        if self._open is not None:
            ending, self._open = self._open, None
            ending.__exit__(type(error) if error else None, error, error.__traceback__ if error else None)

    async def end(self, error: BaseException | None) -> None:
        """The same, unless the route's own thread has done it. Whoever ends a change has a thread at once, and ends it
        even when the client has gone."""
        if self._open is not None:
            with CancelScope(shield=True):
                await anyio.to_thread.run_sync(self.finish, error, limiter=CapacityLimiter(1))


@asynccontextmanager
async def changing(request: Request, *, later: bool) -> AsyncIterator[Session | Change]:
    """The session of a change, for a request whose turn it is. `later`: the change itself, which the route's own thread
    begins. Raises NotSignedIn."""
    change = Change(request)
    try:
        yield change if later else await run_in_threadpool(change.begin)
    except BaseException as error:
        await change.end(error)
        raise
    await change.end(None)


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
        request.state.revision = sent_before or trail.recorded_revision(session) or before
        committed = epochs.leaves(session, database.derived)
    committed()
