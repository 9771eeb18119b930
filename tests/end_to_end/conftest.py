"""One center and one broker for most end-to-end tests; each test makes its own accounts and topics."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pulsar
import pytest
from xdist.scheduler import LoadScopeScheduling

from tests.end_to_end.center.api import CenterApi
from tests.end_to_end.center.process import QUICK_HASHES
from tests.end_to_end.clients import python
from tests.end_to_end.clients.java import JavaSignIn, PulsarAdmin
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.waiting import wait_until

_ADMINISTER_CLUSTER, _CREATE_TENANTS = 4, 100
WRITE_TOPIC, READ_TOPIC = 302, 303
CLUSTER_TYPE, TENANT_TYPE, NAMESPACE_TYPE, TOPIC_TYPE = 1, 2, 3, 4
_HERE = Path(__file__).parent
_BROKERS_OF_THEIR_OWN = (
    "authentication",
    "cluster",
    "drift",
    "expiry",
    "from_nothing",
    "functions",
    "importing",
    "relying_parties",
    "replication",
    "stock",
    "versions",
)
_MEASURED = "measured"
_numbers = itertools.count(1)


class ByBroker(LoadScopeScheduling):  # type: ignore[misc]
    """With `-n 2`, tests that share a broker run in one process. Brokers mostly wait, so two run in parallel."""

    def _split_scope(self, nodeid: str) -> str:
        file = self.config.rootpath / nodeid.partition("::")[0]
        if _HERE not in file.parents:
            return str(super()._split_scope(nodeid))
        place = file.relative_to(_HERE).parts[0]
        return place if place in _BROKERS_OF_THEIR_OWN else "the shared broker"


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByBroker:
    """Use this scheduler."""
    return ByBroker(config, log)


@pytest.fixture
def record_measurement(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Record a measurement, which is printed below the results. Times are never asserted."""
    return lambda line: request.node.user_properties.append((_MEASURED, line))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the measurements, also those of other processes."""
    reports = [each for outcome in ("passed", "failed") for each in terminalreporter.getreports(outcome)]
    said = [
        value for each in reports if each.when == "call" for name, value in each.user_properties if name == _MEASURED
    ]
    if said:
        terminalreporter.section("measured")
        for line in said:
            terminalreporter.write_line(str(line))


@pytest.fixture(scope="session")
def estate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Estate]:
    """Center and broker, running, the broker enforcing."""
    made = Estate(tmp_path_factory.mktemp("estate"))
    made.center.settings |= QUICK_HASHES
    try:
        made.start({"transactionCoordinatorEnabled": "true"})
        yield made
    finally:
        made.kill()


@dataclass
class Business:
    """A main account with a tenant, a namespace and a topic of its own, all real on the cluster."""

    estate: Estate
    name: str
    owner_id: int
    owner: CenterApi
    tenant: int
    namespace: int
    topic_id: int

    @property
    def topic(self) -> str:
        """Full name of its topic."""
        return f"persistent://{self.name}/orders/created"

    @property
    def url(self) -> str:
        """Where clients connect."""
        return self.estate.broker.service_url

    def service(self, suffix: str, *authorities: int) -> tuple[Account, int | None]:
        """A sub-account, with these authorities on the topic; answers it and the grant's id."""
        account = self.estate.service(self.owner, f"{self.name}-{suffix}", self.owner_id)
        grant = self.owner.grant(account.id, TOPIC_TYPE, self.topic_id, *authorities) if authorities else None
        self.wait_until_enforced()
        return account, grant

    def add_topic(self, name: str, **options: object) -> int:
        """One more topic in the namespace, ready on the cluster."""
        made = self.owner.post("/api/v1/topics", namespace_id=self.namespace, name=name, **options)
        self.owner.ready(f"/api/v1/topics/{made['id']}")
        return int(made["id"])

    def refuses_sign_in(self, authentication: pulsar.Authentication) -> None:
        """Assert that the broker refuses this sign-in, by its events; the stock client only sees a timeout."""
        before = self.estate.sign_ins_refused()
        with pytest.raises(pulsar.PulsarException), python.client(self.url, authentication, seconds=2) as connected:
            connected.create_producer(self.topic)
        wait_until("the refusal in the events", lambda: self.estate.sign_ins_refused() > before, seconds=10, pause=0.1)

    def wait_until_enforced(self) -> None:
        """Wait until the broker enforces what the owner did last."""
        self.estate.admin.revision = max(self.estate.admin.revision, self.owner.revision)
        self.estate.wait_for_broker()


@pytest.fixture
def business(estate: Estate) -> Business:
    """A fresh business: nothing of it is shared with another test."""
    return new_business(estate)


def new_business(estate: Estate) -> Business:
    """A main account with a tenant, a namespace and a topic; waits for the topic, which is made last."""
    name = f"acme{next(_numbers)}"
    owner_id, owner = estate.person(f"{name}-owner")
    estate.admin.grant(owner_id, CLUSTER_TYPE, estate.cluster, _CREATE_TENANTS)
    tenant = int(owner.post("/api/v1/tenants", name=name, cluster_ids=[estate.cluster])["id"])
    namespace = int(owner.post("/api/v1/namespaces", tenant_id=tenant, name="orders")["id"])
    topic = int(owner.post("/api/v1/topics", namespace_id=namespace, name="created")["id"])
    owner.ready(f"/api/v1/topics/{topic}")
    return Business(estate, name, owner_id, owner, tenant, namespace, topic)


@pytest.fixture
def pulsar_admin(estate: Estate) -> Callable[[Account], PulsarAdmin]:
    """`bin/pulsar-admin` with the token of an account."""

    def as_account(account: Account) -> PulsarAdmin:
        directory = estate.directory / f"admin-{account.username}"
        return PulsarAdmin(
            directory, estate.broker.admin_url, estate.broker.service_url, JavaSignIn.token(account.token)
        )

    return as_account


@pytest.fixture
def operator(estate: Estate) -> Account:
    """A service user that administers the cluster: reads the real state with pulsar-admin."""
    return new_operator(estate)


def new_operator(estate: Estate) -> Account:
    """A service user that administers the cluster; waits until the broker knows it."""
    account = estate.service(estate.admin, f"operator{next(_numbers)}")
    estate.admin.grant(account.id, CLUSTER_TYPE, estate.cluster, _ADMINISTER_CLUSTER)
    estate.wait_for_broker()
    return account
