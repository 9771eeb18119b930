"""What a process of the center does beside answering, and one of several processes (`usercenter run --workers N`)."""

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path

from fastapi import FastAPI
from sqlalchemy import event
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.settings import Settings
from app.platform.shared_clock import SharedClock, instance_of
from app.platform.telemetry import logger
from app.platform.tracing.exporting import exporting
from app.resources import jobs
from app.server.http_server import Application, believing
from app.server.main import create_app
from app.server.process_notices import CHANGE, JOBS, ProcessNotices

_log = logger(__name__)
_EXCHANGE_SECONDS = 5
_OBJECTS = 10_000
"""New objects before the garbage collector runs. One page of a list makes some thousand, which are freed together."""


def one_of_several(settings: Settings, directory: Path) -> Application:
    """The application of a process that others started, which ends with them."""
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    database = Database(settings.database_url)
    application = create_app(settings, database, partial(_lifespan, directory=directory))
    settle_objects()
    return believing(application, settings.proxies())


@asynccontextmanager
async def _lifespan(application: FastAPI, directory: Path) -> AsyncIterator[None]:
    state = application.state
    notices = ProcessNotices(directory)
    notices.listen({CHANGE: state.feed.wake})
    trail.on_commit(state.database._write, lambda _: notices.send(CHANGE))
    event.listen(Session, "after_commit", partial(_send_jobs, notices))
    with (
        exporting(state.settings, state.database.engine, (), application.version),
        exchanging(application, SharedClock(state.database, instance_of(state.settings.port))),
    ):
        yield
    state.database.close()


def _send_jobs(notices: ProcessNotices, session: Session) -> None:
    if jobs.were_added(session):
        notices.send(JOBS)


def _end_with_parent() -> None:
    """When the process that starts and ends the others was killed, they would go on without jobs, and keep the port."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def settle_objects() -> None:
    """The objects that exist now stay, so the collector need not look at them while requests are answered."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(_OBJECTS)


@contextmanager
def exchanging(application: FastAPI, shared_clock: SharedClock) -> Iterator[None]:
    """During the block write together, every few seconds, what is kept in memory, and learn what others did."""
    ended, due = threading.Event(), application.state.rates.exchange_due

    def run() -> None:
        while not ended.is_set():
            due.wait(_EXCHANGE_SECONDS)
            _exchange(application, shared_clock, now_ms())

    thread = threading.Thread(target=run, name="exchange", daemon=True)
    with ExitStack() as ending:
        thread.start()
        ending.callback(thread.join, _EXCHANGE_SECONDS)
        ending.callback(due.set)
        ending.callback(ended.set)
        yield


def _exchange(application: FastAPI, shared_clock: SharedClock, now: int) -> None:
    works: tuple[Callable[[int], None], ...] = (
        application.state.rates.exchange,
        application.state.last_uses.write,
        shared_clock.look_if_due,
    )
    for work in works:
        try:
            work(now)
        except Exception:
            # The database is away: once more after the pause.
            _log.exception("what is kept in memory could not be written")
