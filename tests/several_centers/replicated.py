"""A PostgreSQL server with a replica that follows it asynchronously, and what happens to them."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from tests.end_to_end.ports import free_ports

_PATIENCE_SECONDS = 60
_USER = ("setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups") if os.geteuid() == 0 else ()
"""PostgreSQL does not run as root."""
_FAST = ("-c", "fsync=off", "-c", "full_page_writes=off", "-c", "max_connections=200")


class Server:
    """One PostgreSQL with its data below `directory`."""

    def __init__(self, directory: Path) -> None:
        self._directory, self.port = directory, free_ports(1)[0]
        self.process: subprocess.Popen[bytes] | None = None

    def create(self) -> None:
        """A new, empty one."""
        _run("initdb", "-D", self._data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")

    def copy(self, other: "Server") -> None:
        """A replica of another one, which runs."""
        _run("pg_basebackup", "-h", "127.0.0.1", "-p", str(other.port), "-U", "postgres", "-D", self._data, "-R",
             "-X", "stream", "-c", "fast", "--no-sync")  # fmt: skip

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [_program("postgres"), "-D", self._data, "-p", str(self.port), "-k", str(self._directory)]
        with (self._directory / f"{self.port}.log").open("ab") as log:
            self.process = subprocess.Popen(
                [*_USER, *command, "-c", "listen_addresses=127.0.0.1", *_FAST],
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
        _until(lambda: self.ask("SELECT 1") == 1, f"PostgreSQL on port {self.port}")

    def ask(self, statement: str) -> object:
        """The first value of the answer; None while it does not answer, or without one."""
        engine = create_engine(self._url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
        try:
            with engine.connect() as connection:
                answer = connection.execute(text(statement))
                return answer.scalar() if answer.returns_rows else None
        except Exception:
            return None

    def kill(self) -> None:
        """All its processes end at once, with whatever they had not sent."""
        if self.process:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    @property
    def _data(self) -> str:
        return str(self._directory / f"data-{self.port}")

    @property
    def _url(self) -> str:
        return f"postgresql+psycopg://postgres@127.0.0.1:{self.port}/postgres"


class Replicated:
    """Used in a `with` block: a primary, and a replica that has all of it."""

    def __init__(self, directory: Path) -> None:
        directory.chmod(0o777)
        self.primary, self.replica = Server(directory), Server(directory)

    @property
    def url(self) -> str:
        """Whichever of both takes changes, as libpq finds it."""
        hosts = "&".join(f"host=127.0.0.1:{server.port}" for server in (self.primary, self.replica))
        return f"postgresql+psycopg://postgres@/puc?{hosts}&target_session_attrs=read-write"

    def __enter__(self) -> "Replicated":
        self.primary.create()
        self.primary.start()
        self.primary.ask("CREATE DATABASE puc")
        self.replica.copy(self.primary)
        self.replica.start()
        self.until_same()
        return self

    def __exit__(self, *_: object) -> None:
        self.primary.kill()
        self.replica.kill()

    def until_same(self) -> None:
        """Wait until the replica has what the primary has now."""
        behind = self.primary.ask("SELECT pg_current_wal_lsn()")
        ask = f"SELECT pg_last_wal_replay_lsn() >= '{behind}'"
        _until(lambda: self.replica.ask(ask) is True, "the replica")

    def cut(self) -> None:
        """The replica hears nothing more. The primary does not notice."""
        self.replica.ask("ALTER SYSTEM SET primary_conninfo = ''")
        self.replica.ask("SELECT pg_reload_conf()")
        _until(lambda: self.replica.ask("SELECT count(*) FROM pg_stat_wal_receiver") == 0, "the cut")

    def fail_over(self) -> None:
        """The primary is lost, and the replica takes its place."""
        self.primary.kill()
        self.replica.ask("SELECT pg_promote()")
        _until(lambda: self.replica.ask("SELECT pg_is_in_recovery()") is False, "the new primary")


def _run(name: str, *arguments: str) -> None:
    done = subprocess.run([*_USER, _program(name), *arguments], cwd="/", capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def _program(name: str) -> str:
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(found[-1]) if found else name


def _until(true: Callable[[], bool], what: str) -> None:
    latest = time.monotonic() + _PATIENCE_SECONDS
    while not true():
        assert time.monotonic() < latest, f"{what} took more than {_PATIENCE_SECONDS} s"
        time.sleep(0.1)
