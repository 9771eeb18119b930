"""Twelve brokers over real HTTP: the confirmation names lagging and vanished ones, and many may wait for it."""

import contextlib
import http.client
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select, update

from app.audit.trail import trail
from app.brokers.models import BrokerQuestion
from app.platform.clock import now_ms
from app.resources.broker_registration import BrokerRegistration
from app.resources.models import Cluster
from tests.brokers.simulated import SimulatedBroker, brokers_of
from tests.center import Center
from tests.end_to_end.waiting import wait_until
from tests.factories import a_cluster, a_grant, a_user

Answer = dict[str, Any]
TOPIC = "persistent://acme/orders/created"


@pytest.fixture
def cluster(center: Center) -> Cluster:
    """A cluster."""
    return center.make(a_cluster)


@pytest.fixture
def twelve(center: Center, cluster: Cluster, root: httpx.Client) -> Iterator[list[SimulatedBroker]]:
    """Its brokers. They report only what is new, so that a slow machine must not take them for vanished."""
    center.app.state.settings = center.settings.model_copy(update={"heartbeat_seconds": 300})
    with brokers_of(center, cluster, 12) as brokers:
        yield brokers


@pytest.fixture
def enforcement(root: httpx.Client, cluster: Cluster) -> Callable[..., Answer]:
    """Asks for the enforcement of a revision."""

    def ask(revision: int, wait_ms: int = 20_000) -> Answer:
        path = f"/api/v1/clusters/{cluster.id}/enforcement"
        found: Answer = root.get(path, params={"revision": revision, "wait_ms": wait_ms}).raise_for_status().json()
        return found

    return ask


def change_something(center: Center) -> int:
    """A change; answers its revision."""
    center.make(a_user)
    return center.read(trail.current_revision)


@pytest.mark.usefixtures("twelve")
def test_enforcement_on_all_twelve_tells_how_long_it_took(center: Center, enforcement: Callable[..., Answer]) -> None:
    found = enforcement(change_something(center))
    assert (found["verdict"], found["brokers"], found["enforced"]) == ("enforced", 12, 12)
    assert found["after_ms"] is not None
    print(f"\nenforced on 12 of 12 after {found['after_ms']} ms")


def test_lagging_and_vanished_brokers_are_named(
    center: Center, cluster: Cluster, twelve: list[SimulatedBroker], enforcement: Callable[..., Answer]
) -> None:
    twelve[3].lags = twelve[7].lags = True
    revision = change_something(center)
    wait_until("ten of twelve", lambda: enforcement(revision, 300)["enforced"] == 10)
    found = enforcement(revision, 300)
    assert (found["verdict"], found["enforced"]) == ("behind", 10)
    assert {broker["broker"] for broker in found["behind"]} == {"broker-3:8080", "broker-7:8080"}
    with center.database.writing() as session:
        silent = update(BrokerRegistration).where(BrokerRegistration.broker == "broker-7:8080")
        session.execute(silent.values(last_seen=now_ms() - 1_000_000))
    late = threading.Timer(0.3, twelve[3].plugin.heartbeat, (revision, "broker-3:8080"))
    late.start()
    found = enforcement(revision)
    late.join()
    assert (found["verdict"], found["enforced"], found["brokers"]) == ("vanished", 11, 11)
    assert [broker["broker"] for broker in found["vanished"]] == ["broker-7:8080"]
    assert found["vanished"][0]["serves_until"] > now_ms()
    twelve[7].plugin.heartbeat(revision, "broker-7:8080")
    assert enforcement(revision)["enforced"] == 12


def test_many_waiting_requests_hold_no_resources(
    center: Center, root: httpx.Client, twelve: list[SimulatedBroker], enforcement: Callable[..., Answer]
) -> None:
    twelve[0].lags = True
    revision = change_something(center)
    reports, many = center.app.state.reports, 60
    with ThreadPoolExecutor(many) as pool:
        waiting = [pool.submit(enforcement, revision, 30_000) for _ in range(many)]
        wait_until("all wait", lambda: reports._waiting.total() == many)
        # More wait than the pools have threads and connections: everybody else is served meanwhile.
        assert root.get("/api/v1/session").status_code == 200
        twelve[0].plugin.heartbeat(revision, twelve[0].name)
        assert {future.result()["verdict"] for future in waiting} == {"enforced"}
    assert reports._waiting.total() == 0


