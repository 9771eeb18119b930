"""A native role that an import renamed counts as the user it became: in comparisons and when adopting."""

from typing import Any

import pytest
from sqlalchemy import select

from app.desired_state.importing import import_worker
from app.desired_state.importing.progress import CLAIM_MS
from app.grants.models import Grant
from app.platform.clock import now_ms
from tests.drift.conftest import TOPIC, Drifting
from tests.factories import NAMESPACE, a_grant, a_user

_MAPPING = """version: "1"
roles:
  - {role: svc with blank, name: svc}
  - {role: the boss, to: person, name: boss}
  - {role: "team-*", to: shared-role, name: team}
  - {role: old, to: nothing}
"""
_OLD = "svc with blank"


@pytest.fixture
def imported_cluster(drifting: Drifting) -> Drifting:
    """The cluster has grants of renamed roles, and was imported."""
    played = drifting.played
    played.tenant("acme", "the boss")
    played.namespace("acme/orders", {_OLD: ["produce"], "team-a": ["consume"]})
    played.grant(TOPIC, "team-b", "consume")
    played.only("acme/orders", "billing", _OLD)
    take_over(drifting, _MAPPING)
    return drifting


def take_over(drifting: Drifting, mapping: str) -> None:
    """Import the cluster."""
    path = f"/api/v1/clusters/{drifting.cluster}/imports"
    run = drifting.root.post(path, json={"mapping": mapping}).json()["id"]
    _work(drifting)
    assert drifting.root.post(f"{path}/{run}/apply").status_code == 200
    _work(drifting)
    assert drifting.get(f"{path}/{run}")["state"] == "done"


def _work(drifting: Drifting) -> None:
    import_worker.run(drifting.center.database, drifting.center.settings, now_ms() + CLAIM_MS + 1)


def _lines(drifting: Drifting) -> list[tuple[Any, ...]]:
    assert drifting.compare()["state"] == "done"
    return [(line["field"], line["subject"], line["wished"], line["actual"]) for line in drifting.lines()]


def test_imported_grants_are_no_drift(imported_cluster: Drifting) -> None:
    assert _lines(imported_cluster) == []
    for _ in range(25):  # also when the import itself is long ago
        path = f"/api/v1/clusters/{imported_cluster.cluster}/imports"
        assert imported_cluster.root.post(path, json={}).status_code == 201
        _work(imported_cluster)
    assert _lines(imported_cluster) == []


def test_roles_left_out_or_with_more_rights_are_drift(imported_cluster: Drifting) -> None:
    played = imported_cluster.played
    played.namespace("acme/orders", {_OLD: ["produce", "consume"], "team-a": ["produce"], "old": ["consume"]})
    played.only("acme/orders", "billing", _OLD, "mallory")
    assert sorted(_lines(imported_cluster), key=str) == [
        ("grant", "old", None, ["consume"]),
        ("grant", _OLD, ["produce"], ["consume", "produce"]),
        ("grant", "team-a", None, ["produce"]),
        ("subscription_grant", "billing", [_OLD], ["mallory", _OLD]),
    ]


def test_a_line_is_adopted_for_the_user_its_role_became(imported_cluster: Drifting) -> None:
    imported_cluster.played.namespace("acme/orders", {_OLD: ["produce", "consume"]})
    imported_cluster.played.only("acme/orders", "shipping", _OLD)
    imported_cluster.compare()
    adopted = {line["field"]: imported_cluster.done("adopt", line) for line in imported_cluster.lines()}
    assert set(adopted) == {"grant", "subscription_grant"}
    assert _lines(imported_cluster) == []
    rules = imported_cluster.get(f"/api/v1/namespaces/{imported_cluster.namespace}/subscription-permissions")["items"]
    assert {rule["subscription"]: rule["users"] for rule in rules}["shipping"] == ["svc"]
    imported_cluster.done("undo", adopted["grant"])
    assert _lines(imported_cluster) == [("grant", _OLD, ["produce"], ["consume", "produce"])]


def test_a_missing_list_is_restored_with_native_roles(imported_cluster: Drifting) -> None:
    """Brokers that only observe let everybody in meanwhile."""
    imported_cluster.played.namespaces["acme/orders"]["auth_policies"]["subscription_auth_roles"].clear()
    imported_cluster.compare()
    line = imported_cluster.line()
    assert (line["kind"], line["field"], line["subject"], line["severity"]) == (
        "missing", "subscription_grant", "billing", 5,
    )  # fmt: skip
    (call,) = line["calls"]
    assert (call["path"], call["body"]) == ("/namespaces/acme/orders/permissions/subscription/billing", [_OLD])
    adopted = imported_cluster.done("adopt", line)
    path = f"/api/v1/namespaces/{imported_cluster.namespace}/subscription-permissions"
    assert (imported_cluster.get(path)["items"], imported_cluster.compare()["found"]) == ([], 0)
    imported_cluster.done("undo", adopted)
    assert [rule["users"] for rule in imported_cluster.get(path)["items"]] == [["svc"]]


def test_lines_of_a_shared_role_are_shown_but_not_adoptable(imported_cluster: Drifting) -> None:
    imported_cluster.played.namespaces["acme/orders"]["auth_policies"]["namespace_auth"]["team-a"] = [
        "consume",
        "produce",
    ]
    imported_cluster.compare()
    refused = imported_cluster.answer("adopt", imported_cluster.line())
    assert (refused.status_code, refused.json()["code"]) == (409, "not_adoptable")


@pytest.mark.parametrize("role", ["team-a", "old", _OLD])
def test_a_line_is_not_adopted_for_an_account_of_the_old_name(imported_cluster: Drifting, role: str) -> None:
    """The account is somebody else than the role."""
    if role == _OLD:
        found = imported_cluster.root.get("/api/v1/users", params={"q": "svc"}).json()["items"][0]
        gone = imported_cluster.root.delete(f"/api/v1/users/{found['id']}?cascade=true", headers={"If-Match": "*"})
        assert gone.status_code == 204, gone.text
    else:
        imported_cluster.center.make(a_user, role)
    imported_cluster.played.namespace("acme/orders", {role: ["consume", "produce"]})
    imported_cluster.compare()
    refused = imported_cluster.answer(
        "adopt", next(line for line in imported_cluster.lines() if line["subject"] == role)
    )
    assert (refused.status_code, refused.json()["code"]) == (409, "not_adoptable")


def test_consume_is_compared_and_adopted_with_its_imported_meaning(imported_cluster: Drifting) -> None:
    """The import made it manage subscriptions, so a user who only reads has less than the native permission gives."""
    reader = imported_cluster.center.make(a_user, "reader")
    imported_cluster.played.namespaces["acme/orders"]["auth_policies"]["namespace_auth"]["reader"] = ["consume"]
    imported_cluster.center.make(a_grant, reader, [203], NAMESPACE, imported_cluster.namespace)
    assert _lines(imported_cluster) == [("grant", "reader", None, ["consume"])]
    imported_cluster.done("adopt", imported_cluster.line())
    given = imported_cluster.center.read(
        lambda session: session.scalars(select(Grant.authorities).order_by(Grant.id)).all()
    )
    assert (_lines(imported_cluster), given[-2:]) == ([], ["203", "206"])


def test_reading_covers_consume_without_an_import(drifting: Drifting) -> None:
    reader = drifting.center.make(a_user, "reader")
    drifting.played.namespace("acme/orders", {"reader": ["consume"]})
    assert _lines(drifting) == [("grant", "reader", None, ["consume"])]
    drifting.center.make(a_grant, reader, [203], NAMESPACE, drifting.namespace)
    assert _lines(drifting) == []
