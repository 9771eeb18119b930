"""The real center as a process with its own SQLite file and port, which tests can kill and restart."""

import os
import re
import secrets
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from tests.end_to_end.ports import end, free_ports
from tests.end_to_end.waiting import wait_until

_ONE_TIME_SECRET = re.compile(r"First administrator: (\S+)\s+one-time secret \(shown only now\): (\S+)")
_TOP = Path(__file__).parents[3]
QUICK_HASHES = {"PUC_ARGON2_MEMORY_KIB": "8192", "PUC_ARGON2_ROUNDS": "1"}
"""Cheap password hashes, for tests that make many accounts."""


def begin(
    environment: dict[str, str],
    log: Path,
    directory: Path = _TOP,
    within: Sequence[str] = (),
    options: Sequence[str] = (),
) -> "subprocess.Popen[bytes]":
    """Start `usercenter run` in a process session of its own; `log` gets its output. Does not wait until it is ready.
    `within`: a command that becomes it.

    All tests and benchmarks that start the service as a process use this.
    """
    with log.open("ab") as output:
        return subprocess.Popen(
            [*within, sys.executable, "-m", "app", "run", *options],
            cwd=directory, env=environment, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
        )  # fmt: skip


def inherited_environment() -> dict[str, str]:
    """The environment without PUC settings of the caller."""
    return {key: value for key, value in os.environ.items() if not key.startswith("PUC_")}


def first_administrator(printed: str) -> tuple[str, str]:
    """Name and one-time secret, as a center prints them at its first start. Raises LookupError."""
    found = _ONE_TIME_SECRET.search(printed)
    if not found:
        raise LookupError(f"no first administrator in {printed[-500:]}")
    return found[1], found[2]


class CenterProcess:
    """`usercenter run` on a free port, with all its files below `directory`; `settings` override the defaults.

    `program`: the checkout that it runs; this one unless a test sets another."""

    def __init__(self, directory: Path, **settings: str) -> None:
        self.directory = directory
        self.port = free_ports(1)[0]
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = directory / "center.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.settings = settings
        self.program = _TOP
        self.within: Sequence[str] = ()
        self.options: Sequence[str] = ()
        self._secret_key = secrets.token_urlsafe(48)
        directory.mkdir(parents=True, exist_ok=True)

    def start(self) -> float:
        """Start, and wait until it is ready; returns the milliseconds."""
        self.begin()
        return self.wait()

    def begin(self) -> None:
        """Start without waiting."""
        self.process = begin(self.environment(), self.log, self.program, self.within, self.options)

    def wait(self) -> float:
        """Wait until it is ready; returns the milliseconds."""
        return wait_until(f"center on {self.url}, see {self.log}", self._ready, seconds=60)

    def kill(self) -> None:
        """SIGKILL: it gets no chance to tidy up."""
        self.stop(signal.SIGKILL)

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """End it, if it runs; data stays."""
        if self.process:
            end(self.process, sign)
            self.process = None

    def first_administrator(self) -> tuple[str, str]:
        """Name and one-time secret, as printed at the first start."""
        return first_administrator(self.log.read_text())

    def command(self, *arguments: str | Path) -> str:
        """Carry out `python -m app …` on the same data; answers what it printed."""
        done = subprocess.run(
            [sys.executable, "-m", "app", *map(str, arguments)],
            cwd=self.program, env=self.environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"python -m app {arguments[0]}: {done.stderr[-2000:]}")
        return done.stdout

    def environment(self) -> dict[str, str]:
        """The environment of the process, without PUC settings of the caller."""
        return {
            **inherited_environment(),
            "PUC_ENVIRONMENT": "development",
            "PUC_PORT": str(self.port),
            "PUC_ISSUER": self.url,
            "PUC_DATABASE_URL": f"sqlite:///{self.directory / 'center.db'}",
            "PUC_SECRET_KEY": self._secret_key,
            "PUC_HEARTBEAT_SECONDS": "2",
            "PUC_NOTICE_DAYS": "0",  # no notice period in tests
            **self.settings,
        }

    def _ready(self) -> bool:
        if self.process and self.process.poll() is not None:
            raise RuntimeError(f"the center ended while starting:\n{self.log.read_text()[-3000:]}")
        try:
            with urllib.request.urlopen(f"{self.url}/health/ready", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            return False
