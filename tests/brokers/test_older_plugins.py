"""A plugin of before rules about subscriptions: it says no format, and would skip the rules in a delta. While its
cluster has rules it gets no delta, and no word that could confirm its rights; the snapshot's format makes it deny."""

from __future__ import annotations

import queue

import pytest

from app.access.names import ResourceType
from app.access.rights_snapshot import FORMAT, RULED_FORMAT
from app.audit.trail import trail
from app.resources import resource_rows, subscription_rules
from app.resources.models import Cluster, Namespace
from tests.brokers.plugin import BASE, Listening, Plugin, a_plugin
from tests.center import Center
from tests.factories import a_cluster, a_namespace, a_tenant, a_user


@pytest.fixture
def cluster(center: Center) -> Cluster:
    return center.make(a_cluster, "one")


@pytest.fixture
def orders(center: Center, cluster: Cluster) -> Namespace:
    center.make(a_user, "alice")
    return center.make(a_namespace, center.make(a_tenant, "acme", cluster), "orders")


def rule(center: Center, namespace: Namespace) -> None:
    center.make(subscription_rules.put, "test", namespace, "billing", ["alice"])


def listen_as_plugin(center: Center, plugin: Plugin, after: int, reads: int | None) -> Listening:
    known = plugin.snapshot().json()
    return Listening(plugin.client, after, known["epoch"], known["mark"], reads=reads)


def test_a_reconnected_older_plugin_gets_no_delta_without_the_rules(
    center: Center, cluster: Cluster, orders: Namespace
) -> None:
    plugin, after = a_plugin(center, cluster), center.read(trail.current_revision)
    rule(center, orders)
    with Listening(plugin.client, after, reads=None) as feed:
        assert feed.next() == ("reset", {"revision": after + 1})
        assert feed.hellos.empty(), "a greeting would confirm the rights of who holds the newest revision"
    with Listening(plugin.client, after, reads=RULED_FORMAT) as feed:
        event, delta = feed.next() or ("", {})
    assert event == "delta"
    assert delta["set"]["subscription_rules"][0]["users"] == {"billing": ["alice"]}
    assert plugin.snapshot().json()["format"] == RULED_FORMAT


def test_a_plugin_that_skipped_rules_is_not_confirmed(center: Center, cluster: Cluster, orders: Namespace) -> None:
    """As after its plugin was set back: what it stored has the newest revision."""
    rule(center, orders)
    plugin, newest = a_plugin(center, cluster), center.read(trail.current_revision)
    tag = plugin.snapshot().headers["etag"]
    with listen_as_plugin(center, plugin, newest, None) as feed:
        assert feed.next() == ("reset", {"revision": newest})
        assert feed.hellos.empty()
    again = plugin.snapshot(**{"If-None-Match": tag})
    assert (again.status_code, again.json()["format"]) == (200, RULED_FORMAT)
    known = plugin.client.get(f"{BASE}/snapshot?format={RULED_FORMAT}", headers={"If-None-Match": tag})
    assert known.status_code == 304
    with listen_as_plugin(center, plugin, newest, RULED_FORMAT) as feed:
        assert feed.hellos.get(timeout=60)["known"]
        with pytest.raises(queue.Empty):
            feed.next(0.5)


def test_a_rolling_upgrade(center: Center, cluster: Cluster, orders: Namespace) -> None:
    """Without rules both follow; with the first one, made while the older one was not known to the center, only who
    knows them does; when the last is gone, both."""
    plugin, after = a_plugin(center, cluster), center.read(trail.current_revision)
    with (
        Listening(plugin.client, after, reads=None) as old,
        Listening(plugin.client, after, reads=RULED_FORMAT) as new,
    ):
        center.make(a_user, "bob")
        assert [(feed.next() or ("",))[0] for feed in (old, new)] == ["delta", "delta"]
        rule(center, orders)
        assert [(feed.next() or ("",))[0] for feed in (old, new)] == ["reset", "delta"]
        center.make(a_user, "carl")
        assert [(feed.next() or ("",))[0] for feed in (old, new)] == ["reset", "delta"]
    center.make(subscription_rules.forget_namespace, "test", orders)
    assert plugin.snapshot().json()["format"] == FORMAT
    with Listening(plugin.client, after, reads=None) as old:
        assert (old.next() or ("",))[0] == "delta"


def test_the_mode_of_a_namespace_is_a_rule_too(center: Center, cluster: Cluster, orders: Namespace) -> None:
    plugin, after = a_plugin(center, cluster), center.read(trail.current_revision)
    with center.database.writing() as session:
        row, mode = session.get_one(Namespace, orders.id), {"subscription_auth_mode": "Prefix"}
        resource_rows.change(session, "test", ResourceType.NAMESPACE, row, "acme/orders", cluster.id, **mode)
    with Listening(plugin.client, after, reads=None) as feed:
        assert feed.next() == ("reset", {"revision": after + 1})


def test_rules_of_another_cluster_concern_nobody_here(center: Center, cluster: Cluster, orders: Namespace) -> None:
    elsewhere = a_plugin(center, center.make(a_cluster, "two"))
    after = center.read(trail.current_revision)
    rule(center, orders)
    with Listening(elsewhere.client, after, reads=None) as feed:
        assert (feed.next() or ("",))[0] == "delta"
    tag = elsewhere.snapshot().headers["etag"]
    assert elsewhere.snapshot(**{"If-None-Match": tag}).status_code == 304


def test_a_later_format_is_read_too(center: Center, cluster: Cluster, orders: Namespace) -> None:
    plugin, after = a_plugin(center, cluster), center.read(trail.current_revision)
    rule(center, orders)
    with Listening(plugin.client, after, reads=RULED_FORMAT + 1) as feed:
        assert (feed.next() or ("",))[0] == "delta"
    for wrong in ("0", "x", "-1", "1001"):
        assert plugin.client.get(f"{BASE}/changes", params={"after": after, "format": wrong}).status_code == 422
