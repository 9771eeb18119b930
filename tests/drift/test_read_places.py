"""Places that were made at a broker (decision 0110): what later calls set there is no drift while nobody changes the
place at the center."""

from typing import Any

import pytest

from app.access.names import ResourceName, ResourceType
from app.brokers import created_places
from app.platform.clock import now_ms
from tests.drift.conftest import Drifting

MADE = "acme/made"


@pytest.fixture
def number(drifting: Drifting) -> int:
    """A namespace that the cluster has made and the center has read."""
    drifting.played.namespace(MADE)
    name, center = ResourceName.of(ResourceType.NAMESPACE, MADE), drifting.center
    center.make(created_places.record, center.settings, drifting.cluster, name, (None, None), now_ms())
    drifting.provision()
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
