"""A real Pulsar cluster on this machine: ZooKeeper, one bookie, two brokers and, when asked for, a proxy."""

import signal
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterable
from pathlib import Path

from tests.end_to_end.cluster.node import Node
from tests.end_to_end.distribution import pulsar_home
from tests.end_to_end.estate import JAR, PLUGIN_TARGET
from tests.end_to_end.ports import free_ports, wait_until

NAME = "pair"
PROXY = "proxy"
"""User name of the proxy."""
_LOOPBACK = "127.0.0.1"
SESSION_MS = 6000
"""A killed broker's topics are free for the other one after so long."""
_START_SECONDS = 180


class Broker(Node):
    """One of the cluster's brokers; `settings` hold the plugin's lines too."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory, "broker", "broker.conf", heap=384, direct=192)
        self.binary_port, self.http_port = free_ports(2)
        self.environment["PULSAR_BROKER_CONF"] = str(self.conf)
        self.environment["PULSAR_EXTRA_CLASSPATH"] = str(JAR)
        self.snapshot = directory / "user-center" / "snapshot.json"
        self.settings = {
            "brokerServicePort": str(self.binary_port),
            "webServicePort": str(self.http_port),
            "userCenterSnapshotFile": str(self.snapshot),
            "userCenterEventsDirectory": str(directory / "events"),
            "brokerInterceptorsDirectory": str(PLUGIN_TARGET),
        }
        self._read_from = 0

    @property
    def name(self) -> str:
        """As the center, the load balancer and Pulsar's admin API call it."""
        return f"{_LOOPBACK}:{self.http_port}"

    @property
    def service_url(self) -> str:
        """Where clients connect to this one."""
        return f"pulsar://{_LOOPBACK}:{self.binary_port}"

    @property
    def admin_url(self) -> str:
        """Where its admin REST API answers."""
        return f"http://{self.name}"

    def launch(self, *arguments: str) -> None:
        """Start it; does not wait until it is ready."""
        self._read_from = len(self.log_text())
        super().launch(*arguments)

    def wait(self) -> float:
        """Until it serves; answers after how many milliseconds."""
        return wait_until(f"broker {self.name}, see {self.log}", self._serves, _START_SECONDS, pause=0.1)

    def metrics(self) -> str:
        """Its Prometheus endpoint."""
        with urllib.request.urlopen(f"{self.admin_url}/metrics/", timeout=10) as answer:
            return str(answer.read().decode())

    def _serves(self) -> bool:
        self.must_run()
        if "messaging service is ready" not in self.log_text()[self._read_from :]:
            return False
        try:
            with urllib.request.urlopen(f"{self.admin_url}/metrics/", timeout=5):
                return True
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            return False


