"""One center and two clusters of one broker each, on two of which a tenant lives."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.end_to_end.center.api import CenterApi
from tests.end_to_end.center.process import QUICK_HASHES
from tests.end_to_end.conftest import CLUSTER_TYPE, TENANT_TYPE
from tests.end_to_end.estate import JAR, Account, Estate
from tests.end_to_end.pulsar.standalone import PulsarStandalone

_CREATE_TENANTS, _WRITE, _READ = 100, 102, 103
_SOON = {"replicationPolicyCheckDurationSeconds": "2", "replicationStartAt": "earliest"}


@dataclass
class Side:
    """A cluster: its id in the center, its name, its broker."""

    id: int
    name: str
    broker: PulsarStandalone


@dataclass
class Two:
    """Two clusters of one center; `owner` makes tenants on both, `client` writes and reads what is in them."""

    estate: Estate
    east: Side
    west: Side
    owner: CenterApi
    client: Account

    def tenant(self, name: str) -> int:
        """A tenant on both, whose topics the client may write and read. Does not wait for the clusters."""
        made = self.owner.post("/api/v1/tenants", name=name, cluster_ids=[self.east.id, self.west.id])
        self.let_client_in(name)
        return int(made["id"])

    def let_client_in(self, tenant: str) -> None:
        """Let the client write and read what is in a tenant."""
        self.estate.admin.grant(self.client.id, TENANT_TYPE, self.id_of("tenant", tenant), _WRITE, _READ)

    def id_of(self, kind: str, name: str) -> int:
        """The id of a resource."""
        return int(self.estate.admin.get("/api/v1/names", kind=kind, name=name)["id"])

    def topic(self, tenant: int, name: str) -> int:
        """A topic in a namespace of its own name."""
        namespace = self.owner.post("/api/v1/namespaces", tenant_id=tenant, name=name)["id"]
        return int(self.owner.post("/api/v1/topics", namespace_id=namespace, name=name)["id"])

    def wait_until_enforced(self, *sides: Side) -> None:
        """Wait until they enforce what the owner did last."""
        self.estate.admin.revision = max(self.estate.admin.revision, self.owner.revision)
        for side in sides:
            self.estate.admin.wait_until_enforced(side.id, 60)


@pytest.fixture(scope="package")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Two]:
    """Center and both brokers, running and enforcing."""
    directory = tmp_path_factory.mktemp("two")
    estate = Estate(directory)
    estate.center.settings |= QUICK_HASHES
    brokers = [PulsarStandalone(directory / name, {}, jar=JAR) for name in ("east", "west")]
    try:
        estate.start_center()
        east, west = (
            Side(estate.join(broker, broker.directory.name), broker.directory.name, broker) for broker in brokers
        )
        for broker in brokers:
            broker.settings |= _SOON | {"clusterName": broker.directory.name}
            broker.launch()
        for broker in brokers:
            broker.wait()
        owner_id, owner = estate.person("owner")
        for side in (east, west):
            estate.admin.grant(owner_id, CLUSTER_TYPE, side.id, _CREATE_TENANTS)
            estate.admin.wait_until_enforced(side.id, 60)
        yield Two(estate, east, west, owner, estate.service(estate.admin, "client"))
    finally:
        for broker in brokers:
            broker.stop()
        estate.kill()
