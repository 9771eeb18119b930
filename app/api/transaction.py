"""The transaction of a changing request: begun with the lock on the revision, committed before the answer.

Each step that uses the database needs a thread. For a caller known from memory one thread is enough: the route's own
begins the transaction, looks up the caller, and commits when the answer is serialised. Otherwise another thread begins
it. With a trial or an Idempotency-Key the transaction ends at the end of the request.
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
"""Key in `Session.info`: the `Change` to end when the answer is serialised."""


def commit(session: Session) -> None:
    """Commit when the answer is serialised, unless the request handles the answer first. Raises what the database
    raises."""
    change: Change | None = session.info.pop(_CHANGE, None)
    if change is not None:
        change.finish(None)


def undo(session: Session, error: BaseException) -> None:
    """Roll back when the route has raised, unless the request handles the answer first."""
    change: Change | None = session.info.pop(_CHANGE, None)
    if change is not None:
        change.finish(error)


class Change:
    """The transaction of one request. It begins with `begin`."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._session: Session | None = None
        self._open: ExitStack | None = None

    def begin(self) -> Session:
        """Lock the revision and find the caller, if not done yet. Runs in a thread. Raises NotSignedIn."""
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
        """Commit, or roll back because of the error, if the transaction is open. Runs in a thread."""
        if self._open is not None:
            ending, self._open = self._open, None
            ending.__exit__(type(error) if error else None, error, error.__traceback__ if error else None)

    async def end(self, error: BaseException | None) -> None:
        """Like `finish`, unless the route's own thread has done it. It gets a thread at once, and runs even when the
        client has disconnected."""
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
        # The route's handler (app.api.changing) needs the open transaction when the answer is made.
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
