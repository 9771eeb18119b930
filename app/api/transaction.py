"""The session of a request: one that reads, or the transaction of a change.

A reading session sees one consistent state. A change runs in one transaction that locks the revision from its start, so
what the guard saw is still true when the change is written. It is committed before the answer is sent.

A request that waits holds neither thread nor connection: otherwise all threads could wait for connections, and
everything would stop. Readers wait for a slot (`admission.reader_slots`), writers for their turn (`admission.writers`).
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from typing import Annotated, TypeVar

from anyio import CancelScope, CapacityLimiter, to_thread
from fastapi import Depends, Request
from fastapi.concurrency import run_in_threadpool
from sqlalchemy.orm import Session

from app.api import dry_run
from app.api.admission.writers import turn
from app.api.app_state import database_of, settings_of
from app.audit.trail import epochs, trail

T = TypeVar("T")


async def reading(request: Request) -> AsyncIterator[Session]:
    """A dependency: the session of a route that reads. Raises Busy."""
    manager = database_of(request).reading()
    # Entered on the event loop: the session connects on first use, in the route's thread.
    async with request.app.state.reader_slots, _exiting_in_own_thread(manager, manager.__enter__()) as session:
        yield session


async def changing(request: Request) -> AsyncIterator[Session]:
    """A dependency: the session of a route that changes something. Raises Busy."""
    manager = _transaction(request)
    # Entered in a thread: it waits for the revision's lock.
    async with turn(request), _exiting_in_own_thread(manager, await run_in_threadpool(manager.__enter__)) as session:
        yield session


# scope="function" commits before the answer is sent. By default a failed commit would be answered with 200.
Reading = Annotated[Session, Depends(reading, scope="function")]
Changing = Annotated[Session, Depends(changing, scope="function")]


@asynccontextmanager
async def _exiting_in_own_thread(manager: AbstractContextManager[T], value: T) -> AsyncIterator[T]:
    """Exit a context manager that was entered, with this value: even when the client has disconnected, and never in one
    of the framework's threads, which may all wait for what it holds."""
    try:
        yield value
    except BaseException as error:
        await _exit(manager, error)
        raise
    await _exit(manager, None)


async def _exit(manager: AbstractContextManager[object], error: BaseException | None) -> None:
    arguments = (type(error), error, error.__traceback__) if error else (None, None, None)
    with CancelScope(shield=True):
        await to_thread.run_sync(manager.__exit__, *arguments, limiter=CapacityLimiter(1))


@contextmanager
def _transaction(request: Request) -> Iterator[Session]:
    database, request_state = database_of(request), request.state
    with database.writing(settings_of(request).change_seconds) as session:
        # For dry_run and idempotency, which read the open transaction when the answer is made (app.api.routing).
        request_state.session = session
        request_state.revision_before = epochs.begin_change(session, database.derived).revision
        yield session
        session.flush()
        if dry_run.is_asked(request):
            session.rollback()
            return
        replayed_revision: int | None = getattr(request_state, "replayed_revision", None)
        request_state.revision = replayed_revision or trail.recorded_revision(session) or request_state.revision_before
