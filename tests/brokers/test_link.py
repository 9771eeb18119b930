"""GET /link: changes down, reports up, over one WebSocket."""

import contextlib
import json
from typing import Any

import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed, InvalidStatus

from app.api.broker import link as route
from app.audit.trail import epochs, trail
from app.brokers import credentials, heartbeats, live_connections
from app.grants import grants
from app.platform.clock import now_ms
from app.platform.database import Database
from app.resources.broker_registration import BrokerRegistration
from app.resources.models import Cluster
from tests.api.estate import problem
from tests.brokers.linked import WHOLE, Link, opened
from tests.brokers.plugin import BASE, Listening, Plugin, a_plugin
from tests.center import Center
from tests.databases.reports.sending import a_report
from tests.end_to_end.waiting import wait_until
from tests.factories import TENANT, a_grant, a_tenant, a_user, an_administrator

pytestmark = pytest.mark.any_database


def stored(center: Center, broker: str = "broker-1:8080") -> BrokerRegistration | None:
    """Its last report."""
    query = select(BrokerRegistration).where(BrokerRegistration.broker == broker)
    return center.read(lambda session: session.scalars(query).one_or_none())


def revision_of(center: Center, broker: str = "broker-1:8080") -> int:
    """That it reported; 0 before its first report."""
    row = stored(center, broker)
    return row.revision if row else 0


def test_a_revocation_comes_and_its_confirmation_counts(center: Center, cluster: Cluster, plugin: Plugin) -> None:
    grant = center.make(a_grant, center.make(a_user, "alice"), [102], TENANT, center.make(a_tenant, "acme", cluster).id)
    admin = center.with_token(center.make(an_administrator))
    before = center.read(epochs.current)
    with Link(plugin, before.revision, {"epoch": before.epoch, "mark": before.mark}) as link:
        link.report(before.revision, epoch=before.epoch, mark=before.mark)
        center.make(grants.revoke, "test", grant.id)
        event, delta = link.next()
        now = center.read(epochs.current)
        assert (event, delta["after"], delta["gone"]) == ("delta", before.revision, {"grants": [grant.id]})
        assert (delta["revision"], delta["epoch"], delta["mark"]) == (now.revision, now.epoch, now.mark)
        assert link.hello["known"]
        assert abs(link.times[0] - now_ms()) < 60_000
        link.say(revision=now.revision, mark=now.mark)
        path = f"/api/v1/clusters/{cluster.id}/enforcement?revision={now.revision}&wait_ms=30000"
        found = admin.get(path).json()
        assert (found["verdict"], found["enforced"]) == ("enforced", 1)


def test_later_reports_say_what_has_changed(center: Center, plugin: Plugin) -> None:
    newest = center.read(epochs.current)
    with Link(plugin, newest.revision) as link:
        link.report(0, source="a:1", limits=["prefix"], drops={"queue_full": 3}, mode="observe", more="unknown")
        wait_until("it is stored", lambda: stored(center))
        link.say(revision=newest.revision, epoch=newest.epoch, mark=newest.mark, connections=7)
        wait_until("it is stored", lambda: revision_of(center) == newest.revision)
        link.say(mode="enforce")
        wait_until("it is stored", lambda: (stored(center) or BrokerRegistration(observing=1)).observing == 0)
    row = stored(center)
    assert row is not None
    assert (row.revision, row.epoch, row.connections, row.source) == (newest.revision, newest.epoch, 7, "a:1")
    assert (row.limits, row.drops, row.kicks, row.left_time) == ("prefix", '{"queue_full": 3}', 1, None)


def test_an_unknown_revision_is_answered_with_reset(center: Center, plugin: Plugin) -> None:
    newest = center.read(trail.current_revision)
    for unknown in (0, newest + 5):
        with Link(plugin, unknown) as link:
            assert link.next() == ("reset", {"revision": newest})
            assert link.hello["known"] is (unknown == 0)


