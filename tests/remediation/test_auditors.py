"""Who audits a tenant reads suggestions, plans and opt-outs there, and neither follows, ends nor makes any."""

from typing import Any

import pytest

from app.clock import now_ms
from tests.factories import a_grant, a_user
from tests.findings.published import DAY, creeping, denial, finding
from tests.remediation.advised import PLANS, Advised
from tests.requests.desk import ANY

KEYS = {"s-unused", "s-narrow"}


def test_an_auditor_reads_results_and_plans_and_follows_none(advised: Advised) -> None:
    told: dict[str, Any] = {"findings": [finding("f1", tenant="acme")], "denials": [denial("walter", 3)]}
    advised.run(creep=[creeping("tenant", "acme", 80.0)], **told)
    reader, owner = advised.desk.person("vera", owns=[107]), advised.desk.person("keeper", owns=[102, 103, 104])
    for path in ("findings", "denials", "creep"):
        listed = [client.get(f"/api/v1/audit/{path}").json()["items"] for client in (reader, owner)]
        assert listed[0] == listed[1] != [], path
    assert {one["id"] for one in reader.get("/api/v1/audit/suggestions").json()["items"]} == KEYS
    shown = {one["id"]: one["may_change"] for one in reader.get("/api/v1/audit/suggestions").json()["items"]}
    assert shown == dict.fromkeys(KEYS, False)
    assert reader.get("/api/v1/audit/suggestions/s-unused").json()["may_change"] is False
    assert owner.get("/api/v1/audit/suggestions/s-unused").json()["may_change"] is True
    counted = [client.get("/api/v1/audit/results").json() for client in (reader, owner)]
    assert [one["suggestions"] for one in counted] == [len(KEYS)] * 2
    assert [one["suggestions_to_follow"] for one in counted] == [0, len(KEYS)]
    tried = {"suggestions": ["s-unused"]}
    assert reader.post(f"{PLANS}/preview", json=tried).status_code == 404
    assert advised.planned(reader, "s-unused").status_code == 404
    plan = advised.plan(owner, "s-unused")
    assert [one["id"] for one in reader.get(PLANS).json()["items"]] == [plan["id"]]
    assert advised.read(reader, plan)["state"] == plan["state"]
    assert [advised.read(one, plan)["may_change"] for one in (reader, owner)] == [False, True]
    assert [one["may_change"] for one in reader.get(PLANS).json()["items"]] == [False]
    for step, comment in (("confirm", None), ("cancel", "no"), ("roll-back", "no")):
        assert advised.step(reader, plan, step, comment).status_code == 404, step
    assert advised.read(owner, plan)["state"] == plan["state"]


def test_an_auditor_opts_nobody_out(advised: Advised) -> None:
    reader, owner = advised.desk.person("vera", owns=[107]), advised.desk.person("keeper", owns=[104])
    path, body = "/api/v1/audit/opt-outs", {"grant_id": advised.unused, "reason": "later", "until": now_ms() + DAY}
    assert reader.get(f"/api/v1/grants/{advised.unused}").status_code == 200
    assert reader.post(path, json=body).status_code == 404
    made = owner.post(path, json=body)
    assert made.status_code == 201, made.text
    assert made.json()["may_change"] is True
    seen = reader.get(path).json()["items"]
    assert [(one["id"], one["may_change"]) for one in seen] == [(made.json()["id"], False)]
    assert seen[0]["resource"] is not None, "it reads the grant, so it is told which one it is"
    assert reader.delete(f"{path}/{made.json()['id']}", headers=ANY).status_code == 404


@pytest.mark.parametrize(("main", "sees"), [([107], KEYS), ([104], set()), ([303], set())])
def test_a_sub_account_reads_what_both_accounts_audit(advised: Advised, main: list[int], sees: set[str]) -> None:
    center = advised.desk.center
    above = center.make(a_user)
    center.make(a_grant, above, main, 2, advised.desk.tenant.id)
    sub = advised.desk.person("vera.sub", owns=[107], parent=above)
    assert {one["id"] for one in sub.get("/api/v1/audit/suggestions").json()["items"]} == sees
