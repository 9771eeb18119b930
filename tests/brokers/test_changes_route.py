"""GET /changes: pushed deltas over a real server."""

import threading

from sqlalchemy import update

from app.audit.trail import trail
from app.audit.trail.models import Revision
from app.brokers import credentials
from app.grants import grants
from app.platform.database import Database
from app.resources.models import Cluster
from tests.brokers.plugin import BASE, Listening, Plugin, a_plugin
from tests.center import Center
from tests.factories import TENANT, a_cluster, a_grant, a_tenant, a_user


def test_a_revocation_is_pushed(center: Center, cluster: Cluster) -> None:
    grant = center.make(a_grant, center.make(a_user, "alice"), [102], TENANT, center.make(a_tenant, "acme", cluster).id)
    plugin = a_plugin(center, cluster)
    revision = center.read(trail.current_revision)
    with Listening(plugin.client, revision) as feed:
        center.make(grants.revoke, "test", grant.id)
        assert feed.next() == (
            "delta",
            {"after": revision, "revision": revision + 1, "set": {}, "gone": {"grants": [grant.id]}},
        )


def test_missed_changes_come_at_once_in_one_delta(center: Center, plugin: Plugin) -> None:
    after = center.read(trail.current_revision)
    center.make(a_user, "alice")
    center.make(a_user, "bob")
    with Listening(plugin.client, after) as feed:
        event, delta = feed.next() or ("", {})
    assert (event, delta["after"], delta["revision"]) == ("delta", after, center.read(trail.current_revision))
    assert [user["name"] for user in delta["set"]["users"]] == ["alice", "bob"]


def test_a_change_of_another_cluster_only_moves_the_revision(center: Center) -> None:
    cluster_one, cluster_two = center.make(a_cluster), center.make(a_cluster)
    tenant, alice = center.make(a_tenant, "there", cluster_two), center.make(a_user, "alice")
    plugin, after = a_plugin(center, cluster_one), center.read(trail.current_revision)
    with Listening(plugin.client, after) as feed:
        center.make(a_grant, alice, [102], TENANT, tenant.id)
        assert feed.next() == ("delta", {"after": after, "revision": after + 1, "set": {}, "gone": {}})


def test_an_unknown_revision_is_answered_with_reset(center: Center, plugin: Plugin) -> None:
    newest = center.read(trail.current_revision)
    for unknown in (0, newest + 5):
        with Listening(plugin.client, unknown) as feed:
            assert feed.next() == ("reset", {"revision": newest})


def test_a_cut_trail_is_noticed(center: Center, plugin: Plugin) -> None:
    after = center.read(trail.current_revision)
    with center.database.writing() as session:  # as after restoring a backup without the newest entries
        session.execute(update(Revision).values(revision=Revision.revision + 3))
    center.make(a_user)
    with Listening(plugin.client, after) as feed:
        assert (feed.next() or ("",))[0] == "reset"


def test_another_instance_on_the_same_database_is_heard(center: Center, plugin: Plugin) -> None:
    after = center.read(trail.current_revision)
    other = Database(center.settings.database_url)
    with Listening(plugin.client, after) as feed:
        with other.writing() as session:
            trail.lock_revision(session)
            a_user(session, "alice")
        assert (feed.next() or ("",))[0] == "delta"
    other.close()


def test_a_withdrawn_credential_ends_the_feed(center: Center, cluster: Cluster) -> None:
    credential, text = center.make(credentials.issue, "test", cluster.id)
    client = center.client(Authorization=f"Bearer {text}")
    with Listening(client, center.read(trail.current_revision)) as feed:
        center.make(credentials.withdraw, "test", cluster.id, credential.id)
        assert feed.next() is None


def test_many_listeners_hold_no_thread_and_no_connection(center: Center, plugin: Plugin) -> None:
    after = center.read(trail.current_revision)
    feeds = [
        Listening(center.client(**{"Authorization": plugin.client.headers["Authorization"]}), after) for _ in range(60)
    ]
    for feed in feeds:
        feed.__enter__()
    served = [thread.name for thread in threading.enumerate() if "AnyIO" in thread.name]
    assert len(served) <= 41  # the server's pool of worker threads, which sixty waiting routes would have used up
    assert plugin.snapshot().status_code == 200
    center.make(a_user, "alice")
    for feed in feeds:
        assert (feed.next() or ("",))[0] == "delta"
        feed.__exit__()


def test_wrong_input_is_refused(center: Center, plugin: Plugin) -> None:
    for after in ("", "-1", "x", str(2**70)):
        assert plugin.client.get(f"{BASE}/changes", params={"after": after}).status_code == 422
    assert center.client().get(f"{BASE}/changes", params={"after": "x"}).status_code == 401
