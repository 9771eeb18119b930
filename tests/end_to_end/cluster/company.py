"""The company of these tests: a center, a cluster of two brokers, and a Door between each broker and the center."""

import contextlib
import json
import signal
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pulsar

from tests.end_to_end.center.api import CenterApi
from tests.end_to_end.clients import python
from tests.end_to_end.cluster.certificates import Certificates
from tests.end_to_end.cluster.cluster import NAME, Broker, Cluster
from tests.end_to_end.cluster.door import Door
from tests.end_to_end.cluster.faulty_center import FaultyCenter
from tests.end_to_end.estate import Account, broker_conf, secret_file
from tests.end_to_end.waiting import wait_until

CLUSTER_TYPE, TENANT_TYPE, NAMESPACE_TYPE, TOPIC_TYPE = 1, 2, 3, 4
ADMINISTER_CLUSTER, WRITE_TOPIC, READ_TOPIC = 4, 302, 303
TENANT = "acme"
_LIVE = ("live", "fresh")


@dataclass(frozen=True)
class Topic:
    """A topic of the center. Its bundle decides which broker serves it."""

    id: int
    namespace: str
    name: str

    @property
    def full(self) -> str:
        """The full name, as clients use it."""
        return f"persistent://{TENANT}/{self.namespace}/{self.name}"


