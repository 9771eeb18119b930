"""What clusters know, printed; and what a change would do is said before it is asked."""

import json
from collections.abc import Iterator

import pytest
from sqlalchemy.orm import Session

from app.resources.models import Cluster
from tests.api.live_cluster import LiveCluster, server_error
from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import a_cluster_with_orders

CREATED = "persistent://acme/orders/created"


@pytest.fixture
def pulsar(center: Center) -> Iterator[LiveCluster]:
    """The cluster `one`, which tells about the topic."""
    with LiveCluster("one").running() as running:
        assert isinstance(running, LiveCluster)
        cluster = center.make(a_cluster_with_orders)
        center.make(_answers, cluster.id, running.url)
        yield running


def _answers(session: Session, cluster_id: int, url: str) -> None:
    session.get_one(Cluster, cluster_id).admin_url = url


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (("brokers", "load", "one"), "75.0"),
        (("namespaces", "bundles", "acme/orders"), "0x00000000_0x80000000"),
        (("topics", "stats", CREATED), "660247"),
        (("topics", "ledgers", CREATED), "15269"),
        (("topics", "subscriptions", CREATED), "3:15254"),
    ],
)
def test_views_show_what_the_cluster_knows(
    root: Terminal, pulsar: LiveCluster, command: tuple[str, ...], text: str
) -> None:
    assert text in root(*command).stdout
    json.loads(root(*command, "--output", "json").stdout)


def test_an_unreachable_cluster_is_reported(root: Terminal, pulsar: LiveCluster) -> None:
    pulsar.answers_by = {"": server_error()}
    said = root("topics", "stats", CREATED, status=1)
    assert "one: 500: metadata store is away (cluster_refused)" in said.stderr


def test_the_effect_of_a_change_is_shown_before_the_question(root: Terminal, pulsar: LiveCluster) -> None:
    change = "subscriptions", "reset", CREATED, "billing", "--to-position", "3:100"
    for options, status in (((), 2), (("--dry-run",), 0)):
        said = root(*change, *options, status=status).stderr
        assert "one: billing has a backlog of 14; 3 consumers are connected" in said
        assert "3:15254 -> 3:100: 15,155 entries again" in said
        assert pulsar.changes() == []
    root(*change, "--yes")
    [(_, path)] = pulsar.changes()
    assert path.endswith("/created/subscription/billing/resetcursor")


@pytest.mark.parametrize(
    ("command", "path"),
    [
        (("subscriptions", "skip", CREATED, "billing", "10"), "/billing/skip/10"),
        (("subscriptions", "clear", CREATED, "billing"), "/billing/skip_all"),
        (("subscriptions", "expire", CREATED, "billing", "2h"), "/billing/expireMessages/7200"),
        (("subscriptions", "delete", CREATED, "billing", "--force"), "/billing?force=true"),
        (("topics", "unload", CREATED), "/created/unload"),
        (("namespaces", "unload", "acme/orders"), "/acme/orders/unload"),
        (("namespaces", "split", "acme/orders", "0x00000000_0x80000000", "--unload"), "/split?unload=true"),
    ],
)
def test_changes(root: Terminal, pulsar: LiveCluster, command: tuple[str, ...], path: str) -> None:
    root(*command, "--yes")
    assert [called[1].endswith(path) for called in pulsar.changes()] == [True], pulsar.changes()


@pytest.mark.parametrize("options", [(), ("--ago", "3x"), ("--ago", "1h", "--to-position", "3:1"), ("--to-time", "x")])
def test_a_reset_has_exactly_one_position(root: Terminal, pulsar: LiveCluster, options: tuple[str, ...]) -> None:
    root("subscriptions", "reset", CREATED, "billing", *options, status=2)
    assert pulsar.changes() == []
