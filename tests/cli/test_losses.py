"""Before it asks whether to delete, the command says what the clusters would lose."""

from collections.abc import Iterator

import pytest
from sqlalchemy.orm import Session

from app.resources.models import Cluster
from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import a_cluster_with_orders
from tests.provisioning.fake_pulsar import FakePulsar, reason, stats_in_use

CREATED = "persistent://acme/orders/created"


@pytest.fixture
def pulsar(center: Center) -> Iterator[FakePulsar]:
    """The cluster with the topic, which has some messages; and who uses it."""
    with FakePulsar("one").running() as running:
        running.namespaces["acme/orders"] = {}
        running.topics |= {CREATED: 0, "persistent://acme/orders/quiet": 0}
        running.stats[CREATED] = stats_in_use(1, 1_500_000, billing=1200)
        cluster = center.make(a_cluster_with_orders)
        center.make(_answers, cluster.id, running.url)
        yield running


def _answers(session: Session, cluster_id: int, url: str) -> None:
    session.get_one(Cluster, cluster_id).admin_url = url


def test_losses_are_shown_before_the_question(root: Terminal, pulsar: FakePulsar) -> None:
    said = root("namespaces", "delete", "acme/orders", status=2).stderr.splitlines()
    content = "1.5 MB, 1 subscription with a backlog of 1,200 messages; connected now: 1 producer, 1 consumer"
    assert said[:2] == [f"one: 2 topics, {content}", f"  {CREATED}: {content}"]
    assert said[2].startswith("Delete the namespace acme/orders?")
    assert pulsar.changes() == []


@pytest.mark.usefixtures("pulsar")
def test_keys_that_go_are_counted(root: Terminal) -> None:
    root("encryption", "create", CREATED, "orders")
    said = root("topics", "delete", CREATED, status=2).stderr
    assert said.startswith("Lost: 1 encryption key; NOBODY READS what was encrypted so, wherever a copy is")


def test_a_dry_run_says_it_and_yes_does_not_ask(root: Terminal, pulsar: FakePulsar) -> None:
    assert "1,200 messages" in root("topics", "delete", CREATED, "--cascade", "--dry-run").stderr
    calls_before = len(pulsar.calls)
    root("topics", "delete", CREATED, "--cascade", "--yes")
    assert [call for call in pulsar.calls[calls_before:] if "stats" in call[1]] == []


def test_an_unknown_loss_is_named_as_unknown(root: Terminal, pulsar: FakePulsar) -> None:
    pulsar.answer_always = reason(500, "metadata is away")
    said = root("namespaces", "delete", "acme/orders", status=2).stderr
    assert "one: NOBODY KNOWS what would be lost (500: metadata is away)" in said


def test_a_partly_examined_place_says_at_least(root: Terminal, pulsar: FakePulsar) -> None:
    pulsar.stats["persistent://acme/orders/quiet"] = {"storageSize": "?"}
    said = root("namespaces", "delete", "acme/orders", status=2).stderr
    assert "one: AT LEAST 2 topics, 1.5 MB" in said
    assert "1 of 2 topics looked at" in said
