"""The session of a request: one that reads, or the transaction of a change.

A reading session sees one consistent state. A change runs in one transaction that locks the revision from its start, so
what the guard saw is still true when the change is written. It is committed before the answer is sent.

No request waits in a thread or with a connection: with more such requests than connections all threads would wait for
connections, and everything would stop. Readers wait for a place, writers for their turn, both in the event loop.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from typing import Annotated, TypeVar

import anyio.to_thread
from anyio import CancelScope, CapacityLimiter
from fastapi import Depends, Request
from fastapi.concurrency import run_in_threadpool
from sqlalchemy.orm import Session

from app.api import dry_run
from app.api.admission.turns import turn
from app.api.app_state import database_of, settings_of
from app.audit.trail import epochs, trail

T = TypeVar("T")


async def reading(request: Request) -> AsyncIterator[Session]:
    """A dependency: the session of a route that reads. It connects on first use, so it is made without a thread. Raises
    Busy."""
    block = database_of(request).reading()
    async with request.app.state.places, _left_in_thread(block, block.__enter__()) as session:
        yield session


async def changing(request: Request) -> AsyncIterator[Session]:
    """A dependency: the session of a route that changes something. Raises Busy."""
    block = _transaction(request)
    async with turn(request), _left_in_thread(block, await run_in_threadpool(block.__enter__)) as session:
        yield session


# scope="function" commits before the answer is sent. By default a failed commit would be answered with 200.
Reading = Annotated[Session, Depends(reading, scope="function")]
Changing = Annotated[Session, Depends(changing, scope="function")]


@asynccontextmanager
async def _left_in_thread(block: AbstractContextManager[T], entered: T) -> AsyncIterator[T]:
    """Leave a block that was entered in a thread: even when the client has disconnected, and then, too, without waiting
    for one of the framework's threads, which may all wait for what the block holds."""
    try:
        yield entered
    except BaseException as error:
        await _leave(block, error)
        raise
    await _leave(block, None)


async def _leave(block: AbstractContextManager[object], error: BaseException | None) -> None:
    arguments = (type(error), error, error.__traceback__) if error else (None, None, None)
    with CancelScope(shield=True):
        await anyio.to_thread.run_sync(block.__exit__, *arguments, limiter=CapacityLimiter(1))


@contextmanager
def _transaction(request: Request) -> Iterator[Session]:
    database, state = database_of(request), request.state
    with database.writing(settings_of(request).change_seconds) as session:
        # The route's class (app.api.change_route) needs the open transaction when the answer is made.
        state.session, state.revision_before = session, epochs.begin_change(session, database.derived).revision
        yield session
        session.flush()
        if dry_run.is_asked(request):
            session.rollback()
            return
        sent_before: int | None = getattr(state, "answered_revision", None)
        state.revision = sent_before or trail.recorded_revision(session) or state.revision_before
        committed = epochs.end_change(session, database.derived)
    committed()
