"""Starts and ends the service: migrates the database, creates the first administrator, listens on one port."""

import contextlib
import errno
import gc
import os
import resource
import socket
from collections.abc import Callable

from cryptography.exceptions import InvalidTag
from fastapi import FastAPI
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.identity.accounts.recovery import create_administrator
from app.identity.models import User
from app.platform import checked_settings, console_files, migration, telemetry
from app.platform.checked_settings import UnsafeStartError
from app.platform.database import Database
from app.platform.settings import Settings
from app.platform.shared_clock import SharedClock, instance_of
from app.platform.tracing.exporting import exporting
from app.server import baseline
from app.server.http_server import HttpServer, listen
from app.server.main import create_app
from app.server.worker import Worker
from app.tokens import applications, key_encryption, key_life

_log = telemetry.logger(__name__)
FIRST_ADMINISTRATOR = "admin"
_OBJECTS = 10_000
"""New objects before the garbage collector runs. One page of a list makes some thousand, which are freed together."""


def open_many_files() -> None:
    """Let this process open as many files as the system allows it: each connection is one, and 1,024 are usual."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):  # some systems call it unlimited and have a limit
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def run(settings: Settings) -> int:
    """Serve until interrupted. Prints the address last, when it answers. Exit status 0, or 2 when refused."""
    open_many_files()
    telemetry.configure_logging()
    for name, mend in checked_settings.unknown(os.environ):
        _log.warning(f"{name} is no setting of the center: it has no effect", mend=mend)
    listening = _listen(settings)
    migration.migrate(settings)
    database = Database(settings.database_url)
    shared_clock = SharedClock(database, instance_of(settings.port))
    shared_clock.look()
    _prepare(database, settings)
    application = create_app(settings, database)
    server = HttpServer(application, proxies=settings.proxies(), ready=lambda: _say_address(settings))
    # The objects that exist now stay, so the collector need not look at them while requests are answered.
    gc.freeze()
    gc.enable()
    gc.set_threshold(_OBJECTS)
    registry = application.state.metrics.registry
    if not console_files.are_built(settings.console_directory):
        _log.warning("the console is not there: / answers 404", directory=str(settings.console_directory.absolute()))
    # uvicorn shuts down cleanly, then raises the interrupt again.
    with (
        exporting(settings, database.engine, registry, application.version),
        contextlib.suppress(KeyboardInterrupt),
        Worker(database, settings, every_poll=_flush_memory(application, shared_clock)),
    ):
        server.run(sockets=[listening])
    database.close()
    return 0


def _flush_memory(application: FastAPI, shared_clock: SharedClock) -> Callable[[int], None]:
    """A function for every few seconds: it writes together what is kept in memory."""

    def work(now: int) -> None:
        application.state.last_uses.write(now)
        application.state.rates.exchange(now)
        shared_clock.look_if_due(now)

    return work


def _say_address(settings: Settings) -> None:
    with contextlib.suppress(OSError):  # nobody reads it, or the disk is full
        print(f"Pulsar User Center: {settings.issuer}", flush=True)


def _listen(settings: Settings) -> socket.socket:
    try:
        return listen(settings.host, settings.port)
    except OSError as error:
        where = f"{settings.port} on {settings.host}"
        raise UnsafeStartError(
            f"Port {where} is taken: end the other program, or choose one with PUC_PORT=9000 (`make run`: PORT=9000)."
            if error.errno == errno.EADDRINUSE
            else f"The center can't listen on port {where} (PUC_PORT, PUC_HOST): {error.strerror}."
        ) from error


def _has_no_user(session: Session) -> bool:
    return session.scalars(select(User.id).limit(1)).first() is None


def _prepare(database: Database, settings: Settings) -> None:
    try:
        with trail.center_transaction(database) as session:
            key_life.ensure(session, settings)
            baseline.record_baseline(session)
            applications.ensure_command_line(session, settings)
            # In this transaction: of instances that start together one makes it.
            first = create_administrator(session, settings, FIRST_ADMINISTRATOR) if _has_no_user(session) else None
    except InvalidTag as error:
        raise UnsafeStartError(key_encryption.setting_to_blame(settings)) from error
    if first:
        print(f"First administrator: {FIRST_ADMINISTRATOR}   one-time secret (shown only now): {first}", flush=True)
