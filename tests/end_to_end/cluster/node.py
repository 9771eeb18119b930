"""One process of the Pulsar distribution, with its configuration, data and log in a directory of its own."""

import os
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.end_to_end.distribution import pulsar_home
from tests.end_to_end.ports import end

_SMALL = "-Xms64m -Xmx{heap}m -XX:MaxDirectMemorySize={direct}m"
# What a machine with two cores and four JVMs starts fastest: no parallel collector, no second compiler.
_QUICK_START = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"


class Node:
    """`bin/pulsar <command>` on the stock configuration file with `settings` in place of the stock ones. The
    distribution is shared and never written to."""

    def __init__(self, directory: Path, command: str, stock: str, heap: int = 128, direct: int = 64) -> None:
        self.directory = directory
        self.command = command
        self.settings: dict[str, str] = {}
        self.environment: dict[str, str] = {}
        self.conf = directory / Path(stock).name
        self.log = directory / f"{command}.log"
        self.process: subprocess.Popen[bytes] | None = None
        self._stock = stock
        self._memory = _SMALL.format(heap=heap, direct=direct)
        directory.mkdir(parents=True, exist_ok=True)

    def launch(self, *arguments: str) -> None:
        """Start it; does not wait until it is ready."""
        # Of two equal keys a broker takes the last one and a bookie the first one.
        stock = (pulsar_home() / "conf" / self._stock).read_text().splitlines()
        kept = [line for line in stock if line.split("=", 1)[0].strip() not in self.settings]
        self.conf.write_text("\n".join([*kept, *(f"{key}={value}" for key, value in self.settings.items()), ""]))
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [pulsar_home() / "bin" / "pulsar", self.command, *arguments],
                cwd=self.directory, env=self.variables(), start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
            )  # fmt: skip

    @property
    def pid(self) -> int:
        """Of the JVM: bin/pulsar replaces itself by it."""
        assert self.process, f"{self.command} in {self.directory} is not running"
        return self.process.pid

    def runs(self) -> bool:
        """Whether it was started and has not ended."""
        return self.process is not None and self.process.poll() is None

    def must_run(self) -> None:
        """Raises RuntimeError with the end of its log when it has ended by itself."""
        if not self.runs():
            raise RuntimeError(f"{self.command} ended:\n{self.log_text()[-4000:]}")

    def send(self, sign: signal.Signals) -> None:
        """SIGSTOP hangs it, SIGCONT lets it go on."""
        os.killpg(self.pid, sign)

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """End it, if it runs; data stays."""
        if self.process:
            end(self.process, sign)
            self.process = None

    def log_text(self) -> str:
        """Everything it logged so far."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def variables(self) -> Mapping[str, str]:
        """The environment it is started in."""
        own = {
            "PULSAR_MEM": self._memory,
            "BOOKIE_MEM": self._memory,
            "PULSAR_GC": _QUICK_START,
            "BOOKIE_GC": _QUICK_START,
            "PULSAR_GC_LOG": " ",
            "BOOKIE_GC_LOG": " ",
            "PULSAR_LOG_DIR": str(self.directory / "logs"),
            "PULSAR_LOG_APPENDER": "Console",
            "PULSAR_LOG_IMMEDIATE_FLUSH": "true",
        }
        return {**os.environ, **own, **self.environment}
