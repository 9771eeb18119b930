"""Pulsar's WebSocket service as a process of its own in front of a broker."""

from collections.abc import Mapping
from pathlib import Path

from tests.end_to_end.ports import answers, free_ports
from tests.end_to_end.pulsar.process import PulsarProcess


class PulsarWebSocket(PulsarProcess):
    """`bin/pulsar websocket` in front of a broker, with the stock websocket.conf and `settings`."""

    def __init__(
        self, directory: Path, broker_url: str, broker_web_url: str, settings: Mapping[str, str], jar: Path
    ) -> None:
        super().__init__(directory, "websocket", heap=256, direct=256)
        self.settings = dict(settings)
        self.jars.append(jar)
        self.http_port = free_ports(1)[0]
        self._broker_url, self._broker_web_url = broker_url, broker_web_url

    def _own_settings(self) -> Mapping[str, str]:
        return {
            "bindAddress": "127.0.0.1",
            "webServicePort": str(self.http_port),
            "clusterName": "standalone",
            "brokerServiceUrl": self._broker_url,
            "serviceUrl": self._broker_web_url,
            # Pulsar opens it but reads nothing from it; the real one is inside the standalone broker.
            "configurationMetadataStoreUrl": "memory:local",
        }

    def _serves(self) -> bool:
        return answers(f"http://127.0.0.1:{self.http_port}/metrics/")
