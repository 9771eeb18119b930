"""Pulsar's WebSocket service as a process of its own in front of a broker."""

import os
import signal
import subprocess
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from tests.end_to_end.distribution import pulsar_home
from tests.end_to_end.ports import end, free_ports, wait_until
from tests.end_to_end.pulsar_standalone import StartRefused

_MEMORY = "-Xms64m -Xmx256m -XX:MaxDirectMemorySize=256m"
_START_SECONDS = 90


class PulsarWebSocket:
    """`bin/pulsar websocket` before a broker; the stock websocket.conf with `settings` appended."""

    def __init__(
        self, directory: Path, broker_url: str, broker_web_url: str, settings: Mapping[str, str], jar: Path
    ) -> None:
        self.directory = directory
        self.http_port = free_ports(1)[0]
        self.log = directory / "websocket.log"
        self.process: subprocess.Popen[bytes] | None = None
        self._jar = jar
        self._conf = directory / "websocket.conf"
        directory.mkdir(parents=True, exist_ok=True)
        own = {
            "bindAddress": "127.0.0.1",
            "webServicePort": str(self.http_port),
            "clusterName": "standalone",
            "brokerServiceUrl": broker_url,
            "serviceUrl": broker_web_url,
            # Pulsar opens it and looks at nothing in it; the real one is inside the standalone broker.
            "configurationMetadataStoreUrl": "memory:local",
            **settings,
        }
        stock = (pulsar_home() / "conf" / "websocket.conf").read_text()
        self._conf.write_text(stock + "\n" + "".join(f"{key}={value}\n" for key, value in own.items()))

    def start(self) -> None:
        """Start and wait until it answers. Raises StartRefused when it ends instead."""
        own = {
            "PULSAR_WEBSOCKET_CONF": str(self._conf),
            "PULSAR_MEM": _MEMORY,
            "PULSAR_LOG_DIR": str(self.directory / "logs"),
            "PULSAR_LOG_APPENDER": "Console",
            "PULSAR_EXTRA_CLASSPATH": str(self._jar),
        }
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [pulsar_home() / "bin" / "pulsar", "websocket"],
                cwd=self.directory, env={**os.environ, **own}, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
            )  # fmt: skip
        wait_until(f"WebSocket service on {self.http_port}, see {self.log}", self._answers, _START_SECONDS, pause=0.2)

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """End it, if it runs."""
        if self.process:
            end(self.process, sign)
            self.process = None

    def log_text(self) -> str:
        """Everything it logged so far."""
        return self.log.read_text(errors="replace")

    def _answers(self) -> bool:
        if self.process and self.process.poll() is not None:
            raise StartRefused(self.log_text()[-4000:])
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.http_port}/metrics/", timeout=2):
                return True
        except urllib.error.HTTPError:
            return True
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            return False
