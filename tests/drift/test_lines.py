"""Lines of a cluster: how they come, are answered, go, and come back."""

from typing import Any

import pytest

from app.desired_state.drift import line_rows
from app.platform.clock import now_ms
from tests.api.estate import ANY
from tests.drift.conftest import TOPIC, Drifting
from tests.factories import TENANT, a_grant, a_service, a_user
from tests.factories import TOPIC as ON_TOPIC

_DAY_MS = 24 * 3_600_000
NEW = "persistent://acme/orders/new"


def test_a_line_comes_stays_goes_and_comes_back(drifting: Drifting) -> None:
    run = drifting.compare()
    assert (run["state"], run["found"], drifting.lines()) == ("done", 0, [])
    drifting.played.topics[NEW] = 3
    drifting.compare()
    first = drifting.line()
    assert (first["kind"], first["place"], first["state"]) == ("extra", NEW, "open")
    drifting.compare()
    assert drifting.line()["since"] == first["since"]
    del drifting.played.topics[NEW]
    drifting.compare()
    assert drifting.lines() == []
    assert [line["state"] for line in drifting.lines(state="gone")] == ["gone"]
    drifting.played.topics[NEW] = 3
    drifting.compare()
    assert drifting.line()["id"] == first["id"]


def test_a_line_that_is_not_read_stays_as_it_was(drifting: Drifting) -> None:
    drifting.played.namespace("acme/new")
    drifting.compare()
    before = drifting.line()
    drifting.played.wrong["/namespaces/acme"] = lambda: (500, b"{}")
    run = drifting.compare()
    assert (run["state"], run["unread"][0]["place"]) == ("done", "acme")
    assert drifting.line()["id"] == before["id"]


@pytest.mark.parametrize("answer", [(500, b"{}"), (200, b"<html>"), (200, b'{"a": 1}'), (401, b"no")])
def test_a_cluster_that_answers_nonsense_loses_nothing(drifting: Drifting, answer: tuple[int, bytes]) -> None:
    for path in ("/tenants", "/tenants/acme", "/namespaces/acme/orders", "/persistent/acme/orders/created/partitions"):
        drifting.played.wrong[path] = lambda: answer
        run = drifting.compare()
        assert (run["state"], drifting.lines()) == ("done", []), path
        assert run["unread_total"] or answer[1] == b'{"a": 1}', path
        del drifting.played.wrong[path]
    drifting.played.wrong["/clusters"] = lambda: answer
    assert (drifting.compare()["state"], drifting.lines()) == ("failed", [])


def test_a_line_stays_accepted_until_it_changes_or_its_day_comes(drifting: Drifting) -> None:
    drifting.played.topics[TOPIC] = 4
    drifting.compare()
    until = now_ms() + _DAY_MS
    accepted = drifting.done("accept", drifting.line(), until=until, reason="load test")
    assert (accepted["state"], accepted["until"], accepted["reason"]) == ("accepted", until, "load test")
    drifting.compare()
    assert drifting.line()["state"] == "accepted"
    drifting.played.topics[TOPIC] = 5
    drifting.compare()
    assert (drifting.line()["state"], drifting.line()["reason"]) == ("open", None)
    assert drifting.done("accept", drifting.line(), until=until, reason="x")["state"] == "accepted"
    assert drifting.done("undo", drifting.line())["state"] == "open"


@pytest.mark.parametrize(("days", "code"), [(-1, "window_in_past"), (367, "window_too_long")])
def test_an_acceptance_needs_an_end(drifting: Drifting, days: int, code: str) -> None:
    drifting.played.topics[TOPIC] = 4
    drifting.compare()
    refused = drifting.answer("accept", drifting.line(), until=now_ms() + days * _DAY_MS, reason="x")
    assert (refused.status_code, refused.json()["code"]) == (422, code)


def test_an_extra_topic_is_adopted_and_forgotten_again(drifting: Drifting) -> None:
    drifting.played.topics[NEW] = 3
    drifting.compare()
    adopted = drifting.done("adopt", drifting.line())
    assert (adopted["state"], adopted["may_be_undone"]) == ("gone", True)
    names = {row["full_name"]: row["partitions"] for row in drifting.get("/api/v1/topics")["items"]}
    assert names == {TOPIC: 2, NEW: 3}
    assert drifting.compare()["found"] == 0  # its job is not done yet
    drifting.settle()
    assert drifting.compare()["found"] == 0
    assert drifting.done("undo", adopted)["state"] == "open"
    assert [row["full_name"] for row in drifting.get("/api/v1/topics")["items"]] == [TOPIC]
    assert drifting.played.changes == []


def test_an_adoption_is_not_undone_while_others_have_grants(drifting: Drifting) -> None:
    drifting.played.topics[NEW] = 3
    drifting.compare()
    adopted = drifting.done("adopt", drifting.line())
    topic = next(row["id"] for row in drifting.get("/api/v1/topics")["items"] if row["full_name"] == NEW)
    grant = drifting.center.make(lambda session: a_grant(session, a_user(session, "reader"), [303], ON_TOPIC, topic).id)
    refused = drifting.answer("undo", adopted).json()
    assert (refused["code"], [blocking["id"] for blocking in refused["grants"]]) == ("has_children", [grant])
    assert drifting.root.delete(f"/api/v1/grants/{grant}", headers={"If-Match": "*"}).is_success
    assert drifting.done("undo", adopted)["state"] == "open"