class Company:
    """`admin` is the signed-in first administrator; `operator` a super user of the cluster."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.center = FaultyCenter(directory / "center")
        self.cluster = Cluster(directory)
        certificates = Certificates(directory / "certificates")
        self.doors = tuple(Door(self.center.port, certificates) for _ in self.cluster.brokers)
        for broker in self.cluster.brokers:
            broker.environment["PULSAR_EXTRA_OPTS"] = certificates.java_options()
        self.start_seconds = 0.0
        self.admin: CenterApi
        self.cluster_id: int
        self.operator: Account
        self._sessions: list[CenterApi] = []
        self._topics: dict[str, Topic] = {}
        self._namespaces: dict[str, int] = {}

    def start(self) -> None:
        """Storage and center side by side, then both brokers, then one tenant."""
        with ThreadPoolExecutor(2) as side_by_side:
            storage = side_by_side.submit(self.cluster.start_storage)
            side_by_side.submit(self._start_center).result()
            storage.result()
        self.cluster.start_brokers()
        self.confirm()
        self._tenant = int(self.admin.post("/api/v1/tenants", name=TENANT, cluster_ids=[self.cluster_id])["id"])
        self.admin.ready(f"/api/v1/tenants/{self._tenant}")

    def stop(self) -> None:
        """End what runs; data stays."""
        for session in self._sessions:
            session.close()
        self.cluster.stop()
        self.center.stop(signal.SIGKILL)
        for door in self.doors:
            door.end()

    def heal(self) -> None:
        """Undo all faults, and wait until both brokers enforce the newest revision."""
        self.center.heal()
        for door in self.doors:
            door.heal()
        ended = [broker for broker in self.cluster.brokers if not broker.runs()]
        for broker in self.cluster.brokers:
            if broker.process and broker not in ended:
                broker.send(signal.SIGCONT)
        if ended:
            self.cluster.start_brokers(ended)
        wait_until("both brokers to enforce", lambda: self.enforcing() == 2, 90, pause=0.05, last=self.brokers)

    def enforcing(self) -> int:
        """How many brokers enforce the newest revision, as far as the center knows."""
        brokers = self.brokers().values()
        return sum(1 for broker in brokers if broker["state"] in _LIVE and broker["behind"] == 0 and broker["known"])

    def session(self) -> CenterApi:
        """Another session of the administrator, for use in another thread."""
        made = CenterApi(self.center.url)
        made.sign_in(self.center.first_administrator()[0])
        return made

    # --- what is in the center ---

    def service(self, name: str) -> Account:
        """A service user without any right."""
        made = int(self.admin.post("/api/v1/users", username=name, kind="service")["id"])
        return Account(made, name, self.admin.token(made))

    def topic(self, namespace: str, name: str) -> Topic:
        """The topic, created in center and cluster if it does not exist."""
        if namespace not in self._namespaces:
            made = int(self.admin.post("/api/v1/namespaces", tenant_id=self._tenant, name=namespace)["id"])
            self._namespaces[namespace] = made
        key = f"{namespace}/{name}"
        if key not in self._topics:
            body: dict[str, Any] = {"namespace_id": self._namespaces[namespace], "name": name}
            number = int(self.admin.post("/api/v1/topics", **body)["id"])
            self.admin.ready(f"/api/v1/topics/{number}")
            self._topics[key] = Topic(number, namespace, name)
        return self._topics[key]

    def grant(self, account: Account, topic: Topic, *authorities: int) -> int:
        """Grant without waiting for enforcement; returns the grant's id."""
        return self.admin.grant(account.id, TOPIC_TYPE, topic.id, *authorities)

    def enforcement(self, revision: int | None = None, wait_ms: int = 0) -> dict[str, Any]:
        """What the center says about my last change, or about a revision."""
        path = f"/api/v1/clusters/{self.cluster_id}/enforcement"
        wanted = self.admin.revision if revision is None else revision
        return dict(self.admin.get(path, revision=wanted, wait_ms=wait_ms))

    def confirm(self, seconds: float = 90, revision: int | None = None) -> dict[str, Any]:
        """Wait until the center confirms my last change, or `revision`; returns its report."""
        wanted = self.admin.revision if revision is None else revision
        report: dict[str, Any] = {}

        def complete() -> bool:
            report.update(self.enforcement(wanted, wait_ms=5000))
            return bool(report["complete"])

        wait_until(f"revision {wanted} confirmed", complete, seconds, pause=0.001, last=report)
        return report

    def brokers(self) -> dict[str, dict[str, Any]]:
        """The console's list of brokers, by name."""
        return {
            item["broker"]: item
            for item in self.admin.get(f"/api/v1/clusters/{self.cluster_id}/brokers", limit=500)["items"]
        }

    # --- what is in the cluster ---

    def owner(self, topic: Topic) -> Broker:
        """The broker that serves the topic. Asking loads the topic."""
        found = self.lookup(topic)
        return next(broker for broker in self.cluster.brokers if broker.service_url == found)

    def lookup(self, topic: Topic) -> str:
        """The service URL of the topic's broker, by a look-up at any running broker."""
        return str(self.asked("GET", f"/lookup/v2/topic/{topic.full.replace('://', '/')}").json()["brokerUrl"])

    def move(self, topic: Topic, to: Broker) -> None:
        """Unload the topic's bundle from its owner to this broker, and wait until it is there.

        A client's look-up may assign the bundle to its old broker again before the new one has it; then it is unloaded
        again. If two brokers want it at once, Pulsar answers 500; then the request is repeated.
        """

        def is_there() -> bool:
            try:
                return self.owner(topic) is to
            except httpx.HTTPStatusError as error:
                if error.response.status_code != httpx.codes.INTERNAL_SERVER_ERROR:
                    raise
                return False

        lookup = f"/lookup/v2/topic/{topic.full.replace('://', '/')}"
        for patience in (15, 15, 60):
            if not is_there():
                bundle = self.asked("GET", f"{lookup}/bundle").text
                path = f"/admin/v2/namespaces/{TENANT}/{topic.namespace}/{bundle}/unload"
                self.asked("PUT", f"{path}?destinationBroker={to.name}")
            with contextlib.suppress(TimeoutError):
                wait_until(f"{topic.full} on {to.name}", is_there, patience, pause=0.05)
                return
        raise TimeoutError(f"{topic.full} does not move to {to.name}; it is on {self.lookup(topic)}")

    def asked(self, method: str, path: str) -> httpx.Response:
        """The answer of any running broker's admin REST API to the operator. Redirects are followed with the token."""
        running = next(broker for broker in self.cluster.brokers if broker.runs())
        headers = {"Authorization": f"Bearer {self.operator.token}"}
        url: str | httpx.URL = running.admin_url + path
        with httpx.Client(headers=headers, timeout=40) as client:
            for _ in range(4):
                answer = client.request(method, url)
                if answer.next_request is None:
                    answer.raise_for_status()
                    return answer
                url = answer.next_request.url
        raise RuntimeError(f"{method} {path}: sent round in circles")

    def keep(self, topic: Topic) -> None:
        """Keep all messages of the topic, by a subscription that does not read them."""
        with python.client(self.cluster.service_url, python.by_token(self.operator.token)) as connected:
            connected.subscribe(topic.full, "keeper", initial_position=pulsar.InitialPosition.Earliest).close()

    def contents(self, topic: Topic) -> list[dict[str, Any]]:
        """All messages of the topic in order, read by the operator."""
        found = []
        with python.client(self.cluster.service_url, python.by_token(self.operator.token), seconds=60) as connected:
            reader = connected.create_reader(topic.full, pulsar.MessageId.earliest)
            while reader.has_message_available():
                found.append(json.loads(reader.read_next(20_000).data()))
        return found

    def door_of(self, broker: Broker) -> Door:
        """The door between this broker and the center."""
        return self.doors[self.cluster.brokers.index(broker)]

    def _start_center(self) -> None:
        self.center.start()
        self.admin = CenterApi.first_sign_in(self.center.url, *self.center.first_administrator())
        self._sessions.append(self.admin)
        brokers = self.cluster.brokers
        made = self.admin.post(
            "/api/v1/clusters", name=NAME, address=brokers[0].service_url, admin_url=brokers[0].admin_url
        )
        self.cluster_id = int(made["id"])
        path = f"/api/v1/clusters/{self.cluster_id}"
        credential = self.secret("cluster-credential", self.admin.post(f"{path}/credentials")["credential"])
        token = self.secret("broker.jwt", self.admin.post(f"{path}/broker-token")["token"])
        lines = broker_conf(self.admin.get(f"{path}/broker-conf"))
        for broker, door in zip(brokers, self.doors, strict=True):
            broker.settings = {
                **lines,
                **broker.settings,
                "userCenterUrl": door.url,
                "userCenterCredentialFile": str(credential),
                "brokerClientAuthenticationParameters": f"file://{token}",
                "userCenterHeartbeatSeconds": "1",
            }
        self.operator = self.service("operator")
        self.admin.grant(self.operator.id, CLUSTER_TYPE, self.cluster_id, ADMINISTER_CLUSTER)

    def secret(self, name: str, secret: str) -> Path:
        """A file that only its owner reads."""
        return secret_file(self.directory, name, secret)
