"""A real Pulsar standalone broker: broker, bookie and metadata in one process, in a directory of its own."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.end_to_end.ports import answers, free_ports
from tests.end_to_end.pulsar.distribution import pulsar_home
from tests.end_to_end.pulsar.process import PulsarProcess

# After a kill, the metadata still has the entry of the last run's bookie. The new one makes it anew. When it learns
# late that the old entry was deleted, it deletes and makes its own without end, and ledgers cannot be read now and
# then (the loop of apache/pulsar#17759).
_BOOKIE_COMES_AND_GOES = "Lock on resource /ledgers/available/"


class PulsarStandalone(PulsarProcess):
    """One broker with its data, log and access events below `directory`; `functions`: with a functions worker."""

    def __init__(
        self, directory: Path, settings: Mapping[str, str], jar: Path | None = None, functions: bool = False
    ) -> None:
        super().__init__(directory, "standalone", heap=768, direct=384)
        self.settings = dict(settings)
        self.functions = functions
        self.worker_settings: dict[str, str] = {}
        """Lines of functions_worker.yml."""
        if jar:
            self.jars.append(jar)
        self.binary_port, self.http_port = free_ports(2)

    def start(self) -> None:
        """Start, and wait until it serves and its bookie stays. Raises StartRefused if it ends instead."""
        super().start()
        if self.said_since_start(_BOOKIE_COMES_AND_GOES):
            self.restart()  # takes the entry away

    @property
    def has_old_names(self) -> bool:
        """Whether names of topics may have a cluster in them."""
        return True

    @property
    def service_url(self) -> str:
        """Where clients connect."""
        return f"pulsar://127.0.0.1:{self.binary_port}"

    @property
    def admin_url(self) -> str:
        """Where the admin REST API answers."""
        return f"http://127.0.0.1:{self.http_port}"

    @property
    def events_directory(self) -> Path:
        """Where the plugin writes its access events."""
        return self.directory / "logs" / "user-center-events"

    def _own_settings(self) -> Mapping[str, str]:
        return {
            "bindAddress": "127.0.0.1",
            "advertisedAddress": "127.0.0.1",
            "brokerServicePort": str(self.binary_port),
            "webServicePort": str(self.http_port),
            "webSocketServiceEnabled": "false",
            # On a busy machine writes are late: the only bookie would be left alone for half an hour.
            "bookkeeperClientHealthCheckEnabled": "false",
        }

    def _arguments(self) -> Sequence[str]:
        return [*self._components(), *self._data_options()]

    def _components(self) -> list[str]:
        if not self.functions:
            return ["-nfw", "-nss"]
        worker = self.directory / "functions_worker.yml"
        stock = (pulsar_home() / "conf" / "functions_worker.yml").read_text()
        # The functions worker must not download and log into the distribution, which is shared.
        own = {
            "downloadDirectory": f"{self.directory}/download",
            "functionRuntimeFactoryConfigs": f"{{logDirectory: {self.directory}/logs}}",
        }
        for key, value in {**own, **self.worker_settings}.items():
            stock = re.sub(f"^#? ?{key}:.*\n([ \t]+.*\n)*", "", stock, flags=re.MULTILINE) + f"{key}: {value}\n"
        worker.write_text(stock)
        return ["-nss", f"--functions-worker-conf={worker}"]

    def _data_options(self) -> list[str]:
        bookie_port = free_ports(1)[0]
        data = self.directory / "data"
        return [
            f"--metadata-dir={data}/metadata",
            f"--bookkeeper-dir={data}/bookkeeper",
            f"--bookkeeper-port={bookie_port}",
        ]

    def _serves(self) -> bool:
        # By log and metrics, because the health check demands a super user.
        return self.said_since_start("essaging service is ready") and answers(f"{self.admin_url}/metrics/")
