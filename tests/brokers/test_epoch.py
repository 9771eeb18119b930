"""A database restored from a back-up: brokers and center notice, and nobody goes back without a command."""

import json
import threading
from dataclasses import replace

from sqlalchemy import text, update
from sqlalchemy.orm import Session

from app.audit.trail import epochs, trail
from app.audit.trail.epochs import StateVersion
from app.audit.trail.models import TrailEntry
from app.brokers import broker_states
from app.brokers.snapshot_cache import SnapshotCache
from app.resources.models import Cluster
from app.rights import snapshots
from tests.brokers.plugin import Listening, Plugin, a_plugin
from tests.center import Center
from tests.factories import (
    CLUSTER,
    TENANT,
    TOPIC,
    a_cluster,
    a_grant,
    a_namespace,
    a_tenant,
    a_topic,
    a_user,
    an_administrator,
)

ELSEWHERE = "0123456789abcdef"
"""The mark of a revision in another history."""


def listen_at(plugin: Plugin, at: StateVersion) -> Listening:
    return Listening(plugin.client, at.revision, at.epoch, at.mark)


def test_a_broker_of_this_history_is_greeted_and_followed(center: Center) -> None:
    plugin, at = a_plugin(center, center.make(a_cluster)), center.read(epochs.current)
    with listen_at(plugin, at) as feed:
        assert feed.hellos.get(timeout=60) == {
            "epoch": at.epoch,
            "revision": at.revision,
            "known": True,
            "follows": True,
        }
        center.make(a_user, "alice")
        assert (feed.next() or ("",))[0] == "delta"
    now = center.read(epochs.current)
    assert feed.marks == [(now.epoch, now.mark)]


def test_a_broker_that_missed_changes_of_this_history_gets_them(center: Center) -> None:
    plugin, at = a_plugin(center, center.make(a_cluster)), center.read(epochs.current)
    center.make(a_user, "alice")
    with listen_at(plugin, at) as feed:
        assert feed.hellos.get(timeout=60)["known"] is True
        assert (feed.next() or ("",))[0] == "delta"


def test_a_broker_of_another_history_gets_a_reset_and_no_delta(center: Center, plugin: Plugin) -> None:
    at = center.read(epochs.current)
    center.make(a_user, "alice")
    newer = replace(at, revision=at.revision + 9)
    forked = replace(at, mark=ELSEWHERE)
    before = replace(at, epoch="an epoch before")
    for unknown in (newer, forked, before):
        with listen_at(plugin, unknown) as feed:
            assert feed.hellos.get(timeout=60)["known"] is False
            assert (feed.next() or ("",))[0] == "reset"


def test_a_new_epoch_reaches_an_open_feed_at_once(center: Center) -> None:
    plugin, at = a_plugin(center, center.make(a_cluster)), center.read(epochs.current)
    with listen_at(plugin, at) as feed:
        assert feed.hellos.get(timeout=60)["epoch"] == at.epoch
        started = center.make(epochs.begin, "test")
        hello = {"epoch": started.epoch, "revision": started.revision, "known": False, "follows": True}
        assert feed.hellos.get(timeout=60) == hello
        assert feed.next() == ("reset", {"revision": started.revision})
        center.make(a_user, "alice")
        assert (feed.next() or ("",))[0] == "delta"


def test_an_open_feed_notices_that_its_revision_was_given_out_again(center: Center) -> None:
    """PostgreSQL failed over to a replica that lacked the last changes, and others have changed something since."""
    plugin, at = a_plugin(center, center.make(a_cluster)), center.read(epochs.current)

    def fork(session: Session) -> None:
        last = TrailEntry.revision == at.revision
        session.execute(text("DROP TRIGGER sys_trail_no_update"))  # otherwise nobody rewrites it
        session.execute(update(TrailEntry).where(last).values(hash=ELSEWHERE.ljust(64, "0")))
        a_user(session, "alice")

    with listen_at(plugin, at) as feed:
        assert feed.hellos.get(timeout=60)["known"] is True
        center.make(fork)
        assert feed.hellos.get(timeout=60)["known"] is False
        assert (feed.next() or ("",))[0] == "reset"


def test_a_copy_from_before_an_epoch_does_not_follow_it_without_a_command(center: Center, plugin: Plugin) -> None:
    """Restored from before the last `new-epoch`: brokers are in an epoch that this database has never heard of."""
    at = replace(center.read(epochs.current), epoch="later")
    with listen_at(plugin, at) as feed:
        assert feed.hellos.get(timeout=60)["follows"] is False
    plugin.heartbeat(at.revision, epoch="later")
    center.make(lambda session: epochs.begin(session, "test", broker_states.epochs_reported(session)))
    with listen_at(plugin, at) as feed:
        assert feed.hellos.get(timeout=60)["follows"] is True


