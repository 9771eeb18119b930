"""One process of the Pulsar distribution, with its configuration, data and log in a directory of its own."""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from tests.end_to_end.ports import end
from tests.end_to_end.pulsar import quick_start
from tests.end_to_end.pulsar.distribution import pulsar_home
from tests.end_to_end.waiting import wait_until

Command = Literal["standalone", "broker", "proxy", "websocket", "bookie", "zookeeper"]
_CONFIGURATION: dict[Command, tuple[str, str]] = {
    "standalone": ("standalone.conf", "PULSAR_STANDALONE_CONF"),
    "broker": ("broker.conf", "PULSAR_BROKER_CONF"),
    "proxy": ("proxy.conf", "PULSAR_PROXY_CONF"),
    "websocket": ("websocket.conf", "PULSAR_WEBSOCKET_CONF"),
    "bookie": ("bookkeeper.conf", "PULSAR_BOOKKEEPER_CONF"),
    "zookeeper": ("zookeeper.conf", "PULSAR_ZK_CONF"),
}
_START_SECONDS = 900


class StartRefused(Exception):
    """The process ended by itself while starting; the message is the end of its log."""


class PulsarProcess:
    """`bin/pulsar <command>` on the stock configuration file with `settings` in place of the stock ones.

    The distribution is shared and never written to: jars come through the class path. `as_delivered` leaves collector
    and compilers to the distribution's own scripts, for measurements.
    """

    def __init__(self, directory: Path, command: Command, heap: int = 128, direct: int = 64) -> None:
        self.directory = directory
        self.command = command
        self.settings: dict[str, str] = {}
        self.environment: dict[str, str] = {}
        self.jars: list[Path] = []
        self.java_flags: list[str] = []
        self.as_delivered = False
        self._stock, self._variable = _CONFIGURATION[command]
        self.conf = directory / self._stock
        self.log = directory / f"{command}.log"
        self.process: subprocess.Popen[bytes] | None = None
        self._memory = f"-Xms{heap // 3}m -Xmx{heap}m -XX:MaxDirectMemorySize={direct}m"
        self._read_from = 0
        directory.mkdir(parents=True, exist_ok=True)

    def start(self) -> None:
        """Start, and wait until it serves. Raises StartRefused if it ends instead."""
        self.launch()
        self.wait()

    def launch(self) -> None:
        """Start it; does not wait until it is ready."""
        self._read_from = len(self.log_text())
        self._write_conf()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self._program(), *self._arguments()],
                cwd=self.directory, env=self.variables(), start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
            )  # fmt: skip

    def wait(self) -> float:
        """Wait until it serves; returns the milliseconds. Raises StartRefused if it ends instead."""

        def serves() -> bool:
            self.must_run()
            return self._serves()

        return wait_until(f"{self.command}, see {self.log}", serves, _START_SECONDS, pause=0.1)

    def stop(self, sign: signal.Signals = signal.SIGTERM, seconds: float = 30) -> None:
        """Stop it, if it runs; kill it if it has not ended after so many seconds. Data stays."""
        if self.process:
            end(self.process, sign, seconds)
            self.process = None

    def restart(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """Stop and start on the same data and ports, with the settings as they are now."""
        self.stop(sign)
        self.start()

    @property
    def pid(self) -> int:
        """Process id of the JVM, which replaces bin/pulsar."""
        assert self.process, f"{self.command} in {self.directory} is not running"
        return self.process.pid

    def runs(self) -> bool:
        """Whether it was started and has not ended."""
        return self.process is not None and self.process.poll() is None

    def must_run(self) -> None:
        """Raises StartRefused with the end of its log when it has ended by itself."""
        if not self.runs():
            raise StartRefused(f"{self.command} ended:\n{self.log_text()[-4000:]}")

    def send(self, sign: signal.Signals) -> None:
        """SIGSTOP hangs it, SIGCONT lets it go on."""
        os.killpg(self.pid, sign)

    def log_text(self) -> str:
        """Everything it logged so far."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def said_since_start(self, text: str, after: int = 0) -> bool:
        """Whether the log has the text since the newest start. `after`: only after so many characters of the log."""
        return text in self.log_text()[max(self._read_from, after) :]

    def variables(self) -> Mapping[str, str]:
        """Its environment variables."""
        own = {
            self._variable: str(self.conf),
            "PULSAR_MEM": self._memory,
            "BOOKIE_MEM": self._memory,
            "PULSAR_LOG_DIR": str(self.directory / "logs"),
            "PULSAR_LOG_APPENDER": "Console",
            "PULSAR_LOG_IMMEDIATE_FLUSH": "true",
            "PULSAR_EXTRA_CLASSPATH": ":".join(map(str, self.jars)),
        }
        quick = {} if self.as_delivered else quick_start.variables(*self.java_flags)
        return {**os.environ, **own, **quick, **self.environment}

    def _program(self) -> Sequence[str | Path]:
        return [pulsar_home() / "bin" / "pulsar", self.command]

    def _arguments(self) -> Sequence[str]:
        return ()

    def _own_settings(self) -> Mapping[str, str]:
        """Settings that every process of this kind needs here; `settings` override them."""
        return {}

    def _serves(self) -> bool:
        raise NotImplementedError

    def _write_conf(self) -> None:
        # Replaces keys instead of appending: of two equal keys, a broker takes the last one and a bookie the first one.
        own = {**self._own_settings(), **self.settings}
        stock = (pulsar_home() / "conf" / self._stock).read_text().splitlines()
        lines = [line for line in stock if line.split("=", 1)[0].strip() not in own]
        self.conf.write_text("\n".join([*lines, *(f"{key}={value}" for key, value in own.items()), ""]))
