"""A center with the tenant acme on a played cluster, in step with each other."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from app.desired_state.drift import runs
from app.platform.clock import now_ms
from app.resources.job_order import READY
from app.resources.models import Cluster, ProvisioningJob, Tenant
from app.resources.provisioning.provisioner import Provisioner
from app.tokens.cluster_tokens import token_for
from tests.brokers.plugin import Plugin, a_plugin
from tests.center import Center
from tests.factories import TOPIC as ON_TOPIC
from tests.factories import Person, a_grant, a_user, an_administrator
from tests.importing.played_cluster import PlayedCluster
from tests.provisioning.worker_run import run_due

TOPIC = "persistent://acme/orders/created"


@dataclass
class Drifting:
    """The center, the cluster, and the administrator's client."""

    center: Center
    played: PlayedCluster
    root: httpx.Client
    cluster: int
    tenant: int
    namespace: int
    topic: int

    @property
    def path(self) -> str:
        """Where the drift of the cluster is."""
        return f"/api/v1/clusters/{self.cluster}/drift"

    def compare(self, later: int = 0) -> dict[str, Any]:
        """Ask for a comparison, and have the worker do what is due; `later`: so many milliseconds from now."""
        assert self.root.post(f"{self.path}/runs").status_code == 202
        self.work(later)
        return self.get(self.path)

    def work(self, later: int = 0) -> None:
        """Have the worker do what is due."""
        runs.run(self.center.database, self.center.settings, now_ms() + later + 5)

    def lines(self, **query: Any) -> list[dict[str, Any]]:
        """The open lines, or those of the query."""
        return list(self.get(f"{self.path}/lines", **query)["items"])

    def line(self) -> dict[str, Any]:
        """The only line."""
        (line,) = self.lines()
        return line

    def answer(self, verb: str, line: dict[str, Any], by: httpx.Client | None = None, **body: Any) -> httpx.Response:
        """Give an answer to a line."""
        return (by or self.root).post(f"{self.path}/lines/{line['id']}/{verb}", json=body)

    def done(self, verb: str, line: dict[str, Any], **body: Any) -> dict[str, Any]:
        """An answer that has to succeed."""
        answer = self.answer(verb, line, **body)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def get(self, path: str, **query: Any) -> dict[str, Any]:
        """A GET that has to succeed."""
        answer = self.root.get(path, params=query)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def settle(self) -> None:
        """As if provisioning had done all its jobs."""
        with self.center.database.writing() as session:
            session.execute(update(ProvisioningJob).values(state=READY))

    def provision(self) -> None:
        """Have provisioning do its jobs."""
        database, settings = self.center.database, self.center.settings
        run_due(Provisioner(database, settings, token_for(database, settings)))


@pytest.fixture
def drifting(center: Center) -> Iterator[Drifting]:
    """The cluster `prod`."""
    played = PlayedCluster()
    played.tenant("acme")
    played.namespace("acme/orders")
    played.topics[TOPIC] = 2
    played.wrong["/clusters"] = lambda: (200, b'["prod"]')
    with played.running():
        root = center.signed_in(center.make(an_administrator))
        cluster = create(root, "clusters", name="prod", address="pulsar://127.0.0.1:6650", admin_url=played.url)
        tenant = create(root, "tenants", name="acme", cluster_ids=[cluster])
        namespace = create(root, "namespaces", tenant_id=tenant, name="orders")
        topic = create(root, "topics", namespace_id=namespace, name="created", partitions=2)
        found = Drifting(center, played, root, cluster, tenant, namespace, topic)
        found.settle()
        yield found


def create(root: httpx.Client, noun: str, **body: Any) -> int:
    """Make something over HTTP; its id."""
    answer = root.post(f"/api/v1/{noun}", json=body)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["id"])


@dataclass
class Both:
    """The estate of `drifting`, on a second cluster, too."""

    drifting: Drifting
    played: tuple[PlayedCluster, PlayedCluster]
    ids: tuple[int, int]
    plugins: tuple[Plugin, Plugin]

    def lose(self, kind: str, *where: int) -> None:
        """These clusters do not have the place any more, nor what lay in it."""
        for number in where:
            played = self.played[number]
            played.topics.clear()
            if kind != "topic":
                played.namespaces.clear()
            if kind == "tenant":
                played.tenants.clear()


@pytest.fixture
def both(drifting: Drifting) -> Iterator[Both]:
    west = PlayedCluster("west")
    west.tenant("acme")
    west.namespace("acme/orders")
    west.topics[TOPIC] = 2
    west.wrong["/clusters"] = lambda: (200, b'["west"]')
    center = drifting.center
    with west.running():
        other = create(drifting.root, "clusters", name="west", address="pulsar://127.0.0.1:6651", admin_url=west.url)
        ids = drifting.cluster, other
        on_both = ",".join(map(str, ids))
        center.make(lambda session: setattr(session.get_one(Tenant, drifting.tenant), "clusters", on_both))
        center.make(a_user, "remover")
        first, second = (
            a_plugin(center, row) for row in center.read(lambda s: [s.get_one(Cluster, number) for number in ids])
        )
        yield Both(drifting, (drifting.played, west), ids, (first, second))


@pytest.fixture
def reader(drifting: Drifting) -> Person:
    """A user with a grant to read the topic."""
    person = drifting.center.make(a_user, "reader")
    drifting.center.make(a_grant, person, [303], ON_TOPIC, drifting.topic)
    drifting.compare()
    return person