def test_the_same_revision_of_another_epoch_is_another_snapshot(center: Center, plugin: Plugin) -> None:
    first = plugin.snapshot()
    assert plugin.snapshot(**{"If-None-Match": first.headers["etag"]}).status_code == 304
    at = center.make(epochs.begin, "test")
    cache = SnapshotCache(center.database)
    same_number = f'"{first.json()["epoch"]}.{at.revision}.{at.mark}"'
    assert plugin.snapshot(**{"If-None-Match": same_number}).status_code == 200
    assert cache.get(1, at).tag != same_number


def test_the_center_shows_who_is_ahead_and_counts_nobody_of_another_history(center: Center, cluster: Cluster) -> None:
    plugin, admin = a_plugin(center, cluster), center.with_token(center.make(an_administrator))
    at = center.read(epochs.current)
    epoch, mark = at.epoch or "", at.mark or ""

    def shown_as_ours() -> tuple[bool, bool]:
        broker = admin.get(f"/api/v1/clusters/{cluster.id}/brokers").json()["items"][0]
        path = f"/api/v1/clusters/{cluster.id}/enforcement"
        lacking = 0 if broker["known"] else center.read(trail.current_revision)
        assert broker["behind"] == lacking, "of another history it has nothing"
        (all_of_it,) = admin.get("/api/v1/overview").json()["brokers"]
        assert all_of_it["behind"] == (0 if broker["known"] else 1)
        return broker["known"], admin.get(path, params={"revision": at.revision}).json()["complete"]

    plugin.heartbeat(at.revision, epoch=epoch, mark=mark)
    assert shown_as_ours() == (True, True)
    plugin.heartbeat(at.revision + 100, epoch=epoch, mark=ELSEWHERE)
    assert shown_as_ours() == (False, False)
    plugin.heartbeat(at.revision, epoch=epoch, mark=ELSEWHERE)
    assert shown_as_ours() == (False, False)
    started = center.make(epochs.begin, "test")
    plugin.heartbeat(at.revision, epoch=epoch, mark=mark)
    assert shown_as_ours() == (False, False)
    plugin.heartbeat(started.revision, epoch=started.epoch or "", mark=started.mark or "", source="center-2:8080")
    assert shown_as_ours() == (True, True)


def test_the_snapshot_sent_is_the_document(center: Center, cluster: Cluster) -> None:
    alice, tenant = center.make(a_user, "alice"), center.make(a_tenant, "acme", cluster)
    topic = center.make(a_topic, center.make(a_namespace, tenant), 'snow "雪" \\ \u2028')
    places = (([102], TENANT, tenant.id), ([3], CLUSTER, cluster.id), ([302, 303], TOPIC, topic.id))
    for authorities, *place in places:
        center.make(a_grant, alice, authorities, *place)
    plugin = a_plugin(center, cluster)
    with center.database.reading() as session:
        at = epochs.current(session)
        expected = snapshots.document(session, cluster.id)
    expected |= {"epoch": at.epoch, "mark": at.mark}
    for coding in ("gzip", "identity"):
        answer = plugin.snapshot(**{"Accept-Encoding": coding})
        assert answer.headers.get("content-encoding", "identity") == coding
        sent = json.loads(answer.content)
        sent["grants"].sort(key=lambda grant: grant["id"])
        assert sent == expected


def test_brokers_that_come_back_together_cost_two_builds_at_most(center: Center, cluster: Cluster) -> None:
    cache, built = SnapshotCache(center.database), []
    build = cache._build
    building, go_on = threading.Event(), threading.Event()

    def build_slowly(cluster_id: int) -> object:
        made = build(cluster_id)
        built.append(cluster_id)
        building.set()
        go_on.wait(60)
        return made

    cache._build = build_slowly  # type: ignore[method-assign, assignment]
    first = threading.Thread(target=cache.get, args=(cluster.id, center.read(epochs.current)))
    first.start()
    assert building.wait(60)
    center.make(a_user, "alice")
    late = center.read(epochs.current)
    others = [threading.Thread(target=cache.get, args=(cluster.id, late)) for _ in range(8)]
    for thread in others:
        thread.start()
    center.make(a_user, "bob")
    go_on.set()
    for thread in (first, *others):
        thread.join(10)
    assert len(built) == 2
    assert cache.get(cluster.id, late).state == center.read(epochs.current)
