"""A real Pulsar cluster on this machine: ZooKeeper, one bookie, two brokers and, when asked for, a proxy."""

import signal
import subprocess
import urllib.request
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from tests.end_to_end.estate import JAR, PLUGIN_TARGET
from tests.end_to_end.ports import answers, free_ports, listens
from tests.end_to_end.pulsar.distribution import pulsar_home
from tests.end_to_end.pulsar.process import PulsarProcess, StartRefused

NAME = "pair"
PROXY = "proxy"
"""User name of the proxy."""
_LOOPBACK = "127.0.0.1"
SESSION_MS = 6000
"""After so long, the other broker can take over the topics of a killed one."""
_STARTS_AGAIN = 2


class Broker(PulsarProcess):
    """One of the cluster's brokers; `settings` hold the plugin's lines too."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory, "broker", heap=384, direct=192)
        self.binary_port, self.http_port = free_ports(2)
        self.jars.append(JAR)
        self.snapshot = directory / "user-center" / "snapshot.json"
        self.settings = {
            "brokerServicePort": str(self.binary_port),
            "webServicePort": str(self.http_port),
            "userCenterSnapshotFile": str(self.snapshot),
            "userCenterEventsDirectory": str(directory / "events"),
            "brokerInterceptorsDirectory": str(PLUGIN_TARGET),
        }

    @property
    def name(self) -> str:
        """Its name in the center, the load balancer and Pulsar's admin API."""
        return f"{_LOOPBACK}:{self.http_port}"

    @property
    def service_url(self) -> str:
        """Where clients connect to this one."""
        return f"pulsar://{_LOOPBACK}:{self.binary_port}"

    @property
    def admin_url(self) -> str:
        """Where its admin REST API answers."""
        return f"http://{self.name}"

    def metrics(self) -> str:
        """Its Prometheus endpoint."""
        with urllib.request.urlopen(f"{self.admin_url}/metrics/", timeout=10) as answer:
            return str(answer.read().decode())

    def _serves(self) -> bool:
        return self.said_since_start("essaging service is ready") and answers(f"{self.admin_url}/metrics/")


class Listening(PulsarProcess):
    """ZooKeeper or a bookie: ready when its port takes connections."""

    def __init__(self, directory: Path, command: Literal["zookeeper", "bookie"], heap: int, direct: int) -> None:
        super().__init__(directory, command, heap, direct)
        self.port = free_ports(1)[0]

    def _serves(self) -> bool:
        return listens(self.port)


class Cluster:
    """A cluster, with its files below `directory`. It starts in steps: the plugin's settings come from the center."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.store = Listening(directory / "zookeeper", "zookeeper", heap=128, direct=64)
        self.bookie = Listening(directory / "bookie", "bookie", heap=160, direct=192)
        self.brokers = (Broker(directory / "broker-1"), Broker(directory / "broker-2"))
        self._configure_store()
        self._configure_bookie()
        for broker in self.brokers:
            broker.settings.update(self._broker_settings())

    @property
    def metadata(self) -> str:
        """Address of the metadata store, as in metadataStoreUrl."""
        return f"zk:{_LOOPBACK}:{self.store.port}"

    @property
    def service_url(self) -> str:
        """Where clients connect: both brokers."""
        return "pulsar://" + ",".join(f"{_LOOPBACK}:{broker.binary_port}" for broker in self.brokers)

    def start_storage(self) -> None:
        """ZooKeeper, the cluster's metadata, and the bookie."""
        self.store.start()
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
        self.bookie.start()

    def start_brokers(self, brokers: Iterable[Broker] | None = None) -> None:
        """Start the brokers in parallel, and wait for all of them."""
        started = list(brokers or self.brokers)
        for broker in started:
            broker.launch()
        for broker in started:
            _wait(broker)

    def stop(self) -> None:
        """End everything; data stays."""
        for broker in self.brokers:
            broker.stop(signal.SIGKILL)
        self.bookie.stop(signal.SIGKILL)
        self.store.stop(signal.SIGKILL)

    def _configure_store(self) -> None:
        self.store.settings = {
            "dataDir": str(self.store.directory / "data"),
            "clientPort": str(self.store.port),
            "clientPortAddress": _LOOPBACK,
            "tickTime": "1000",
            # Syncs on a busy disk could end the brokers' short sessions. No test simulates a power cut.
            "forceSync": "no",
            "admin.enableServer": "false",
            "metricsProvider.className": "org.apache.zookeeper.metrics.impl.NullMetricsProvider",
        }

    def _configure_bookie(self) -> None:
        data = self.bookie.directory / "data"
        self.bookie.settings = {
            "bookiePort": str(self.bookie.port),
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
            # No test kills the bookie or simulates a power cut.
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
            # Tests decide which broker serves a topic.
            "loadBalancerSheddingEnabled": "false",
            "loadBalancerAutoBundleSplitEnabled": "false",
            "numIOThreads": "4",
            "numHttpServerThreads": "8",
            "brokerShutdownTimeoutMs": "5000",
            "allowAutoTopicCreation": "false",
            # Otherwise, an unused topic is deleted after a minute.
            "brokerDeleteInactiveTopicsEnabled": "false",
            "proxyRoles": PROXY,
            "authenticateOriginalAuthData": "true",
            "exposeTopicLevelMetricsInPrometheus": "false",
        }


def _wait(broker: Broker) -> None:
    """Wait for a broker, restarting it if Pulsar gives up. A refusal by the plugin is raised.

    Shortly after a kill, its old ZooKeeper session may end while it starts. Pulsar 4.0.8 then misses what it has just
    registered, and gives up; a supervisor would start it again.
    """
    for _ in range(_STARTS_AGAIN):
        try:
            broker.wait()
        except StartRefused:
            if broker.said_since_start("at io.github.pulsarusercenter"):
                raise
            broker.launch()
        else:
            return
    broker.wait()
