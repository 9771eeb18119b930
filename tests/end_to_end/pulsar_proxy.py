"""A real Pulsar proxy as a process before a broker: own configuration and ports, nothing in the distribution."""

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


class PulsarProxy:
    """`bin/pulsar proxy` before the broker at these addresses; proxy.conf is the stock one with `settings` appended."""

    def __init__(
        self,
        directory: Path,
        broker_url: str,
        broker_web_url: str,
        settings: Mapping[str, str],
        jar: Path | None = None,
    ) -> None:
        self.directory = directory
        self.settings = dict(settings)
        self.jar = jar
        self.binary_port, self.http_port = free_ports(2)
        self.log = directory / "proxy.log"
        self.conf = directory / "proxy.conf"
        self.process: subprocess.Popen[bytes] | None = None
        self._broker_url, self._broker_web_url = broker_url, broker_web_url
        directory.mkdir(parents=True, exist_ok=True)

    @property
    def service_url(self) -> str:
        """Where clients connect."""
        return f"pulsar://127.0.0.1:{self.binary_port}"

    @property
    def admin_url(self) -> str:
        """Where the brokers' admin REST API answers through the proxy."""
        return f"http://127.0.0.1:{self.http_port}"

    def start(self) -> None:
        """Start and wait until it answers. Raises StartRefused when it ends instead."""
        self._write_conf()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [pulsar_home() / "bin" / "pulsar", "proxy"],
                cwd=self.directory, env=self._environment(), start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
            )  # fmt: skip
        wait_until(f"proxy on {self.admin_url}, see {self.log}", self._answers, _START_SECONDS, pause=0.2)

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """End it, if it runs."""
        if self.process:
            end(self.process, sign)
            self.process = None

    def restart(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """Stop and start on the same ports, with the settings as they are now."""
        self.stop(sign)
        self.start()

    def log_text(self) -> str:
        """Everything it logged so far."""
        return self.log.read_text(errors="replace")

    def _write_conf(self) -> None:
        own = {
            "bindAddress": "127.0.0.1",
            "advertisedAddress": "127.0.0.1",
            "servicePort": str(self.binary_port),
            "webServicePort": str(self.http_port),
            # 4.0.8 does not start without one.
            "clusterName": "standalone",
            "brokerServiceURL": self._broker_url,
            "brokerWebServiceURL": self._broker_web_url,
            # The brokers of the tests listen on ports that were free, on loopback.
            "brokerProxyAllowedTargetPorts": "*",
            "brokerProxyAllowedIPAddresses": "127.0.0.1",
            "proxyZeroCopyModeEnabled": "false",
            "authenticateMetricsEndpoint": "false",
            **self.settings,
        }
        stock = (pulsar_home() / "conf" / "proxy.conf").read_text()
        self.conf.write_text(stock + "\n" + "".join(f"{key}={value}\n" for key, value in own.items()))

    def _environment(self) -> dict[str, str]:
        own = {
            "PULSAR_PROXY_CONF": str(self.conf),
            "PULSAR_MEM": _MEMORY,
            "PULSAR_LOG_DIR": str(self.directory / "logs"),
            "PULSAR_LOG_APPENDER": "Console",
            "PULSAR_EXTRA_CLASSPATH": str(self.jar or ""),
        }
        return {**os.environ, **own}

    def _answers(self) -> bool:
        if self.process and self.process.poll() is not None:
            raise StartRefused(self.log_text()[-4000:])
        try:
            with urllib.request.urlopen(f"{self.admin_url}/metrics/", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            return False
