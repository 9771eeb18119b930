"""A real Pulsar standalone broker as a process: laid out in a directory of its own, started, restarted, ended."""

import os
import re
import signal
import subprocess
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from tests.end_to_end.distribution import pulsar_home
from tests.end_to_end.ports import end, free_ports, wait_until

_MEMORY = "-Xms256m -Xmx768m -XX:MaxDirectMemorySize=384m"
_START_SECONDS = 180


class StartRefused(Exception):
    """The broker ended by itself while starting; the message is the end of its log."""


class PulsarStandalone:
    """One broker with its data, log and access events below `directory`.

    The distribution is shared and never written to: the plugin's jar comes through the class path, and
    standalone.conf is a copy with `settings` appended (of two equal keys, the last one counts).
    """

    def __init__(
        self, directory: Path, settings: Mapping[str, str], jar: Path | None = None, functions: bool = False
    ) -> None:
        self.directory = directory
        self.functions = functions
        self.settings = dict(settings)
        self.jar = jar
        self.more_jars: list[Path] = []
        self.binary_port, self.http_port = free_ports(2)
        self.log = directory / "broker.log"
        self.conf = directory / "standalone.conf"
        self.process: subprocess.Popen[bytes] | None = None
        directory.mkdir(parents=True, exist_ok=True)

    @property
    def service_url(self) -> str:
        """Where clients connect."""
        return f"pulsar://127.0.0.1:{self.binary_port}"

    @property
    def admin_url(self) -> str:
        """Where the admin REST API answers."""
        return f"http://127.0.0.1:{self.http_port}"

    def start(self) -> None:
        """Start and wait for the health check. Raises StartRefused when the broker ends instead."""
        self._write_conf()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self._program(), *self._components(), *self._data_options()],
                cwd=self.directory, env=self._environment(), start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
            )  # fmt: skip
        wait_until(f"broker on {self.admin_url}, see {self.log}", self._answers, _START_SECONDS, pause=0.2)

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """End it, if it runs; data stays."""
        if self.process:
            end(self.process, sign)
            self.process = None

    def restart(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """Stop and start on the same data and ports."""
        self.stop(sign)
        self.start()

    @property
    def events_directory(self) -> Path:
        """Where the plugin writes its access events."""
        return self.directory / "logs" / "user-center-events"

    def log_text(self) -> str:
        """Everything it logged so far."""
        return self.log.read_text(errors="replace")

    def _program(self) -> list[str]:
        return [str(pulsar_home() / "bin" / "pulsar"), "standalone"]

    def _write_conf(self) -> None:
        # Never an editor's hand on conf/: the distribution's own defaults, then our lines.
        own = {
            "bindAddress": "127.0.0.1",
            "advertisedAddress": "127.0.0.1",
            "brokerServicePort": str(self.binary_port),
            "webServicePort": str(self.http_port),
            "webSocketServiceEnabled": "false",
            **self.settings,
        }
        stock = (pulsar_home() / "conf" / "standalone.conf").read_text()
        self.conf.write_text(stock + "\n" + "".join(f"{key}={value}\n" for key, value in own.items()))

    def _components(self) -> list[str]:
        if not self.functions:
            return ["-nfw", "-nss"]
        # What the functions worker downloads belongs to this broker; the distribution is shared.
        worker = self.directory / "functions_worker.yml"
        stock = (pulsar_home() / "conf" / "functions_worker.yml").read_text()
        own = f"downloadDirectory: {self.directory}/download"
        worker.write_text(re.sub("^downloadDirectory:.*", own, stock, flags=re.MULTILINE))
        return ["-nss", f"--functions-worker-conf={worker}"]

    def _data_options(self) -> list[str]:
        bookie_port = free_ports(1)[0]
        data = self.directory / "data"
        return [
            f"--metadata-dir={data}/metadata",
            f"--bookkeeper-dir={data}/bookkeeper",
            f"--bookkeeper-port={bookie_port}",
        ]

    def _environment(self) -> dict[str, str]:
        own = {
            "PULSAR_STANDALONE_CONF": str(self.conf),
            "PULSAR_MEM": _MEMORY,
            "PULSAR_LOG_DIR": str(self.directory / "logs"),
            "PULSAR_LOG_APPENDER": "Console",
            "PULSAR_EXTRA_CLASSPATH": ":".join(map(str, [self.jar or "", *self.more_jars])),
        }
        return {**os.environ, **own}

    def _answers(self) -> bool:
        if self.process and self.process.poll() is not None:
            raise StartRefused(self.log_text()[-4000:])
        try:
            # Ready when the whole start is through; the health check itself demands a super user.
            with urllib.request.urlopen(f"{self.admin_url}/metrics/", timeout=2):
                return "essaging service is ready" in self.log_text()
        except (urllib.error.URLError, TimeoutError):
            return False
