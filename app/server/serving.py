"""Starts and ends the service: migrates the database, creates the first administrator, listens on one port."""

import contextlib
import errno
import os
import resource
import socket
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from cryptography.exceptions import InvalidTag
from prometheus_client.multiprocess import mark_process_dead
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
from app.server.http_server import HttpServer, listen
from app.server.main import create_app
from app.server.process_notices import CHANGE, JOBS, ProcessNotices
from app.server.supervisor import Supervisor
from app.server.worker import Worker
from app.tokens import applications, key_encryption, key_life

_log = telemetry.logger(__name__)
FIRST_ADMINISTRATOR = "admin"
_BACKLOG = 2048
"""As many as uvicorn lets wait to be accepted."""


def open_many_files() -> None:
    """Let this process open as many files as the system allows it: each connection is one, and 1,024 are usual."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):  # some systems call it unlimited and have a limit
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def run(settings: Settings, workers: int = 1) -> int:
    """Serve until interrupted, with so many processes. Prints the address last, when it answers.
    Exit status 0, 1 when no worker can be kept alive, or 2 when refused."""
    open_many_files()
    process.return_memory()
    telemetry.configure_logging()
    for name, mend in checked_settings.unknown(os.environ):
        _log.warning(f"{name} is no setting of the center: it has no effect", mend=mend)
    if workers > 1 and settings.database_url.startswith("sqlite"):
        raise UnsafeStartError(
            "--workers needs PostgreSQL or MariaDB (PUC_DATABASE_URL): SQLite lets one process write at a time."
        )
    with _port(settings):
        listening = listen(settings.host, settings.port)
    migration.migrate(settings)
    database = Database(settings.database_url)
    shared_clock = SharedClock(database, instance_of(settings.port))
    shared_clock.look()
    _prepare(database, settings)
    if not console_files.are_built(settings.console_directory):
        _log.warning("the console is not there: / answers 404", directory=str(settings.console_directory.absolute()))
    serve = partial(_serve_by_workers, workers=workers) if workers > 1 else _serve
    status = 0
    # uvicorn shuts down cleanly, then raises the interrupt again.
    with contextlib.suppress(KeyboardInterrupt):
        status = serve(settings, database, listening, shared_clock)
    database.close()
    return status


def _serve(settings: Settings, database: Database, listening: socket.socket, shared_clock: SharedClock) -> int:
    application = create_app(settings, database)
    server = HttpServer(application, proxies=settings.proxies(), ready=lambda: _say_address(settings))
    process.settle_objects()
    with (
        exporting(settings, database.engine, application.state.metrics.registries, application.version),
        process.exchanging(application, shared_clock),
        Worker(database, settings),
    ):
        server.run(sockets=[listening])
    return 0


def _serve_by_workers(
    settings: Settings, database: Database, listening: socket.socket, shared_clock: SharedClock, workers: int
) -> int:
    """Others answer; this process keeps them alive and does the jobs."""
    own = settings.model_copy(update={"password_slots": max(1, settings.password_slots // workers)})
    with _port(settings):
        listening.listen(_BACKLOG)
    with _shared_directory() as (directory, notices):
        worker = Worker(database, settings)
        notices.listen({JOBS: worker.wake})
        trail.on_commit(database._write, lambda _: notices.send(CHANGE))
        registries = (
            telemetry.of_processes(str(directory)),
            state_metrics.registry(lambda: database, lambda: settings),
        )
        supervisor = Supervisor(
            partial(process.serve_as_worker, own, directory),
            workers,
            listening,
            ready=lambda: _say_address(settings),
            ended=lambda pid: mark_process_dead(pid, str(directory)),  # type: ignore[no-untyped-call]
        )
        process.settle_objects()
        with (
            exporting(settings, database.engine, registries, VERSION),
            process.regularly(shared_clock.look_if_due),
            worker,
        ):
            return supervisor.run()


@contextlib.contextmanager
def _shared_directory() -> Iterator[tuple[Path, ProcessNotices]]:
    """Where workers leave each other notices and metrics, and the notices of this process."""
    with contextlib.ExitStack() as ending:
        try:
            directory = ending.enter_context(tempfile.TemporaryDirectory(prefix="puc-"))
            notices = ProcessNotices(Path(directory))
        except OSError as error:
            raise UnsafeStartError(
                f"--workers needs a directory for temporary files with a short name, to write to (TMPDIR): {error}"
            ) from error
        os.environ[telemetry.PROCESSES_DIRECTORY] = directory
        yield Path(directory), notices


def _say_address(settings: Settings) -> None:
    with contextlib.suppress(OSError):  # nobody reads it, or the disk is full
        print(f"Pulsar User Center: {settings.issuer}", flush=True)


@contextlib.contextmanager
def _port(settings: Settings) -> Iterator[None]:
    """Says what is wrong with the port when it cannot be used."""
    try:
        yield
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
