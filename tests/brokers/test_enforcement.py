"""Heartbeats, and waiting until a revision is enforced everywhere."""

import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from sqlalchemy import select, update

from app.audit.trail import epochs, trail
from app.brokers.enforcement import committed_at
from app.brokers.models import ClusterCredential
from app.platform.clock import now_ms
from app.resources.broker_registration import BrokerRegistration
from app.resources.models import Cluster
from tests.brokers.plugin import BASE, Plugin
from tests.center import Center
from tests.factories import Person, a_grant, a_user

PATIENCE_MS = 20_000


@pytest.fixture
def path(cluster: Cluster) -> str:
    return f"/api/v1/clusters/{cluster.id}"


def test_a_heartbeat_answers_the_newest_revision_and_the_interval(center: Center, plugin: Plugin) -> None:
    answer = plugin.heartbeat(1)
    assert answer.json() == {
        "revision": center.read(trail.current_revision),
        "epoch": center.read(epochs.current).epoch,
        "interval_seconds": 10,
        "pause_ms": 100,
    }
    assert center.read(lambda session: session.scalars(select(ClusterCredential.last_use)).one()) is not None


def test_unknown_fields_of_a_newer_plugin_are_ignored(plugin: Plugin) -> None:
    assert plugin.heartbeat(1, moon_phase={"deep": ["er"]}).status_code == 200
    assert plugin.heartbeat(1, pulsar=4).status_code == 422


def test_waiting_for_enforcement(center: Center, path: str, plugin: Plugin, root: httpx.Client) -> None:
    revision = center.read(trail.current_revision)
    plugin.heartbeat(revision - 1, "one")
    plugin.heartbeat(revision, "two")
    at_once = root.get(f"{path}/enforcement", params={"revision": revision}).json()
    assert (at_once["brokers"], at_once["enforced"], at_once["complete"]) == (2, 1, False)
    timer = threading.Timer(0.3, plugin.heartbeat, (revision, "one"))
    timer.start()
    waited = root.get(f"{path}/enforcement", params={"revision": revision, "wait_ms": PATIENCE_MS}).json()
    timer.join()
    assert (waited["enforced"], waited["complete"]) == (2, True)
    assert waited["waited_ms"] < PATIENCE_MS
    center.make(a_user)
    never = root.get(
        f"{path}/enforcement", params={"revision": center.read(trail.current_revision), "wait_ms": 200}
    ).json()
    assert (never["complete"], never["enforced"], never["waited_ms"] >= 200) == (False, 0, True)


def test_a_broker_that_observes_enforces_nothing(center: Center, path: str, plugin: Plugin, root: httpx.Client) -> None:
    """Its native provider answers: the revision it knows does not count, and there is nothing to wait for."""
    revision = center.read(trail.current_revision)
    plugin.heartbeat(revision, "one")
    plugin.heartbeat(revision, "two", mode="observe", drops={"queue_full": 3, "low_space": 0})
    found = root.get(f"{path}/enforcement", params={"revision": revision, "wait_ms": PATIENCE_MS}).json()
    assert (found["verdict"], found["complete"]) == ("observing", False)
    assert (found["brokers"], found["enforced"], found["after_ms"]) == (2, 1, None)
    assert [broker["broker"] for broker in found["observing"]] == ["two"]
    listed = {broker["broker"]: broker for broker in root.get(f"{path}/brokers").json()["items"]}
    assert (listed["one"]["observing"], listed["one"]["drops"]) == (False, {})
    assert (listed["two"]["observing"], listed["two"]["drops"]) == (True, {"queue_full": 3, "low_space": 0})
    for knows in (revision, revision - 1):
        plugin.heartbeat(knows, "two", mode="observe")
        (shown,) = root.get("/api/v1/overview").json()["brokers"]
        assert (shown["live"], shown["behind"], shown["observing"]) == (2, 0, 1), "as the verdict says"
    plugin.heartbeat(revision, "two", mode="of a newer plugin")
    assert root.get(f"{path}/enforcement", params={"revision": revision}).json()["verdict"] == "observing"
    plugin.heartbeat(revision, "two", mode="enforce")
    assert root.get(f"{path}/enforcement", params={"revision": revision}).json()["verdict"] == "enforced"
    assert plugin.heartbeat(revision, drops={"x\n": 1}).status_code == 422


