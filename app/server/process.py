"""What a process of the center does beside answering, and one of several processes (`usercenter run --workers N`)."""

import ctypes
import gc
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

from fastapi import FastAPI
from sqlalchemy import event
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.platform import telemetry
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.settings import Settings
from app.platform.shared_clock import SharedClock, instance_of
from app.platform.telemetry import logger
from app.platform.tracing.exporting import exporting
from app.resources import jobs
from app.server.http_server import HttpServer
from app.server.main import create_app
from app.server.process_notices import CHANGE, JOBS, ProcessNotices

_log = logger(__name__)
_EXCHANGE_SECONDS = 5
_OBJECTS = 10_000
"""New objects before the garbage collector runs. One page of a list makes some thousand, which are freed together."""
_MALLOC = {-1: 1 << 20, -3: 1 << 19, -8: 2}
"""M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX of mallopt(3)."""


def serve_as_worker(settings: Settings, directory: Path, listening: socket.socket, beating: Connection) -> None:
    """One of several processes that answer on the socket, until SIGTERM. `directory`: where they leave each other
    notices and metrics; `beating`: where it says that it lives."""
    return_memory()
    signal.signal(signal.SIGTERM, _end)
    telemetry.configure_logging()
    telemetry.reserve(directory)
    database = Database(settings.database_url)
    application = create_app(settings, database)
    notices = ProcessNotices(directory)
    notices.listen({CHANGE: application.state.feed.wake})
    trail.on_commit(database._write, lambda _: notices.send(CHANGE))
    event.listen(Session, "after_commit", partial(_send_jobs, notices))
    server = HttpServer(application, proxies=settings.proxies(), beat=lambda: _beat(server, beating))
    settle_objects()
    shared_clock = SharedClock(database, instance_of(settings.port))
    with exporting(settings, database.engine, (), application.version), exchanging(application, shared_clock):
        server.run(sockets=[listening])


def _end(*_: object) -> None:
    """uvicorn shuts down cleanly, then raises the signal again."""
    raise SystemExit(0)


async def _beat(server: HttpServer, beating: Connection) -> None:
    """The first one says that it is ready. When nobody can read them the process that starts and ends the others was
    killed: alone they would go on without jobs, and keep the port."""
    os.set_blocking(beating.fileno(), False)
    try:
        os.write(beating.fileno(), b".")
    except BlockingIOError:
        _log.info("the process that looks after this one is busy")
    except BrokenPipeError:
        server.should_exit = True


def _send_jobs(notices: ProcessNotices, session: Session) -> None:
    if jobs.were_added(session):
        notices.send(JOBS)


def return_memory() -> None:
    """Let glibc give freed memory back to the system. Else each of its arenas keeps the 19 MB that a password's hash
    takes, and what snapshots took. Other C libraries are left as they are."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", lambda *_: None)
    for parameter, value in _MALLOC.items():
        mallopt(parameter, value)


def settle_objects() -> None:
    """The objects that exist now stay, so the collector need not look at them while requests are answered."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(_OBJECTS)


def exchanging(application: FastAPI, shared_clock: SharedClock) -> AbstractContextManager[None]:
    """What each process that answers does regularly."""
    state = application.state
    works = state.rates.exchange, state.last_uses.write, state.public_fetches.write, shared_clock.look_if_due
    return regularly(*works, due=state.rates.exchange_due)


@contextmanager
def regularly(*works: Callable[[int], None], due: threading.Event | None = None) -> Iterator[None]:
    """During the block call these every few seconds with the time (epoch ms), and when `due` is set. They write
    together what is kept in memory, and learn what other processes did."""
    ended, wake = threading.Event(), due or threading.Event()

    def run() -> None:
        while not ended.is_set():
            wake.wait(_EXCHANGE_SECONDS)
            for work in works:
                _try(work)

    thread = threading.Thread(target=run, name="exchange", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        wake.set()
        thread.join(_EXCHANGE_SECONDS)


def _try(work: Callable[[int], None]) -> None:
    try:
        work(now_ms())
    except Exception:
        # The database is away: once more after the pause.
        _log.exception("what is kept in memory could not be written")