def test_a_missing_topic_is_made_again_with_its_namespace(drifting: Drifting) -> None:
    drifting.played.namespaces.clear()
    drifting.played.topics.clear()
    drifting.compare()
    topic = next(line for line in drifting.lines() if (line["place"], line["field"]) == (TOPIC, "resource"))
    assert drifting.done("repair", topic)["state"] == "gone"
    assert {line["field"] for line in drifting.lines()} == {"rights"}
    jobs = drifting.get("/api/v1/namespaces")["items"][0]["provisioning"]
    assert (jobs["state"], jobs["clusters"][0]["action"]) == ("pending", "create")


def test_a_missing_topic_is_adopted_by_its_name(drifting: Drifting) -> None:
    drifting.played.topics.clear()
    drifting.compare()
    line = next(line for line in drifting.lines() if line["field"] == "resource")
    assert drifting.answer("adopt", line).json()["code"] == "confirmation_needed"
    assert drifting.done("adopt", line, confirm=TOPIC)["may_be_undone"] is False
    assert drifting.get("/api/v1/topics")["items"][0]["deleting"] is True
    assert drifting.answer("undo", line).json()["code"] == "not_undoable"


def test_removing_an_extra_place_needs_its_name(drifting: Drifting) -> None:
    drifting.played.tenant("shadow")
    drifting.compare()
    line = drifting.line()
    assert [(call["method"], call["how"]) for call in line["calls"]] == [("DELETE", "remove")]
    assert drifting.answer("repair", line).json()["code"] == "confirmation_needed"
    lost = drifting.get(f"{drifting.path}/lines/{line['id']}/loss")
    assert (lost["full_name"], lost["clusters"][0]["state"]) == ("shadow", "whole")
    drifting.done("repair", line, confirm="shadow")
    drifting.work()
    assert drifting.played.changes == ["DELETE /admin/v2/tenants/shadow"]


def _line_of_native_roles(drifting: Drifting, *roles: str) -> dict[str, Any]:
    for role in roles:
        drifting.played.namespaces["acme/orders"]["auth_policies"]["namespace_auth"][role] = ["produce"]
    drifting.compare()
    return drifting.lines()[0]


def test_a_repair_is_rehearsed_announced_and_cancelled(drifting: Drifting) -> None:
    line = _line_of_native_roles(drifting, "mallory")
    url = f"{drifting.path}/lines/{line['id']}/repair"
    tried = drifting.root.post(url, params={"dry_run": "true"}, json={}).json()
    assert [(call["method"], call["path"]) for call in tried["calls"]] == [
        ("DELETE", "/namespaces/acme/orders/permissions/mallory")
    ]
    assert drifting.line()["state"] == "open"
    drifting.done("repair", line, notice_hours=24)
    drifting.work()
    assert (drifting.line()["state"], drifting.played.changes) == ("repairing", [])
    assert drifting.done("undo", line)["state"] == "open"
    drifting.done("repair", line, notice_hours=24)
    drifting.work(later=_DAY_MS)
    assert drifting.played.changes == ["DELETE /admin/v2/namespaces/acme/orders/permissions/mallory"]


def test_a_repair_that_the_cluster_refuses_says_so(drifting: Drifting) -> None:
    line = _line_of_native_roles(drifting, "mallory")
    drifting.played.wrong["/namespaces/acme/orders/permissions/mallory"] = lambda: (409, b'{"reason": "read only"}')
    drifting.done("repair", line)
    drifting.work()
    assert (drifting.line()["state"], drifting.line()["message"]) == ("open", "409: read only")


def test_a_repair_is_undone(drifting: Drifting) -> None:
    line = _line_of_native_roles(drifting, "mallory")
    drifting.played.wrong["/namespaces/acme/orders/permissions/mallory"] = lambda: (204, b"")
    drifting.done("repair", line)
    drifting.played.namespaces["acme/orders"]["auth_policies"]["namespace_auth"].clear()
    drifting.work()
    assert drifting.lines() == []
    assert drifting.done("undo", line)["state"] == "repairing"
    drifting.work()
    assert drifting.played.changes[-1] == "POST /admin/v2/namespaces/acme/orders/permissions/mallory"


def test_a_native_grant_is_adopted_as_a_grant(drifting: Drifting) -> None:
    line = _line_of_native_roles(drifting, "mallory")
    assert drifting.answer("adopt", line).json()["code"] == "not_adoptable"
    drifting.center.make(a_service, "mallory")
    adopted = drifting.done("adopt", line)
    assert drifting.compare()["found"] == 0
    grants = drifting.get("/api/v1/grants", q="mallory")["items"]
    assert [row["granted_by"] for row in grants] != []
    assert drifting.done("undo", adopted)["state"] == "open"


