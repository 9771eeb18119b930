"""A real Pulsar proxy in front of a broker, with its own configuration and ports."""

from collections.abc import Mapping
from pathlib import Path

from tests.end_to_end.ports import answers, free_ports
from tests.end_to_end.pulsar.process import PulsarProcess


class PulsarProxy(PulsarProcess):
    """`bin/pulsar proxy` in front of the broker at these addresses, with the stock proxy.conf and `settings`."""

    def __init__(
        self,
        directory: Path,
        broker_url: str,
        broker_web_url: str,
        settings: Mapping[str, str],
        jar: Path | None = None,
    ) -> None:
        super().__init__(directory, "proxy", heap=256, direct=256)
        self.settings = dict(settings)
        if jar:
            self.jars.append(jar)
        self.binary_port, self.http_port = free_ports(2)
        self._broker_url, self._broker_web_url = broker_url, broker_web_url

    @property
    def service_url(self) -> str:
        """Where clients connect."""
        return f"pulsar://127.0.0.1:{self.binary_port}"

    @property
    def admin_url(self) -> str:
        """Where the brokers' admin REST API answers through the proxy."""
        return f"http://127.0.0.1:{self.http_port}"

    def _own_settings(self) -> Mapping[str, str]:
        return {
            "bindAddress": "127.0.0.1",
            "advertisedAddress": "127.0.0.1",
            "servicePort": str(self.binary_port),
            "webServicePort": str(self.http_port),
            # 4.0.8 does not start without it.
            "clusterName": "standalone",
            "brokerServiceURL": self._broker_url,
            "brokerWebServiceURL": self._broker_web_url,
            # Brokers of the tests listen on random free ports.
            "brokerProxyAllowedTargetPorts": "*",
            "brokerProxyAllowedIPAddresses": "127.0.0.1",
            "proxyZeroCopyModeEnabled": "false",
            "authenticateMetricsEndpoint": "false",
        }

    def _serves(self) -> bool:
        return answers(f"{self.admin_url}/metrics/")
