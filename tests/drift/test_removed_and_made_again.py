"""Places that calls remove and make again: whose line of rights is whose, and what may still be given from it."""

from contextlib import ExitStack
from typing import Any

import pytest

from app.access.names import ResourceType
from app.api.admission.fair_share import LOOKS
from app.desired_state.drift import line_rows
from app.platform.clock import now_ms
from app.resources import deletion
from app.resources.models import Topic
from tests.brokers.plugin import BASE, Plugin
from tests.drift.conftest import TOPIC, Drifting, create
from tests.drift.test_ended_rights import granted_places, line_of_rights
from tests.drift.test_removed_places import KINDS, lose, names, plugin, report, the_remover
from tests.factories import CLUSTER, NAMESPACE, Person, a_grant

__all__ = ["plugin"]


def make(drifting: Drifting, plugin: Plugin, *kinds: str) -> None:
    """The remover makes them at the broker."""
    for kind in kinds:
        drifting.played.tenant("acme")
        if kind != "tenant":
            drifting.played.namespace("acme/orders")
        if kind == "topic":
            drifting.played.topics[TOPIC] = 2
        place = {"type": kind, "name": KINDS[kind], "actor": "remover", "proof": plugin.token_of("remover")}
        assert plugin.client.post(f"{BASE}/creations", json={"places": [place]}).json()["refused"] == []


def remove(drifting: Drifting, plugin: Plugin, *kinds: str) -> None:
    """The remover removes them at the broker, from below as `terraform destroy` does."""
    for kind in kinds:
        lose(drifting, kind)
        report(plugin, kind, KINDS[kind])


def ended(drifting: Drifting) -> dict[str, dict[str, Any]]:
    """The lines of rights that can be given again, by place."""
    return {line["place"]: line for line in drifting.lines(field="rights", state="gone")}


def test_all_that_was_destroyed_from_below_is_given_again(drifting: Drifting, reader: Person, plugin: Plugin) -> None:
    remove(drifting, plugin, "topic", "namespace", "tenant")
    make(drifting, plugin, "tenant", "namespace", "topic")
    for line in ended(drifting).values():
        drifting.done("repair", line)
    assert granted_places(drifting, reader) == [TOPIC]


def test_who_makes_a_tenant_anew_reads_nothing_of_the_former_one(
    drifting: Drifting, reader: Person, plugin: Plugin
) -> None:
    drifting.center.make(a_grant, the_remover(drifting), [100], CLUSTER, drifting.cluster)
    remove(drifting, plugin, "topic", "namespace", "tenant")
    assert set(ended(drifting)) == set(KINDS.values())
    make(drifting, plugin, "tenant", "namespace", "topic")
    by = drifting.center.signed_in(the_remover(drifting))
    assert by.get(f"{drifting.path}/lines", params={"state": "gone"}).json()["items"] == []
    drifting.compare()
    remove(drifting, plugin, "topic")  # its line is another one's, though it has the same name
    (line,) = by.get(f"{drifting.path}/lines", params={"state": "gone"}).json()["items"]
    assert {grant["role_name"] for grant in line["wished"]} == {"remover"}


def test_a_line_does_not_pass_to_a_place_that_the_center_made_anew(drifting: Drifting, reader: Person) -> None:
    drifting.played.topics.clear()
    drifting.compare()
    line = line_of_rights(drifting)
    drifting.center.make(lambda session: deletion.finish(session, ResourceType.TOPIC, drifting.topic))
    create(drifting.root, "topics", namespace_id=drifting.namespace, name="created", partitions=2)
    drifting.settle()
    drifting.played.topics[TOPIC] = 2
    drifting.compare()
    assert drifting.lines() == []
    assert drifting.answer("repair", line).status_code == 404


def test_what_ended_before_stays_when_it_is_removed_again(drifting: Drifting, reader: Person, plugin: Plugin) -> None:
    drifting.center.make(a_grant, the_remover(drifting), [300], NAMESPACE, drifting.namespace)
    for _ in range(3):
        remove(drifting, plugin, "topic")
        make(drifting, plugin, "topic")
    line = ended(drifting)[TOPIC]
    receivers = [grant["role_name"] for grant in line["wished"]]
    assert receivers.count("reader") == receivers.count("remover") == 1
    drifting.done("repair", line)
    assert granted_places(drifting, reader) == [TOPIC]