def test_an_answer_counts_once(drifting: Drifting) -> None:
    drifting.played.topics[NEW] = 3
    drifting.compare()
    line = drifting.line()
    drifting.done("adopt", line)
    for verb in ("adopt", "repair"):
        assert drifting.answer(verb, line, confirm=NEW).json()["code"] == "drift_answered"


def test_answers_are_in_the_audit_log(drifting: Drifting) -> None:
    line = _line_of_native_roles(drifting, "mallory")
    drifting.done("repair", line)
    drifting.work()
    actions = [entry["action"] for entry in drifting.get("/api/v1/trail", limit=500)["items"]]
    assert {"drift.repair", "drift.repaired"} <= set(actions)


def test_a_tenants_administrator_sees_only_its_lines(drifting: Drifting) -> None:
    drifting.played.topics[NEW] = 3
    drifting.played.tenant("shadow")
    drifting.compare()
    owner, stranger = drifting.center.make(a_user, "owner"), drifting.center.make(a_user, "stranger")
    drifting.center.make(a_grant, owner, [104], TENANT, drifting.tenant)
    seen = drifting.center.signed_in(owner)
    assert [line["place"] for line in seen.get(f"{drifting.path}/lines").json()["items"]] == [NEW]
    assert seen.post(f"{drifting.path}/runs").status_code == 403
    shadow = next(line for line in drifting.lines() if line["place"] == "shadow")
    assert drifting.answer("adopt", shadow, seen).status_code == 404
    mine = next(line for line in drifting.lines() if line["place"] == NEW)
    assert drifting.answer("adopt", mine, seen).status_code == 403  # administering makes no topics
    until = now_ms() + _DAY_MS
    assert drifting.answer("accept", mine, seen, until=until, reason="x").status_code == 200
    assert drifting.center.signed_in(stranger).get(drifting.path).status_code == 404


def test_administrators_get_a_notice_when_drift_begins(drifting: Drifting) -> None:
    def notices() -> list[dict[str, Any]]:
        return [notice for notice in drifting.get("/api/v1/notices")["items"] if notice["kind"] == "drift_found"]

    drifting.compare()
    assert notices() == []
    drifting.played.topics[NEW] = 3
    drifting.compare()
    drifting.played.tenant("shadow")
    drifting.compare()
    assert [notice["facts"]["count"] for notice in notices()] == [1]


def test_one_run_at_a_time(drifting: Drifting) -> None:
    drifting.compare()
    during: list[int] = []

    def compare_again() -> tuple[int, bytes]:
        if not during:
            during.append(drifting.played.calls)
            drifting.root.post(f"{drifting.path}/runs")
            drifting.work()
            during.append(drifting.played.calls)
        return 200, b'["prod"]'

    drifting.played.wrong["/clusters"] = compare_again
    drifting.compare()
    assert during[0] == during[1]


def test_rows_are_bounded(drifting: Drifting) -> None:
    drifting.played.topics |= {f"{NEW}{number}": 0 for number in range(line_rows.MOST + 20)}
    run = drifting.compare()
    assert (run["found"], run["lines"]["open"]) == (line_rows.MOST + 20, line_rows.MOST)


def test_metrics_name_no_cluster(drifting: Drifting) -> None:
    drifting.played.topics[NEW] = 3
    drifting.compare()
    lines = drifting.center.client().get("/metrics").text.splitlines()
    metrics = [line for line in lines if line.startswith("puc_drift_")]
    assert f'puc_drift_lines{{cluster_id="{drifting.cluster}",kind="extra"}} 1.0' in metrics
    assert f'puc_drift_failed{{cluster_id="{drifting.cluster}"}} 0.0' in metrics
    assert "prod" not in "".join(metrics)


def test_a_tenant_that_comes_to_another_cluster_is_replicated_there(drifting: Drifting) -> None:
    at = {"address": "pulsar://127.0.0.1:6650", "admin_url": drifting.played.url}
    assert drifting.root.post("/api/v1/clusters", json={"name": "other", **at}).status_code == 201
    drifting.played.wrong["/clusters"] = lambda: (200, b'["prod", "other"]')
    drifting.played.tenant("acme", clusters=("prod", "other"))
    drifting.compare()
    assert drifting.done("adopt", drifting.line())["state"] == "gone"
    grants = drifting.get("/api/v1/grants", res_type=TENANT, res_id=drifting.tenant)["items"]
    writing = {row["role_name"] for row in grants if [each["id"] for each in row["authorities"]] == [102]}
    assert writing == {"broker.other", "broker.prod"}


@pytest.mark.parametrize("native", [[], ["mallory"]])
def test_an_empty_list_of_roles_is_not_repaired(drifting: Drifting, native: list[str]) -> None:
    """Pulsar lets everybody in by one, so taking the last role off the cluster's list opens it."""
    path = f"/api/v1/namespaces/{drifting.namespace}/subscription-permissions"
    assert drifting.root.put(path, json={"subscription": "billing", "users": []}, headers=ANY).is_success
    drifting.played.only("acme/orders", "billing", *native)
    drifting.compare()
    line = drifting.line()
    assert (line["wished"], line["calls"]) == ([], None)
    assert drifting.answer("repair", line).json()["code"] == "not_repairable"
