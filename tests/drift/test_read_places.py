"""Places that were made at a broker (decision 0110): what later calls set there is no drift while nobody changes the
place at the center."""

from dataclasses import replace
from typing import Any

import pytest

from app.access.names import ResourceName, ResourceType
from app.brokers import created_places
from app.platform.clock import now_ms
from app.resources import jobs
from tests.brokers.plugin import BASE
from tests.drift.conftest import Both, Drifting

MADE = "acme/made"


@pytest.fixture
def number(drifting: Drifting) -> int:
    """A namespace that the cluster has made and the center has read."""
    drifting.played.namespace(MADE)
    name, center = ResourceName.of(ResourceType.NAMESPACE, MADE), drifting.center
    center.make(created_places.record, center.settings, drifting.cluster, name, (None, None), {}, now_ms())
    drifting.provision()
    return _number(drifting)


def _number(drifting: Drifting) -> int:
    return next(int(row["id"]) for row in drifting.get("/api/v1/namespaces")["items"] if row["full_name"] == MADE)


def _wish(drifting: Drifting, number: int) -> Any:
    return drifting.get(f"/api/v1/namespaces/{number}/policies")["wish"]


def test_what_terraform_sets_afterwards_becomes_the_wish(drifting: Drifting, number: int) -> None:
    for seconds in (600, 900):
        drifting.played.namespaces[MADE]["message_ttl_in_seconds"] = seconds
        drifting.compare()
        assert drifting.lines() == []
        drifting.provision()
        assert _wish(drifting, number) == {"message_ttl": seconds}
    drifting.compare()
    assert drifting.lines() == []
    assert _wish(drifting, number) == {"message_ttl": 900}


def test_it_is_drift_once_somebody_has_changed_the_place_at_the_center(drifting: Drifting, number: int) -> None:
    path = f"/api/v1/namespaces/{number}/policies"
    changed = drifting.root.patch(path, json={"policies": {"message_ttl": "60s"}}, headers={"If-Match": "*"})
    assert changed.is_success, changed.text
    drifting.settle()
    drifting.played.namespaces[MADE]["message_ttl_in_seconds"] = 600
    drifting.compare()
    assert (drifting.line()["subject"], drifting.line()["wished"], drifting.line()["actual"]) == (
        "message_ttl",
        60,
        600,
    )


def test_what_cannot_become_the_wish_is_a_line(drifting: Drifting, number: int) -> None:
    drifting.played.namespaces[MADE]["replication_clusters"] = ["elsewhere"]
    drifting.compare()
    drifting.provision()
    drifting.compare()
    assert drifting.line()["subject"] == "replication_clusters"
    assert _wish(drifting, number) == {}


def test_what_another_cluster_has_otherwise_is_a_line_and_stays(both: Both) -> None:
    """The first that was read is the wish. Each names itself alone where nobody said where it is replicated."""
    drifting, (first, second) = both.drifting, both.played
    for played in both.played:
        played.namespace(MADE, replication_clusters=[played.name], message_ttl_in_seconds=600)
    place = {"type": "namespace", "name": MADE}
    assert both.plugins[1].client.post(f"{BASE}/creations", json={"places": [place]}).json()["refused"] == []
    key = ResourceType.NAMESPACE, _number(drifting)
    second.wrong[f"/namespaces/{MADE}"] = lambda: (500, b"")
    drifting.provision()
    del second.wrong[f"/namespaces/{MADE}"]
    drifting.center.make(jobs.put_back, *key, now_ms())
    drifting.provision()
    assert _lines(both) == [[], []]
    second.namespaces[MADE]["message_ttl_in_seconds"] = 900
    for _ in range(2):
        assert _lines(both) == [[], [("message_ttl", 600, 900)]]
        drifting.provision()
    first.namespaces[MADE]["message_ttl_in_seconds"] = 900
    _lines(both)
    drifting.provision()
    assert _lines(both) == [[], []]
    assert (first.changes, second.changes) == ([], [])


def _lines(both: Both) -> list[list[tuple[Any, ...]]]:
    """What a comparison finds at the namespace on each of the clusters."""
    found = []
    for number in both.ids:
        on = replace(both.drifting, cluster=number)
        assert on.compare()["state"] == "done"
        lines = [line for line in on.lines() if line["place"] == MADE]
        found.append([(line["subject"], line["wished"], line["actual"]) for line in lines])
    return found
