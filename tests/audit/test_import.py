"""The output of the audit jobs in, the answers of the console out."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.audit import reports
from app.errors import InvalidInput
from tests.center import Center
from tests.factories import TENANT, a_grant, a_tenant, a_user

COUNTS = {"n": 5, "first": 10, "last": 90, "covering": 5, "applied": 5, "sole": 5}


def _day(date: str, grant: int | None, **values: Any) -> dict[str, Any]:
    day = {"date": date, "grant": grant, "user": "alice", "action": 3, "resource": "c/acme/orders/x", "decision": 1}
    return {**day, **COUNTS, **values}


def _finding(grant: int, status: str = "essential") -> dict[str, Any]:
    counts = {"covering": 5, "applied": 5, "sole": 5}
    return {"grant": grant, "status": status, **counts, "last": 90, "coverage_percent": 99.5}


def _publish(directory: Path, days: list[dict[str, Any]], findings: list[dict[str, Any]], run: str = "run-1") -> Path:
    publish = directory / "results" / run / "publish"
    publish.mkdir(parents=True, exist_ok=True)
    for name, rows in (("usage_daily", days), ("grant_status", findings)):
        (publish / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (publish / "run.json").write_text(json.dumps({"run": run, "events": 5}))
    (directory / "current.json").write_text(json.dumps({"run": run, "path": f"results/{run}"}))
    return directory


def test_what_comes_in_is_shown_with_the_grant(center: Center, tmp_path: Path) -> None:
    alice, tenant = center.make(a_user, "alice"), center.make(a_tenant, "acme")
    grant = center.make(a_grant, alice, [102], TENANT, tenant.id)
    denied = _day("2026-11-20", None, decision=2)
    directory = _publish(tmp_path, [_day("2026-11-20", grant.id), denied], [_finding(grant.id)])
    assert center.make(reports.import_audit, directory) == {"usage_daily": 2, "findings": 1}
    client = center.with_token(alice)
    usage = client.get(f"/api/v1/grants/{grant.id}/usage").json()
    assert usage["finding"] == {"status": "essential", "last": 90, "sole": 5, "covering": 5}
    assert (usage["coverage_percent"], usage["run"]["run"]) == (99.5, "run-1")
    assert [(day["date"], day["n"]) for day in usage["days"]] == [("2026-11-20", 5)]
    listed = client.get("/api/v1/usage", params={"tenant_id": tenant.id}).json()["items"]
    assert [one["usage"]["status"] for one in listed] == ["essential"]
    stranger = center.with_token(center.make(a_user))
    assert stranger.get(f"/api/v1/grants/{grant.id}/usage").status_code == 404
    assert stranger.get("/api/v1/usage").json()["items"] == []


def test_importing_again_replaces_the_days_it_names(center: Center, tmp_path: Path) -> None:
    center.make(reports.import_audit, _publish(tmp_path, [_day("2026-11-19", 1), _day("2026-11-20", 1)], [_finding(1)]))
    for _ in range(2):
        again = _publish(tmp_path, [_day("2026-11-20", 1, n=7)], [_finding(1, "unused")], "run-2")
        center.make(reports.import_audit, again)
    days = center.read(reports.usage_of, 1)
    assert [(day.date, day.n) for day in days] == [("2026-11-20", 7), ("2026-11-19", 5)]
    assert center.read(reports.findings, [1])[1].status == "unused"


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("usage_daily", "{"),
        ("usage_daily", "[]"),
        ("usage_daily", json.dumps({**_day("2026-11-20", 1), "n": "many"})),
        ("grant_status", json.dumps({"grant": 1})),
    ],
)
def test_a_bad_line_is_named_and_nothing_is_changed(center: Center, tmp_path: Path, file: str, line: str) -> None:
    center.make(reports.import_audit, _publish(tmp_path, [_day("2026-11-20", 1)], [_finding(1)]))
    bad = _publish(tmp_path, [_day("2026-11-20", 1, n=9)], [_finding(1)], "run-2")
    with (bad / "results" / "run-2" / "publish" / f"{file}.jsonl").open("a") as out:
        out.write(line + "\n")
    with pytest.raises(InvalidInput) as refused:
        center.make(reports.import_audit, bad)
    assert refused.value.extra == {"file": f"{file}.jsonl", "line": 2}
    assert [day.n for day in center.read(reports.usage_of, 1)] == [5]
    last = center.read(reports.last_run)
    assert last is not None
    assert last["run"] == "run-1"