def test_brokers_that_keep_connections_open_are_named_without_waiting(
    center: Center, path: str, plugin: Plugin, root: httpx.Client
) -> None:
    """It answers by the revision, but a revoked token's connection may stay: nothing is confirmed."""
    center.make(a_user)
    revision = center.read(trail.current_revision)
    asking = {"revision": revision, "wait_ms": PATIENCE_MS}
    plugin.heartbeat(revision, "one")
    plugin.heartbeat(revision, "ws", kicks=False, service="websocket")
    found = root.get(f"{path}/enforcement", params=asking).json()
    assert (found["verdict"], found["complete"], found["waited_ms"] < PATIENCE_MS) == ("unfollowed", False, True)
    assert (found["brokers"], found["enforced"], found["after_ms"]) == (2, 1, None)
    named = [(broker["broker"], broker["service"], broker["kicks"]) for broker in found["unfollowed"]]
    assert named == [("ws", "websocket", False)]
    listed = {
        broker["broker"]: (broker["service"], broker["kicks"]) for broker in root.get(f"{path}/brokers").json()["items"]
    }
    assert listed == {"one": ("broker", True), "ws": ("websocket", False)}
    plugin.boot = "boot-2"
    plugin.heartbeat(revision - 1, "ws", kicks=False, service="websocket")
    behind = root.get(f"{path}/enforcement", params={"revision": revision}).json()
    assert (behind["verdict"], behind["unfollowed"]) == ("behind", [])
    plugin.heartbeat(revision, "ws")
    assert root.get(f"{path}/enforcement", params=asking).json()["verdict"] == "enforced"
    assert plugin.heartbeat(revision, "ws", kicks=None).status_code == 422, "null is neither"
    assert root.get(f"{path}/enforcement", params=asking).json()["verdict"] == "enforced"
    plugin.client.post(f"{BASE}/heartbeat", json=of_an_older_plugin("ws", revision)).raise_for_status()
    assert root.get(f"{path}/enforcement", params=asking).json()["verdict"] == "unfollowed"


def test_a_silent_broker_that_keeps_connections_open_is_missing(
    center: Center, path: str, plugin: Plugin, root: httpx.Client
) -> None:
    """Its rights were the newest, but what it had open may be open still."""
    revision = center.read(trail.current_revision)
    plugin.heartbeat(revision, "one")
    plugin.heartbeat(revision, "two", kicks=False)
    with center.database.writing() as session:
        two = update(BrokerRegistration).where(BrokerRegistration.broker == "two")
        session.execute(two.values(last_seen=now_ms() - 31_000))
    found = root.get(f"{path}/enforcement", params={"revision": revision}).json()
    assert (found["verdict"], [broker["broker"] for broker in found["vanished"]]) == ("vanished", ["two"])


def test_the_list_says_by_which_grants_an_older_plugin_denies(
    center: Center, path: str, plugin: Plugin, root: httpx.Client
) -> None:
    revision = center.read(trail.current_revision)
    plugin.heartbeat(revision, "new", limits=["subscriptions", "prefix", "networks", "of_a_later_version"])
    plugin.heartbeat(revision, "half", limits=["prefix"])
    plugin.client.post(f"{BASE}/heartbeat", json=of_an_older_plugin("old", revision)).raise_for_status()
    listed = root.get(f"{path}/brokers").json()["items"]
    unknown = {broker["broker"]: broker["unknown_limits"] for broker in listed}
    assert unknown == {"new": [], "half": ["networks", "subscriptions"], "old": ["networks", "prefix", "subscriptions"]}
    assert plugin.heartbeat(revision, "odd", limits=["a b"]).status_code == 422


def of_an_older_plugin(broker: str, revision: int) -> dict[str, object]:
    """A heartbeat from before there was `kicks`."""
    counts = dict.fromkeys(("events_written", "events_dropped", "connections", "snapshot_at"), 0)
    return {"broker": broker, "boot": "boot-3", "plugin": "0.0.9", "pulsar": "4.0.8", "revision": revision, **counts}


def test_a_future_revision_is_enforced_nowhere(center: Center, path: str, root: httpx.Client) -> None:
    """Where no broker is live nothing is enforced, and there is nothing to wait for."""
    newest = center.read(trail.current_revision)
    found = root.get(f"{path}/enforcement", params={"revision": newest, "wait_ms": PATIENCE_MS}).json()
    assert (found["verdict"], found["complete"], found["brokers"]) == ("no_brokers", False, 0)
    assert found["waited_ms"] < PATIENCE_MS
    answer = root.get(f"{path}/enforcement", params={"revision": newest + 1})
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_revision")


