"""The estate of tests and demo: a center, one real broker with the plugin, owners, services, topics."""

import gzip
import json
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tests.end_to_end.center.api import CenterApi
from tests.end_to_end.center.process import CenterProcess
from tests.end_to_end.pulsar.standalone import PulsarStandalone
from tests.end_to_end.waiting import wait_until

PLUGIN_TARGET = Path(__file__).parents[2] / "pulsar_plugins" / "broker" / "target"
JAR = PLUGIN_TARGET / "pulsar-user-center-broker.jar"
CLUSTER = "standalone"
_PACKAGES = "org.apache.pulsar.packages.management.storage.filesystem.FileSystemPackagesStorageProvider"


def secret_file(directory: Path, name: str, text: str) -> Path:
    """A file that only its owner may read."""
    file = directory / name
    file.touch(mode=0o600)
    file.write_text(text)
    return file


@dataclass(frozen=True)
class Account:
    """A user of the center with a token for brokers."""

    id: int
    username: str
    token: str


class Estate:
    """Starts and stops everything below `directory`; `admin` is the signed-in first administrator."""

    def __init__(self, directory: Path, broker: PulsarStandalone | None = None) -> None:
        self.directory = directory
        self.center = CenterProcess(directory / "center")
        self.broker = broker or PulsarStandalone(directory / "broker", {}, jar=JAR)
        self.admin: CenterApi
        self.cluster: int
        self.verdict = "enforced"
        """What the center says once the broker has the newest revision; less where something stays open there."""
        self._sessions: list[CenterApi] = []

    def start(self, broker_settings: Mapping[str, str] = MappingProxyType({})) -> None:
        """Center and broker, running, the broker enforcing; `broker_settings` are more lines of its configuration."""
        self.start_center()
        self.register_cluster()
        self.broker.settings |= broker_settings
        self.broker.start()
        self.wait_for_broker()

    @contextmanager
    def adopting_nothing(self) -> Iterator[None]:
        """What is made at the broker meanwhile stays unknown at the center."""
        path = f"/api/v1/clusters/{self.cluster}"
        self.admin.patch(path, adopts_creations=False)
        try:
            yield
        finally:
            self.admin.patch(path, adopts_creations=True)

    def start_center(self) -> None:
        """Center up, the administrator signed in with a password of its own."""
        self.center.start()
        self.admin = self._first_sign_in(*self.center.first_administrator())

    def register_cluster(self) -> None:
        """Step 1 of the flow: the cluster in the center, its credential and settings at the broker."""
        self.cluster = self.join(self.broker, CLUSTER)

    def join(self, broker: PulsarStandalone, name: str) -> int:
        """A cluster in the center, and the settings of its broker. Returns the cluster's id."""
        made = self.admin.post("/api/v1/clusters", name=name, address=broker.service_url, admin_url=broker.admin_url)
        path, file = f"/api/v1/clusters/{made['id']}", "" if name == CLUSTER else f"{name}-"
        issued = self.admin.post(f"{path}/credentials")["credential"]
        credential = secret_file(self.directory, f"{file}cluster-credential", issued)
        token = secret_file(self.directory, f"{file}broker.jwt", self.admin.post(f"{path}/broker-token")["token"])
        broker.settings = {
            **broker_conf(self.admin.get(f"{path}/broker-conf")),
            "userCenterCredentialFile": str(credential),
            "brokerInterceptorsDirectory": str(PLUGIN_TARGET),
            "brokerClientAuthenticationParameters": f"file://{token}",
            # bin/pulsar changes into the shared distribution, so files of the plugin need absolute paths.
            "userCenterSnapshotFile": str(broker.directory / "data" / "user-center" / "snapshot.json"),
            "userCenterEventsDirectory": str(broker.events_directory),
            "userCenterHeartbeatSeconds": "2",
        }
        return int(made["id"])

    def person(self, username: str) -> tuple[int, CenterApi]:
        """A main account and its session."""
        made = self.admin.post("/api/v1/users", username=username, kind="person")
        return int(made["id"]), self._first_sign_in(username, made["initial_secret"])

    def service(self, caller: CenterApi, username: str, parent_id: int | None = None) -> Account:
        """A service user; with a parent, that one's sub-account."""
        body: dict[str, Any] = {"username": username, "kind": "service"}
        if parent_id is not None:
            body["parent_id"] = parent_id
        made = caller.post("/api/v1/users", **body)
        return Account(int(made["id"]), username, caller.token(int(made["id"])))

    def wait_for_broker(self) -> dict[str, Any]:
        """Wait until the broker reports the newest revision."""
        return self.admin.wait_until_enforced(self.cluster, 60, self.verdict)

    def events(self) -> list[dict[str, Any]]:
        """All access events the broker has written, oldest file first."""
        files = sorted(self.broker.events_directory.glob("*.jsonl*"))
        lines = [line for file in files for line in _lines(file)]
        return [json.loads(line) for line in lines if line.endswith("\n")]

    def event(self, seconds: float = 15, **wanted: object) -> dict[str, Any]:
        """The first event with these fields; waits for it.

        Raises:
            TimeoutError: it was not written in time.
        """
        found: list[dict[str, Any]] = []

        def written() -> bool:
            found[:] = [
                event for event in self.events() if all(event.get(key) == value for key, value in wanted.items())
            ]
            return bool(found)

        wait_until(f"event {wanted}", written, seconds, pause=0.2, last=lambda: self.events()[-5:])
        return found[0]

    def sign_ins_refused(self) -> int:
        """How many sign-ins the broker has refused so far."""
        return sum(
            int(event.get("n", 1)) for event in self.events() if event["op"] == "AUTHENTICATE" and event["dec"] == 2
        )

    def stop(self) -> None:
        """End what runs; data stays."""
        for session in self._sessions:
            session.close()
        self.broker.stop()
        # SIGINT, as a person ends `make run`.
        self.center.stop(signal.SIGINT)

    def kill(self) -> None:
        """Stop, but kill the broker without goodbye: faster, if its files are not needed afterwards."""
        self.broker.stop(signal.SIGKILL)
        self.stop()

    def _first_sign_in(self, username: str, secret: str) -> CenterApi:
        self._sessions.append(CenterApi.first_sign_in(self.center.url, username, secret))
        return self._sessions[-1]


def with_packages(directory: Path) -> dict[str, str]:
    """Settings of a broker with packages and transactions that keeps unused topics."""
    return {
        "enablePackagesManagement": "true",
        "packagesManagementStorageProvider": _PACKAGES,
        "STORAGE_PATH": str(directory / "packages"),
        "transactionCoordinatorEnabled": "true",
        "brokerDeleteInactiveTopicsEnabled": "false",
    }


def _lines(file: Path) -> list[str]:
    """The lines of an event file; empty if it was finished (compressed, renamed) meanwhile."""
    try:
        content = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
    except FileNotFoundError:
        return []
    return content.decode().splitlines(keepends=True)


def broker_conf(text: str) -> dict[str, str]:
    """The lines of a broker.conf as a dictionary; comments and empty lines left out."""
    lines = (line.strip() for line in text.splitlines())
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
