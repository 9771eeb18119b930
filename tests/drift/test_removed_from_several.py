"""What calls have removed from each cluster of a tenant is removed here, in the name of who removed the last of it."""

from typing import Any

import pytest
from sqlalchemy import select

from app.access.names import ResourceType
from app.audit.trail import trail
from app.desired_state.drift import ended_rights, removed_places
from app.desired_state.drift.models import DriftLine
from app.platform.clock import now_ms
from app.resources import jobs
from app.resources.job_order import CREATE
from app.resources.models import Cluster
from tests.brokers.plugin import BASE
from tests.drift.conftest import TOPIC, Both
from tests.drift.test_ended_rights import granted_places
from tests.drift.test_removed_places import KINDS, names, report
from tests.factories import TOPIC as ON_TOPIC
from tests.factories import Person, a_grant, a_user


def lines(both: Both) -> dict[tuple[int, str], tuple[str, int]]:
    """(cluster, field) → state of the line, and the type of what it is near, of lines about the topic."""
    rows = both.drifting.center.read(lambda s: list(s.scalars(select(DriftLine).where(DriftLine.place == TOPIC))))
    return {(both.ids.index(row.cluster), row.field): (row.state, row.near_type) for row in rows}


@pytest.fixture
def reader(both: Both) -> Person:
    person = both.drifting.center.make(a_user, "reader")
    both.drifting.center.make(a_grant, person, [303], ON_TOPIC, both.drifting.topic)
    return person


@pytest.mark.parametrize("kind", KINDS)
def test_it_goes_with_the_last_cluster(both: Both, reader: Person, kind: str) -> None:
    both.lose(kind, 0)
    report(both.plugins[0], kind, KINDS[kind], None)
    assert names(both.drifting) == set(KINDS.values())
    assert granted_places(both.drifting, reader) == [TOPIC]
    both.lose(kind, 1)
    report(both.plugins[1], kind, KINDS[kind])
    below = list(KINDS)[list(KINDS).index(kind) :]
    assert names(both.drifting) == {name for other, name in KINDS.items() if other not in below}
    for other in below:
        entry = both.drifting.center.read(trail.entries, entity=other)[-1]
        assert (entry.action, entry.actor, entry.entity_key) == (f"{other}.delete", "remover", KINDS[other])
    assert granted_places(both.drifting, reader) == []
    states = both.drifting.center.read(lambda s: list(s.scalars(select(DriftLine.state))))
    assert set(states) == {"gone"}


def test_lines_of_all_clusters_are_for_who_administers_what_it_lay_in(both: Both, reader: Person) -> None:
    both.lose("tenant", 0, 1)
    report(both.plugins[0], "topic", TOPIC)
    assert lines(both) == {
        (0, "resource"): ("gone", 3),
        (1, "resource"): ("gone", 3),
        (1, "rights"): ("gone", 3),
    }
    report(both.plugins[1], "tenant", "acme")
    rows = both.drifting.center.read(lambda session: list(session.scalars(select(DriftLine))))
    assert {(row.near_type, row.near_id) for row in rows} == {(1, number) for number in both.ids}
    assert all(row.near_id == row.cluster for row in rows)


def test_one_report_is_enough_when_all_have_lost_it(both: Both, reader: Person) -> None:
    """Clusters with a shared configuration store lose it together, and one call has removed it."""
    both.lose("topic", 0, 1)
    report(both.plugins[0], "topic", TOPIC)
    assert TOPIC not in names(both.drifting)
    entries = [both.drifting.center.read(trail.entries, entity=entity)[-1] for entity in ("topic", "grant")]
    assert [(entry.action, entry.actor) for entry in entries] == [
        ("topic.delete", "remover"),
        ("grant.revoke", "remover"),
    ]


def test_many_rights_end_in_several_transactions(both: Both, reader: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ended_rights, "MOST", 1)
    monkeypatch.setattr(removed_places, "MOST", 1)
    both.drifting.center.make(a_grant, reader, [302], ON_TOPIC, both.drifting.topic)
    both.lose("tenant", 0, 1)
    report(both.plugins[0], "tenant", "acme")
    assert names(both.drifting) == set()


def has_it(both: Both) -> None:
    both.lose("topic", 0)


def does_not_answer(both: Both) -> None:
    both.lose("topic", 0, 1)
    both.drifting.center.make(
        lambda session: setattr(session.get_one(Cluster, both.ids[1]), "admin_url", "http://127.0.0.1:1")
    )


def refuses(both: Both) -> None:
    both.lose("topic", 0, 1)
    both.played[1].wrong["/persistent/acme/orders/created/partitions"] = lambda: (403, b"")


@pytest.mark.parametrize("why", [has_it, does_not_answer, refuses])
def test_it_stays_with_its_rights(both: Both, reader: Person, why: Any) -> None:
    why(both)
    report(both.plugins[0], "topic", TOPIC)
    assert TOPIC in names(both.drifting)
    assert granted_places(both.drifting, reader) == [TOPIC]
    assert lines(both) == {(0, "resource"): ("open", 4)}


def test_who_lies_removes_nothing(both: Both, reader: Person) -> None:
    """With a stolen credential of a cluster that has it, as the other has."""
    report(both.plugins[0], "topic", TOPIC)
    assert TOPIC in names(both.drifting)
    assert granted_places(both.drifting, reader) == [TOPIC]


@pytest.mark.parametrize("given_up", [0, 1])
def test_one_that_was_given_up_has_no_say(both: Both, reader: Person, given_up: int) -> None:
    both.drifting.center.make(lambda session: setattr(session.get_one(Cluster, both.ids[given_up]), "gone", 1))
    both.lose("topic", 1 - given_up)
    before = both.played[given_up].calls
    report(both.plugins[1 - given_up], "topic", TOPIC)
    assert TOPIC not in names(both.drifting)
    assert granted_places(both.drifting, reader) == []
    assert both.played[given_up].calls == before


def test_what_another_cluster_is_yet_to_make_stays(both: Both) -> None:
    wish = {"partitions": 2}
    creation = ResourceType.TOPIC, both.drifting.topic, [both.ids[1]], CREATE, TOPIC, wish, now_ms()
    both.drifting.center.make(jobs.put, *creation)
    both.lose("topic", 0, 1)
    report(both.plugins[0], "topic", TOPIC)
    assert TOPIC in names(both.drifting)


def test_a_grant_given_since_keeps_it(both: Both) -> None:
    both.lose("topic", 0, 1)
    place = {"type": "topic", "name": TOPIC, "ago_ms": 60_000, "removed": True}
    both.drifting.center.make(a_grant, both.drifting.center.make(a_user, "later"), [303], ON_TOPIC, both.drifting.topic)
    assert both.plugins[0].client.post(f"{BASE}/deletions", json={"places": [place]}).status_code == 200
    assert TOPIC in names(both.drifting)
