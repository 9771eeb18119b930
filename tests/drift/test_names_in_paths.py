"""Roles and subscriptions whose names would be read as a step up: no repair calls the cluster about what lies above."""

import json
from typing import Any

import pytest

from app.desired_state.drift.models import DriftLine
from tests.drift.conftest import Drifting

HOSTILE = ["..", ".", "...", "%2e%2e", "a/../..", "..;x", "..\\.."]


def _grants(drifting: Drifting) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = drifting.played.namespaces["acme/orders"]["auth_policies"]
    return found


GRANTS: list[tuple[str, str, Any]] = [
    *(("namespace_auth", name, ["produce"]) for name in HOSTILE),
    *(("destination_auth", "persistent://acme/orders/created", {name: ["produce"]}) for name in HOSTILE),
    ("subscription_auth_roles", "..", ["mallory"]),
    ("subscription_auth_roles", "billing", [".."]),
    ("subscription_auth_roles", "%2e%2e", ["mallory"]),
]


@pytest.mark.parametrize(("kind", "name", "reported"), GRANTS)
def test_a_grant_with_a_hostile_name_is_not_repaired(drifting: Drifting, kind: str, name: str, reported: Any) -> None:
    _grants(drifting)[kind][name] = reported
    drifting.compare()
    line = drifting.line()
    refused = drifting.answer("repair", line)
    assert (refused.status_code, refused.json()["code"]) == (409, "name_not_callable")
    assert (line["state"], line["calls"]) == ("open", None)
    assert "No call to the cluster can name" in line["message"]
    drifting.work()
    assert (drifting.line()["state"], drifting.played.changes) == ("open", [])


def test_a_hostile_repair_stored_by_an_older_center_is_not_made(drifting: Drifting) -> None:
    _grants(drifting)["namespace_auth"]["mallory"] = ["produce"]
    drifting.compare()
    line = drifting.line()
    drifting.done("repair", line, notice_hours=1)
    call = {"method": "DELETE", "path": "/namespaces/acme/orders/permissions/..", "body": None, "how": None}
    with drifting.center.database.writing() as session:
        session.get_one(DriftLine, line["id"]).calls = json.dumps([{**call, "gone_is_fine": True}])
    drifting.work(later=3_600_000)
    after = drifting.line()
    assert (after["state"], drifting.played.changes) == ("open", [])
    assert 'can name ".."' in after["message"]