class Cluster:
    """Everything below `directory`; start in three steps, because the plugin's settings come from the center."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.store = Node(directory / "zookeeper", "zookeeper", "zookeeper.conf")
        self.bookie = Node(directory / "bookie", "bookie", "bookkeeper.conf", heap=160, direct=192)
        self.brokers = (Broker(directory / "broker-1"), Broker(directory / "broker-2"))
        self._store_port, self._bookie_port = free_ports(2)
        self._configure_store()
        self._configure_bookie()
        for broker in self.brokers:
            broker.settings.update(self._broker_settings())

    @property
    def metadata(self) -> str:
        """Address of the metadata store, as in metadataStoreUrl."""
        return f"zk:{_LOOPBACK}:{self._store_port}"

    @property
    def service_url(self) -> str:
        """Where clients connect: both brokers."""
        return "pulsar://" + ",".join(f"{_LOOPBACK}:{broker.binary_port}" for broker in self.brokers)

    def start_storage(self) -> None:
        """ZooKeeper, the cluster's metadata, and the bookie."""
        self.store.launch()
        wait_until("ZooKeeper", lambda: self._listens(self._store_port), 60, pause=0.1)
        done = subprocess.run(
            [
                pulsar_home() / "bin" / "pulsar", "initialize-cluster-metadata", "--cluster", NAME,
                "--metadata-store", self.metadata, "--configuration-metadata-store", self.metadata,
                "--web-service-url", self.brokers[0].admin_url, "--broker-service-url", self.brokers[0].service_url,
            ],
            cwd=self.directory, env=self.store.variables(), stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"initialize-cluster-metadata:\n{done.stdout[-3000:]}{done.stderr[-2000:]}")
        self.bookie.launch()
        wait_until("the bookie", lambda: self._listens(self._bookie_port), 60, pause=0.1)

    def start_brokers(self, brokers: Iterable[Broker] | None = None) -> None:
        """Side by side; waits for all of them."""
        started = list(brokers or self.brokers)
        for broker in started:
            broker.launch()
        for broker in started:
            broker.wait()

    def stop(self) -> None:
        """End everything; data stays."""
        for broker in self.brokers:
            broker.stop(signal.SIGKILL)
        self.bookie.stop(signal.SIGKILL)
        self.store.stop(signal.SIGKILL)

    def _configure_store(self) -> None:
        self.store.environment["PULSAR_ZK_CONF"] = str(self.store.conf)
        self.store.settings = {
            "dataDir": str(self.store.directory / "data"),
            "clientPort": str(self._store_port),
            "clientPortAddress": _LOOPBACK,
            "tickTime": "1000",
            "admin.enableServer": "false",
            "metricsProvider.className": "org.apache.zookeeper.metrics.impl.NullMetricsProvider",
        }

    def _configure_bookie(self) -> None:
        self.bookie.environment["PULSAR_BOOKKEEPER_CONF"] = str(self.bookie.conf)
        data = self.bookie.directory / "data"
        self.bookie.settings = {
            "bookiePort": str(self._bookie_port),
            "metadataServiceUri": f"metadata-store:{self.metadata}",
            "advertisedAddress": _LOOPBACK,
            "listeningInterface": "lo",
            "allowLoopback": "true",
            "journalDirectories": str(data / "journal"),
            "ledgerDirectories": str(data / "ledgers"),
            "httpServerEnabled": "false",
            "enableStatistics": "false",
            "dbStorage_writeCacheMaxSizeMb": "32",
            "dbStorage_readAheadCacheMaxSizeMb": "32",
            "diskUsageThreshold": "0.99",
            "diskUsageWarnThreshold": "0.98",
            # No test ends the bookie or pulls a plug.
            "journalSyncData": "false",
        }

    def _broker_settings(self) -> dict[str, str]:
        return {
            "metadataStoreUrl": self.metadata,
            "configurationMetadataStoreUrl": self.metadata,
            "metadataStoreSessionTimeoutMillis": str(SESSION_MS),
            "clusterName": NAME,
            "bindAddress": _LOOPBACK,
            "advertisedAddress": _LOOPBACK,
            "managedLedgerDefaultEnsembleSize": "1",
            "managedLedgerDefaultWriteQuorum": "1",
            "managedLedgerDefaultAckQuorum": "1",
            "managedLedgerCacheSizeMB": "32",
            "defaultNumberOfNamespaceBundles": "1",
            # Where a topic lives is the tests' decision.
            "loadBalancerSheddingEnabled": "false",
            "loadBalancerAutoBundleSplitEnabled": "false",
            "numIOThreads": "4",
            "numHttpServerThreads": "8",
            "brokerShutdownTimeoutMs": "5000",
            "allowAutoTopicCreation": "false",
            # Else a topic that nobody uses is gone after a minute.
            "brokerDeleteInactiveTopicsEnabled": "false",
            "proxyRoles": PROXY,
            "authenticateOriginalAuthData": "true",
            "exposeTopicLevelMetricsInPrometheus": "false",
        }

    def _listens(self, port: int) -> bool:
        self.store.must_run()
        return listens(port)


def listens(port: int) -> bool:
    """Whether somebody accepts connections on loopback."""

    with socket.socket() as probe:
        probe.settimeout(2)
        return probe.connect_ex((_LOOPBACK, port)) == 0