def test_questions_come(center: Center, cluster: Cluster, plugin: Plugin) -> None:
    with Link(plugin, center.read(trail.current_revision)) as link:
        center.make(a_user)
        assert link.next()[0] == "delta", "the feed has begun: it passes on what is asked from now on"
        asked = center.make(live_connections.ask, cluster.id, "alice", None, 10, now_ms())
        question = {"id": asked.id, "principal": "alice", "resource": None, "most": 10}
        assert link.next() == ("connections", question)


def test_a_quiet_link_states_the_time(center: Center, plugin: Plugin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(route, "KEEP_ALIVE_SECONDS", 0.05)
    with Link(plugin, center.read(trail.current_revision)) as link:
        events = [json.loads(link.socket.recv(20)) for _ in range(5)]
    times = [event["time"] for event in events if "time" in event]
    assert times == sorted(times, key=lambda said: said["time"])
    assert len(times) >= 4
    assert {said["interval_seconds"] for said in times} == {center.settings.heartbeat_seconds}


def test_a_late_report_sets_nothing_back(center: Center, cluster: Cluster, plugin: Plugin) -> None:
    """Of the link before, by another instance."""
    newest = center.read(trail.current_revision)
    with Link(plugin, newest) as link:
        link.report(newest, boot="boot")
        wait_until("it is stored", lambda: revision_of(center) == newest)
        heartbeats.take(center.database, [a_report(center, cluster, "broker-1:8080", newest - 1)])
        assert revision_of(center) == newest


def test_goodbye_by_the_other_way_is_not_undone(center: Center, plugin: Plugin) -> None:
    newest = center.read(trail.current_revision)
    with Link(plugin, newest) as link:
        link.report(newest)
        wait_until("it is stored", lambda: stored(center))
        assert plugin.heartbeat(newest, leaving=True).status_code == 200
        link.say(connections=0, events_written=5)
        wait_until("it is stored", lambda: getattr(stored(center), "events_written", 0) == 5)
        assert getattr(stored(center), "left_time", None) is not None


def test_brokers_of_before_follow_beside_links(center: Center, cluster: Cluster, plugin: Plugin) -> None:
    after = center.read(trail.current_revision)
    admin = center.with_token(center.make(an_administrator))
    begin = center.read(trail.current_revision)
    with Link(plugin, begin) as link, Listening(plugin.client, after) as old:
        link.report(begin)
        center.make(a_user, "alice")
        now = center.read(trail.current_revision)
        while (frame := old.next()) and frame[1]["revision"] < now:
            pass
        while link.next()[1]["revision"] < now:
            pass
        link.say(revision=now)
        assert plugin.heartbeat(now, "broker-old:8080").json()["pause_ms"] == 100
        found = admin.get(f"/api/v1/clusters/{cluster.id}/enforcement?revision={now}&wait_ms=30000").json()
        assert (found["verdict"], found["enforced"]) == ("enforced", 2)


def test_another_instance_is_heard_over_a_link(center: Center, plugin: Plugin) -> None:
    other = Database(center.settings.database_url)
    with Link(plugin, center.read(trail.current_revision)) as link:
        with other.writing() as session:
            trail.lock_revision(session)
            a_user(session, "alice")
        assert link.next()[0] == "delta"
    other.close()


def test_a_withdrawn_credential_ends_the_link(center: Center, cluster: Cluster) -> None:
    plugin = a_plugin(center, cluster)
    own = center.read(credentials.of_cluster, cluster.id)[-1]
    with Link(plugin, center.read(trail.current_revision)) as link:
        link.report(1)
        center.make(credentials.withdraw, "test", cluster.id, own.id)
        assert link.end() == (1001, "the change feed has ended")
    with pytest.raises(InvalidStatus) as refused, opened(plugin, {"after": 1}):
        pass
    assert refused.value.response.status_code == 401


def test_what_is_not_stored_is_said_and_tried_again(
    center: Center, plugin: Plugin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(route, "_RETRY_SECONDS", 0.05)
    taken = center.app.state.heartbeats
    monkeypatch.setattr(taken, "_most", 0)
    with Link(plugin, center.read(trail.current_revision)) as link:
        link.report(1)
        event, refusal = link.next()
        assert (event, refusal["code"]) == ("refused", "busy")
        monkeypatch.setattr(taken, "_most", 10)
        wait_until("it is stored", lambda: stored(center))


WRONG: dict[str, tuple[list[Any], int, str]] = {
    "no JSON": (["{"], 1007, "a report is a JSON object"),
    "no object": (["[1]"], 1007, "a report is a JSON object"),
    "nested deeply": (["[" * 60_000], 1007, "a report is a JSON object"),
    "bytes": ([b"{}"], 1003, "a report is a text"),
    "too long": (["x" * 65_537], 1009, "frame with 65537 bytes exceeds limit of 65536 bytes"),
    "not the whole": ([{"revision": 1}], 1007, "broker: Field required"),
    "a wrong number": ([WHOLE | {"revision": -1}], 1007, "revision: Input should be greater than or equal to 0"),
    "a wrong change": ([WHOLE | {"revision": 1}, {"epoch": 1}], 1007, "epoch: Input should be a valid string"),
    "a long word in a reason": (
        [WHOLE | {"revision": 1, "drops": {"ü" * 900: 1}}],
        1007,
        "drops." + "ü" * 57,
    ),
    "another broker": ([WHOLE | {"revision": 1}, {"broker": "b"}], 1007, "broker: a link is of one, since its start"),
    "too many": ([WHOLE | {"revision": 1}] + [{}] * 5, 1008, "more than 3 reports in a second"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_a_broker_may_not_send_closes_its_link_and_is_logged_once(
    center: Center, plugin: Plugin, case: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    messages, code, reason = WRONG[case]
    monkeypatch.setattr(route, "_A_SECOND", 3)
    monkeypatch.setattr(route, "monotonic", lambda: 1.0)  # all in one second
    with Link(plugin, center.read(trail.current_revision)) as link:
        with contextlib.suppress(ConnectionClosed):
            for message in messages:
                link.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))
        assert link.end() == (code, reason)
    logged = [""]

    def is_logged() -> bool:
        logged[0] += capsys.readouterr().err
        return '"link closed"' in logged[0]

    wait_until("it is logged", is_logged)
    lines = [json.loads(line) for line in logged[0].splitlines() if line.startswith("{")]
    assert [line["reason"] for line in lines if line["event"] == "link closed"] == [reason]
    assert not [line for line in lines if "exception" in line or line["level"] == "error"]


def test_silence_closes_a_link(center: Center, plugin: Plugin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(route, "LIVE_INTERVALS", 0.01)
    monkeypatch.setattr(route, "KEEP_ALIVE_SECONDS", 0.2)
    with Link(plugin, center.read(trail.current_revision)) as link:
        assert link.end() == (1008, "no report came in time")


@pytest.mark.parametrize(
    ("query", "headers", "status", "code"),
    [
        ({"after": 1}, {"Authorization": ""}, 401, "not_signed_in"),
        ({"after": 1}, {"Authorization": "Bearer x"}, 401, "not_signed_in"),
        ({"after": "x"}, {}, 422, "invalid_input"),
        ({}, {}, 422, "invalid_input"),
        ({"after": 1, "format": 0}, {}, 422, "invalid_input"),
    ],
)
def test_a_refusal_comes_before_the_link(
    plugin: Plugin, query: dict[str, Any], headers: dict[str, str], status: int, code: str
) -> None:
    with pytest.raises(InvalidStatus) as refused, opened(plugin, query, None, **headers):
        pass
    answer = refused.value.response
    assert (answer.status_code, json.loads(answer.body)["code"]) == (status, code)
    assert "Center-Time" in answer.headers


def test_a_proxy_that_strips_the_wish_gets_404(plugin: Plugin) -> None:
    assert problem(plugin.client.get(f"{BASE}/link", params={"after": 1})) == (404, "not_found")