def test_an_accepted_line_gives_again_what_a_call_then_removed(
    drifting: Drifting, reader: Person, plugin: Plugin
) -> None:
    lose(drifting, "topic")
    drifting.compare()
    drifting.done("accept", line_of_rights(drifting), until=now_ms() + 60_000, reason="later")
    report(plugin, "topic", TOPIC)
    make(drifting, plugin, "topic")
    drifting.done("repair", ended(drifting)[TOPIC])
    assert granted_places(drifting, reader) == [TOPIC]


def test_other_lines_that_are_gone_crowd_out_no_rights(
    drifting: Drifting, reader: Person, plugin: Plugin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_rows, "_MOST_GONE", 1)
    remove(drifting, plugin, "topic")
    drifting.played.topics |= {f"{TOPIC}{number}": 0 for number in range(3)}
    drifting.compare()
    drifting.played.topics.clear()
    drifting.compare()
    assert TOPIC in ended(drifting)
    assert len(drifting.lines(state="gone")) == 2


def test_a_topic_that_is_there_only_while_it_is_used_stays(drifting: Drifting, plugin: Plugin) -> None:
    """That the cluster lacks it says nothing: with a stolen credential, who may create topics would own it."""
    name = "non-persistent://acme/orders/live"
    made = create(drifting.root, "topics", namespace_id=drifting.namespace, name="live", domain="non-persistent")
    drifting.settle()
    report(plugin, "topic", name)
    assert name in names(drifting)
    drifting.center.make(lambda session: setattr(session.get_one(Topic, made), "partitions", 2))
    report(plugin, "topic", name)
    assert name not in names(drifting)


def test_one_that_the_cluster_does_not_tell_of_hides_no_other(drifting: Drifting, plugin: Plugin) -> None:
    create(drifting.root, "topics", namespace_id=drifting.namespace, name="silent")
    drifting.settle()
    lose(drifting, "topic")
    silent = "persistent://acme/orders/silent"
    drifting.played.wrong["/persistent/acme/orders/silent/partitions"] = lambda: (503, b"")
    before = drifting.played.calls
    place = {"type": "topic", "ago_ms": 0, "removed": True}
    places = [{**place, "name": silent}, {**place, "name": TOPIC}] * 50
    assert plugin.client.post(f"{BASE}/deletions", json={"places": places}).status_code == 200
    assert {silent, TOPIC} & names(drifting) == {silent}
    assert drifting.played.calls - before == 2  # each once, however often it is named


def test_few_looks_at_the_same_time(drifting: Drifting, reader: Person, plugin: Plugin) -> None:
    """So a flood of reports about a slow cluster leaves threads to others. The rights have ended by then."""
    lose(drifting, "topic")
    place = {"type": "topic", "name": TOPIC, "ago_ms": 0, "removed": True}
    with ExitStack() as taken:
        for _ in range(LOOKS):
            taken.enter_context(drifting.center.app.state.looks.of(drifting.cluster))
        answer = plugin.client.post(f"{BASE}/deletions", json={"places": [place]})
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        assert granted_places(drifting, reader) == []
        before = [{**place, "removed": False}]
        assert plugin.client.post(f"{BASE}/deletions", json={"places": before}).status_code == 200
    assert TOPIC in names(drifting)
    report(plugin, "topic", TOPIC)
    assert TOPIC not in names(drifting)


def test_what_reports_open_is_told_by_the_next_comparison(drifting: Drifting, reader: Person, plugin: Plugin) -> None:
    """Not before: `terraform destroy` would tell of each place that it removes."""

    def counts() -> list[int]:
        return [notice["facts"]["count"] for notice in drifting.get("/api/v1/notices")["items"]]

    lose(drifting, "topic")
    report(plugin, "topic", TOPIC)
    drifting.compare()
    assert counts() == []
    drifting.center.make(a_grant, reader, [303], NAMESPACE, drifting.namespace)
    report(plugin, "namespace", "acme/orders", None, removed=False)
    assert (len(drifting.lines()), counts()) == (1, [])
    drifting.played.wrong["/tenants"] = lambda: (500, b"")
    drifting.compare()
    assert counts() == [1]
    del drifting.played.wrong["/tenants"]
    drifting.compare()
    assert counts() == [1]
