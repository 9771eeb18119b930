"""The calls of operator.yaml, as super user and as owner: answered as Pulsar answers them, and without effect when they
are repeated."""

import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.end_to_end.estate import Estate
from tests.end_to_end.terraform.provider import Provider
from tests.end_to_end.waiting import wait_until

pytestmark = [pytest.mark.broker, pytest.mark.timeout(600)]
_RECORDED = (Path(__file__).parent / "operator.yaml").read_text(encoding="utf-8")


def _calls(tenant: str) -> dict[str, list[list[Any]]]:
    calls: dict[str, list[list[Any]]] = yaml.safe_load(_RECORDED.replace("TENANT", tenant))
    return calls


def _send(operator: Provider, method: str, path: str, body: Any, status: int) -> None:
    answer = operator.call(method, path, body)
    expected = {status}
    for _ in range(20):  # a broker that is busy with a topic says so, and the operator comes again
        if answer.status_code < 500:
            break
        expected |= {404} if method == "DELETE" else set()
        time.sleep(1)
        answer = operator.call(method, path, body)
    assert answer.status_code in expected, f"{method} {path}: {answer.status_code} {answer.text[:500]}"


def _drift(estate: Estate, tenant: str) -> list[dict[str, Any]]:
    """The lines of the tenant, compared now."""
    path = f"/api/v1/clusters/{estate.cluster}/drift"
    wait_until("no comparison", lambda: estate.admin.get(path)["state"] != "running", seconds=120)
    before = estate.admin.get(path)["ended"] or 0
    estate.admin.post(f"{path}/runs")
    wait_until("the comparison", lambda: (estate.admin.get(path)["ended"] or 0) > before, seconds=120)
    assert estate.admin.get(path)["state"] == "done"
    lines: list[dict[str, Any]] = estate.admin.get(f"{path}/lines", q=tenant)["items"]
    return lines


def _reconcile(operator: Provider, calls: dict[str, list[list[Any]]], again: bool, super_user: bool) -> None:
    for method, path, body, *statuses in calls["reconciled"]:
        _send(operator, method, path, body, statuses[again])
    for method, path in calls["super_user"] if super_user else calls["super_user"][:1]:
        _send(operator, method, path, None, 204 if super_user else 401)


def test_made_reconciled_again_and_removed(
    request: pytest.FixtureRequest, estate: Estate, terraform: Provider, tenant: str
) -> None:
    calls, super_user = _calls(tenant), request.node.callspec.params["terraform"] == "super user"
    _reconcile(terraform, calls, again=False, super_user=super_user)
    assert _drift(estate, tenant) == []
    before = estate.admin.get("/api/v1/trail/head")["revision"]
    _reconcile(terraform, calls, again=True, super_user=super_user)
    entries = estate.admin.get("/api/v1/trail", after=before, limit=500)["items"]
    assert [entry for entry in entries if terraform.account in entry["actor"]] == []
    assert _drift(estate, tenant) == []
    for method, path, status in calls["removed"]:
        _send(terraform, method, path, None, status)
    for kind in ("tenant", "namespace", "topic"):
        left = estate.admin.get(f"/api/v1/{kind}s", limit=500)["items"]
        assert [place["full_name"] for place in left if tenant in place["full_name"]] == []
    assert _drift(estate, tenant) == []


def test_the_first_change_of_administrators_changes_nothing(terraform: Provider, tenant: str) -> None:
    """It is sent as a creation, whose 409 the operator takes for done; later ones are sent as changes."""
    terraform.tenant(tenant, "operator-alice")
    clusters = ["standalone"]
    _send(terraform, "PUT", f"/tenants/{tenant}", {"adminRoles": ["operator-bob"], "allowedClusters": clusters}, 409)
    assert terraform.admin_roles(tenant) == ["operator-alice"]
    _send(terraform, "POST", f"/tenants/{tenant}", {"adminRoles": ["operator-bob"], "allowedClusters": clusters}, 204)
    assert terraform.admin_roles(tenant) == ["operator-bob"]


def test_what_a_resource_does_not_name_goes_at_the_broker(estate: Estate, terraform: Provider, tenant: str) -> None:
    """Where the center wishes it, that is a line of the drift."""
    terraform.tenant(tenant)
    (row,) = estate.admin.get("/api/v1/tenants", q=tenant)["items"]
    wish = {"inactive_topic_policies": "30d", "message_ttl": "12h"}
    made = estate.admin.post("/api/v1/namespaces", tenant_id=row["id"], name="made", policies=wish)
    estate.admin.ready(f"/api/v1/namespaces/{made['id']}")
    estate.wait_for_broker()
    _send(terraform, "POST", f"/namespaces/{tenant}/made/messageTTL", 3600, 204)
    _send(terraform, "DELETE", f"/namespaces/{tenant}/made/inactiveTopicPolicies", None, 204)
    assert {line["subject"] for line in _drift(estate, tenant)} == {"inactive_topic_policies", "message_ttl"}