def test_a_client_that_hangs_up_ends_its_wait(
    center: Center, cluster: Cluster, root: httpx.Client, twelve: list[SimulatedBroker]
) -> None:
    twelve[0].lags = True
    revision, reports = change_something(center), center.app.state.reports
    path = f"/api/v1/clusters/{cluster.id}/enforcement?revision={revision}&wait_ms=30000"
    with contextlib.closing(http.client.HTTPConnection(center.url.removeprefix("http://"))) as waiting:
        waiting.request("GET", path, headers={"Authorization": root.headers["Authorization"]})
        wait_until("it waits", lambda: reports._waiting)
    wait_until("it waits no longer", lambda: not reports._waiting, seconds=5)  # not to the end


def connection(principal: str, topic: str, since: int) -> dict[str, object]:
    """A producer of the principal."""
    return {"kind": "producer", "principal": principal, "topic": topic, "since": since, "name": "p", "address": "a:1"}


def test_live_connections_of_all_brokers(
    center: Center, cluster: Cluster, root: httpx.Client, twelve: list[SimulatedBroker]
) -> None:
    for number, broker in enumerate(twelve):
        broker.connections = [connection("alice", TOPIC, number), connection(f"u{number}", "persistent://a/b/c", 1)]
    path = f"/api/v1/clusters/{cluster.id}/connections"
    alices = root.get(path, params={"principal": "alice"}).json()
    assert ([row["broker"] for row in alices["items"]], alices["total"], alices["answered"]) == (
        [broker.name for broker in twelve], 12, 12,
    )  # fmt: skip
    some = root.get(path, params={"resource": f"{TOPIC}-partition-3", "limit": 5}).json()
    assert (len(some["items"]), some["total"], some["late"]) == (5, 12, [])
    twelve[5].mute = True
    late: Answer = {}

    def eleven_answered() -> bool:
        late.update(root.get(path, params={"wait_ms": 500}).json())
        return bool(late["answered"] == 11)

    wait_until("eleven answers", eleven_answered)
    assert (late["late"], late["total"], late["answered"]) == (["broker-5:8080"], 22, 11)
    assert center.read(lambda session: session.scalar(select(func.count(BrokerQuestion.id)))) == 0


def test_live_connections_are_for_administrators_and_their_own_users(
    center: Center, cluster: Cluster, twelve: list[SimulatedBroker]
) -> None:
    owner = center.make(a_user, "owner")
    center.make(a_user, "owner.sub", parent=owner)
    other = center.make(a_user, "other")
    for person in (owner, other):
        center.make(a_grant, person, [100], 1, cluster.id)
    path = f"/api/v1/clusters/{cluster.id}/connections"
    twelve[0].connections = [connection("owner.sub", TOPIC, 1), connection("other", TOPIC, 1)]
    seen = center.with_token(owner)
    assert seen.get(path, params={"principal": "owner.sub"}).json()["total"] == 1
    for query in ({}, {"principal": "other"}, {"resource": TOPIC}, {"principal": "nobody"}):
        assert seen.get(path, params=query).status_code == 403, query
    assert seen.get(path, params={"resource": "a//b"}).status_code == 422
    assert center.with_token(center.make(a_user, "stranger")).get(path).status_code == 404


def test_an_answer_without_a_question_is_refused(
    center: Center, cluster: Cluster, twelve: list[SimulatedBroker]
) -> None:
    body = {"question": 99, "broker": "b", "boot": "b", "total": 0, "connections": []}
    assert twelve[0].plugin.client.post("/api/broker/v1/connections", json=body).status_code == 404
