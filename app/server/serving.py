"""Starts and ends the service: migrates the database, creates the first administrator, listens on one port."""

import contextlib
import errno
import os
import resource
import socket
import tempfile
from functools import partial
from pathlib import Path

from cryptography.exceptions import InvalidTag
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
from app.platform.version import VERSION
from app.server import baseline, process, state_metrics
from app.server.http_server import HttpProcesses, HttpServer, listen
from app.server.main import create_app
from app.server.process_notices import CHANGE, JOBS, ProcessNotices
from app.server.worker import Worker
from app.tokens import applications, key_encryption, key_life

_log = telemetry.logger(__name__)
FIRST_ADMINISTRATOR = "admin"


def open_many_files() -> None:
    """Let this process open as many files as the system allows it: each connection is one, and 1,024 are usual."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):  # some systems call it unlimited and have a limit
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def run(settings: Settings, workers: int = 1) -> int:
    """Serve until interrupted, with so many processes. Prints the address last, when it answers.
    Exit status 0, or 2 when refused."""
    open_many_files()
    telemetry.configure_logging()
    for name, mend in checked_settings.unknown(os.environ):
        _log.warning(f"{name} is no setting of the center: it has no effect", mend=mend)
    if workers > 1 and settings.database_url.startswith("sqlite"):
        raise UnsafeStartError(
            "--workers needs PostgreSQL or MariaDB (PUC_DATABASE_URL): SQLite lets one process write at a time."
        )
    listening = _listen(settings)
    migration.migrate(settings)
    database = Database(settings.database_url)
    shared_clock = SharedClock(database, instance_of(settings.port))
    shared_clock.look()
    _prepare(database, settings)
    if not console_files.are_built(settings.console_directory):
        _log.warning("the console is not there: / answers 404", directory=str(settings.console_directory.absolute()))
    # uvicorn shuts down cleanly, then raises the interrupt again.
    with contextlib.suppress(KeyboardInterrupt):
        if workers > 1:
            _serve_by_several(settings, database, listening, workers)
        else:
            _serve(settings, database, listening, shared_clock)
    database.close()
    return 0


def _serve(settings: Settings, database: Database, listening: socket.socket, shared_clock: SharedClock) -> None:
    application = create_app(settings, database)
    server = HttpServer(application, proxies=settings.proxies(), ready=lambda: _say_address(settings))
    process.settle_objects()
    with (
        exporting(settings, database.engine, application.state.metrics.registries, application.version),
        process.exchanging(application, shared_clock),
        Worker(database, settings),
    ):
        server.run(sockets=[listening])


def _serve_by_several(settings: Settings, database: Database, listening: socket.socket, number: int) -> None:
    """Others answer; this process keeps them alive and does the jobs."""
    own = settings.model_copy(update={"password_slots": max(1, settings.password_slots // number)})
    with tempfile.TemporaryDirectory(prefix="puc-") as directory:
        os.environ[telemetry.PROCESSES_DIRECTORY] = directory
        make = partial(process.one_of_several, own, Path(directory))
        notices, worker = ProcessNotices(Path(directory)), Worker(database, settings)
        notices.listen({JOBS: worker.wake})
        trail.on_commit(database._write, lambda _: notices.send(CHANGE))
        registries = telemetry.of_processes(directory), state_metrics.registry(lambda: database, lambda: settings)
        with exporting(settings, database.engine, registries, VERSION), worker:
            HttpProcesses(make, number, listening, lambda: _say_address(settings), Path(directory)).run()


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
