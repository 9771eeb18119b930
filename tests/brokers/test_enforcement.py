"""Heartbeats, and waiting until a revision is enforced everywhere."""

import threading
import time

from sqlalchemy import select, update

from app.audit import epochs, trail
from app.brokers.models import BrokerRegistration, ClusterCredential
from app.clock import now_ms
from tests.brokers.plugin import BASE, a_plugin
from tests.center import Center
from tests.factories import a_cluster, a_user, an_administrator


def test_a_heartbeat_answers_the_newest_revision_and_the_interval(center: Center) -> None:
    plugin = a_plugin(center, center.make(a_cluster))
    answer = plugin.heartbeat(1)
    assert answer.json() == {
        "revision": center.read(trail.current_revision),
        "epoch": center.read(epochs.current).epoch,
        "interval_seconds": 10,
    }
    assert center.read(lambda session: session.scalars(select(ClusterCredential.last_use)).one()) is not None


def test_what_a_newer_plugin_reports_besides_is_ignored(center: Center) -> None:
    plugin = a_plugin(center, center.make(a_cluster))
    assert plugin.heartbeat(1, moon_phase={"deep": ["er"]}).status_code == 200
    assert plugin.heartbeat(1, pulsar=4).status_code == 422


def test_waiting_for_enforcement(center: Center) -> None:
    cluster = center.make(a_cluster)
    plugin, admin = a_plugin(center, cluster), center.with_token(center.make(an_administrator))
    revision = center.read(trail.current_revision)
    path = f"/api/v1/clusters/{cluster.id}/enforcement"
    plugin.heartbeat(revision - 1, "one")
    plugin.heartbeat(revision, "two")
    at_once = admin.get(path, params={"revision": revision}).json()
    assert (at_once["brokers"], at_once["enforced"], at_once["complete"]) == (2, 1, False)
    timer = threading.Timer(0.3, plugin.heartbeat, (revision, "one"))
    timer.start()
    waited = admin.get(path, params={"revision": revision, "wait_ms": 20_000}).json()
    timer.join()
    assert (waited["enforced"], waited["complete"]) == (2, True)
    assert 200 <= waited["waited_ms"] < 10_000
    begun = time.monotonic()
    center.make(a_user)
    never = admin.get(path, params={"revision": center.read(trail.current_revision), "wait_ms": 200}).json()
    assert (never["complete"], never["enforced"]) == (False, 0)
    assert time.monotonic() - begun < 10


def test_what_is_not_there_yet_is_enforced_nowhere(center: Center) -> None:
    """Also where no broker reports, which otherwise means that nothing has to be waited for."""
    cluster, admin = center.make(a_cluster), center.with_token(center.make(an_administrator))
    path, newest = f"/api/v1/clusters/{cluster.id}/enforcement", center.read(trail.current_revision)
    assert admin.get(path, params={"revision": newest}).json()["complete"] is True
    answer = admin.get(path, params={"revision": newest + 1})
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_revision")


def test_a_silent_broker_is_stale_then_gone(center: Center) -> None:
    cluster = center.make(a_cluster)
    plugin, admin = a_plugin(center, cluster), center.with_token(center.make(an_administrator))
    plugin.heartbeat(10**6, "one")
    for silent_seconds, state, complete in ((31, "stale", False), (301, "gone", True)):
        with center.database.writing() as session:
            session.execute(update(BrokerRegistration).values(last_seen=now_ms() - silent_seconds * 1000))
        assert admin.get(f"/api/v1/clusters/{cluster.id}/brokers").json()[0]["state"] == state
        answer = admin.get(f"/api/v1/clusters/{cluster.id}/enforcement", params={"revision": 1}).json()
        assert (answer["brokers"], answer["complete"]) == (0, complete)


def test_an_overtaken_report_takes_nothing_back_but_a_restart_does(center: Center) -> None:
    plugin = a_plugin(center, center.make(a_cluster))
    stored = select(BrokerRegistration.revision)
    plugin.heartbeat(7)
    plugin.heartbeat(5)
    assert center.read(lambda session: session.scalars(stored).one()) == 7
    plugin.boot = "boot-2"
    plugin.heartbeat(5)
    assert center.read(lambda session: session.scalars(stored).one()) == 5


def test_brokers_are_for_who_administers_the_cluster(center: Center) -> None:
    cluster = center.make(a_cluster)
    alice = center.with_token(center.make(a_user, "alice"))
    assert alice.get(f"/api/v1/clusters/{cluster.id}/brokers").status_code == 404
    assert alice.get(f"/api/v1/clusters/{cluster.id}/enforcement", params={"revision": 1}).status_code == 404
    plugin = a_plugin(center, cluster)
    assert plugin.client.post(f"{BASE}/heartbeat", json={"broker": "x"}).status_code == 422


def test_first_reports_of_one_broker_at_the_same_time(center: Center) -> None:
    plugin = a_plugin(center, center.make(a_cluster))
    answers: list[int] = []
    threads = [threading.Thread(target=lambda: answers.append(plugin.heartbeat(3).status_code)) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [200] * 5
