"""An auditor of a tenant reads its suggestions, plans and opt-outs, and changes none."""

from typing import Any

import httpx
import pytest

from app.platform.clock import now_ms
from tests.factories import a_grant, a_user
from tests.findings.published import DAY, creeping, denial, finding
from tests.remediation.advised import PLANS, Advised
from tests.requests.desk import ANY

KEYS, OPT_OUTS = {"s-unused", "s-narrow"}, "/api/v1/audit/opt-outs"


@pytest.fixture
def reader(advised: Advised) -> httpx.Client:
    """A client of an auditor of the tenant."""
    return advised.desk.person("vera", owns=[107])


@pytest.fixture
def owner(advised: Advised) -> httpx.Client:
    """A client of its administrator."""
    return advised.desk.person("keeper", owns=[102, 103, 104])


@pytest.fixture
def plan(advised: Advised, owner: httpx.Client) -> dict[str, Any]:
    """The owner's plan to follow a suggestion."""
    return advised.plan(owner, "s-unused")


def _read(client: httpx.Client, path: str) -> Any:
    return client.get(f"/api/v1/audit/{path}").json()


def test_an_auditor_reads_the_results_that_the_owner_reads(
    advised: Advised, reader: httpx.Client, owner: httpx.Client
) -> None:
    results: dict[str, Any] = {"findings": [finding("f1", tenant="acme")], "denials": [denial("walter", 3)]}
    advised.run(creep=[creeping("tenant", "acme", 80.0)], **results)
    for path in ("findings", "denials", "creep"):
        assert _read(reader, path)["items"] == _read(owner, path)["items"] != [], path


def test_an_auditor_reads_suggestions_and_may_follow_none(reader: httpx.Client, owner: httpx.Client) -> None:
    shown = {suggestion["id"]: suggestion["may_change"] for suggestion in _read(reader, "suggestions")["items"]}
    assert shown == dict.fromkeys(KEYS, False)
    assert [_read(client, "suggestions/s-unused")["may_change"] for client in (reader, owner)] == [False, True]
    counted = [_read(client, "results") for client in (reader, owner)]
    assert [counts["suggestions"] for counts in counted] == [len(KEYS)] * 2
    assert [counts["suggestions_to_follow"] for counts in counted] == [0, len(KEYS)]


def test_an_auditor_plans_nothing(advised: Advised, reader: httpx.Client) -> None:
    assert reader.post(f"{PLANS}/preview", json={"suggestions": ["s-unused"]}).status_code == 404
    assert advised.try_to_plan(reader, "s-unused").status_code == 404


def test_an_auditor_reads_a_plan_and_may_not_change_it(
    advised: Advised, reader: httpx.Client, owner: httpx.Client, plan: dict[str, Any]
) -> None:
    assert [(row["id"], row["may_change"]) for row in reader.get(PLANS).json()["items"]] == [(plan["id"], False)]
    assert advised.read(reader, plan)["state"] == plan["state"]
    assert [advised.read(client, plan)["may_change"] for client in (reader, owner)] == [False, True]


def test_an_auditor_may_take_no_step_of_a_plan(
    advised: Advised, reader: httpx.Client, owner: httpx.Client, plan: dict[str, Any]
) -> None:
    for step, comment in (("confirm", None), ("cancel", "no"), ("roll-back", "no")):
        assert advised.step(reader, plan, step, comment).status_code == 404, step
    assert advised.read(owner, plan)["state"] == plan["state"]


@pytest.fixture
def opt_out(advised: Advised) -> dict[str, Any]:
    """An opt-out for an unused grant."""
    return {"grant_id": advised.unused, "reason": "later", "until": now_ms() + DAY}


def test_an_auditor_opts_nobody_out(advised: Advised, reader: httpx.Client, opt_out: dict[str, Any]) -> None:
    assert reader.get(f"/api/v1/grants/{advised.unused}").status_code == 200
    assert reader.post(OPT_OUTS, json=opt_out).status_code == 404


def test_an_auditor_reads_an_opt_out_and_may_not_end_it(
    reader: httpx.Client, owner: httpx.Client, opt_out: dict[str, Any]
) -> None:
    made = owner.post(OPT_OUTS, json=opt_out)
    assert made.status_code == 201, made.text
    assert made.json()["may_change"] is True
    seen = reader.get(OPT_OUTS).json()["items"]
    assert [(row["id"], row["may_change"]) for row in seen] == [(made.json()["id"], False)]
    assert seen[0]["resource"] is not None, "it reads the grant, so it is told which one it is"
    assert reader.delete(f"{OPT_OUTS}/{made.json()['id']}", headers=ANY).status_code == 404


@pytest.mark.parametrize(("main", "sees"), [([107], KEYS), ([104], set()), ([303], set())])
def test_a_sub_account_reads_what_both_accounts_audit(advised: Advised, main: list[int], sees: set[str]) -> None:
    center = advised.desk.center
    above = center.make(a_user)
    center.make(a_grant, above, main, 2, advised.desk.tenant.id)
    sub = advised.desk.person("vera.sub", owns=[107], parent=above)
    assert {suggestion["id"] for suggestion in sub.get("/api/v1/audit/suggestions").json()["items"]} == sees