def test_a_silent_broker_has_vanished_until_its_rights_are_too_old(
    center: Center, path: str, plugin: Plugin, root: httpx.Client
) -> None:
    center.make(a_user)
    revision = center.read(trail.current_revision)
    plugin.heartbeat(revision, "one")
    plugin.heartbeat(revision - 1, "two", max_age_seconds=600)
    for silent_seconds, state, verdict in (
        (0, "live", "behind"),
        (31, "vanished", "vanished"),
        (601, "expired", "enforced"),
    ):
        last_seen = now_ms() - silent_seconds * 1000
        with center.database.writing() as session:
            two = update(BrokerRegistration).where(BrokerRegistration.broker == "two")
            session.execute(two.values(last_seen=last_seen))
        states = {broker["broker"]: broker for broker in root.get(f"{path}/brokers").json()["items"]}
        assert (states["two"]["state"], states["two"]["serves_until"]) == (state, last_seen + 600_000)
        answer = root.get(f"{path}/enforcement", params={"revision": revision}).json()
        assert (answer["verdict"], answer["complete"]) == (verdict, verdict == "enforced")
        named = {kind: [broker["broker"] for broker in answer[kind]] for kind in ("behind", "vanished", "left")}
        assert named == {"behind": [], "vanished": [], "left": []} | ({verdict: ["two"]} if verdict in named else {})
        assert root.get(f"{path}/enforcement", params={"revision": revision - 1}).json()["verdict"] == "enforced"


def test_a_goodbye_is_heard_at_once_and_taken_back_only_by_a_start(
    center: Center, path: str, plugin: Plugin, root: httpx.Client
) -> None:
    center.make(a_user)
    revision = center.read(trail.current_revision)
    plugin.heartbeat(revision, "one")
    plugin.heartbeat(revision - 1, "two", leaving=True)
    plugin.heartbeat(revision - 1, "two")
    found = root.get(f"{path}/enforcement", params={"revision": revision}).json()
    assert (found["verdict"], found["brokers"]) == ("enforced", 1)
    assert [broker["broker"] for broker in found["left"]] == ["two"], "older rights are on its disk"
    plugin.boot = "boot-2"
    plugin.heartbeat(revision - 1, "two")
    assert root.get(f"{path}/enforcement", params={"revision": revision}).json()["verdict"] == "behind"


def test_the_time_counts_from_the_commit(center: Center, path: str, plugin: Plugin, root: httpx.Client) -> None:
    center.make(a_user)
    revision = center.read(trail.current_revision)
    committed = center.read(committed_at, revision)
    assert committed is not None
    plugin.heartbeat(revision - 1)
    assert root.get(f"{path}/enforcement", params={"revision": revision}).json()["after_ms"] is None
    plugin.heartbeat(revision)
    for reached, at, after_ms in ((0, 70_000, 70_000), (1, 40, 40), (1, 70_000, None)):
        values = {"revision": revision + reached, "revision_time": committed + at}
        with center.database.writing() as session:
            session.execute(update(BrokerRegistration).values(**values))
        plugin.heartbeat(revision)
        assert root.get(f"{path}/enforcement", params={"revision": revision}).json()["after_ms"] == after_ms, (
            "null: reached a later one later"
        )


def test_only_administrators_of_the_cluster_learn_names(
    center: Center, cluster: Cluster, path: str, plugin: Plugin, alice: Person
) -> None:
    center.make(a_grant, alice, [100], 1, cluster.id)
    plugin.heartbeat(1, "10.0.0.7:8080")
    found = (
        center.with_token(alice)
        .get(f"{path}/enforcement", params={"revision": center.read(trail.current_revision)})
        .json()
    )
    assert [broker["broker"] for broker in found["behind"]] == [None]


def test_an_administrator_forgets_a_dead_broker(center: Center, path: str, plugin: Plugin, root: httpx.Client) -> None:
    plugin.heartbeat(1, "pod-7:8080")
    assert center.with_token(center.make(a_user)).delete(f"{path}/brokers/pod-7:8080").status_code == 404
    assert root.delete(f"{path}/brokers/pod-7:8080").status_code == 204
    assert (root.get(f"{path}/brokers").json()["items"], root.delete(f"{path}/brokers/pod-7:8080").status_code) == (
        [],
        404,
    )


def test_an_overtaken_report_takes_nothing_back_but_a_restart_does(center: Center, plugin: Plugin) -> None:
    stored = select(BrokerRegistration.revision)
    plugin.heartbeat(7)
    plugin.heartbeat(5)
    assert center.read(lambda session: session.scalars(stored).one()) == 7
    plugin.boot = "boot-2"
    plugin.heartbeat(5)
    assert center.read(lambda session: session.scalars(stored).one()) == 5


def test_only_administrators_of_the_cluster_see_brokers(center: Center, path: str, plugin: Plugin) -> None:
    alice = center.with_token(center.make(a_user, "alice"))
    assert alice.get(f"{path}/brokers").status_code == 404
    assert alice.get(f"{path}/enforcement", params={"revision": 1}).status_code == 404
    assert plugin.client.post(f"{BASE}/heartbeat", json={"broker": "x"}).status_code == 422


def test_first_reports_of_one_broker_at_the_same_time(plugin: Plugin) -> None:
    with ThreadPoolExecutor(5) as pool:
        assert [answer.status_code for answer in pool.map(plugin.heartbeat, [3] * 5)] == [200] * 5
