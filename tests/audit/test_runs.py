"""Results of the audit come in whole or not at all, once, and readers see the old ones or the new ones."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from sqlalchemy import event, func, select
from sqlalchemy.orm import Session

from app.audit import pruning, reports
from app.audit.result_lines import Kind
from app.audit.result_models import AuditRun, Finding, GrantStatus, UsageDaily
from app.cli import loading
from app.clock import now_ms
from tests.audit import published
from tests.audit.published import LAST, finding, load, status, used
from tests.center import Center
from tests.factories import TENANT, Person, a_grant, a_tenant, a_user, an_administrator

RUNS = "/api/v1/audit/runs"
ABOUT = {"v": 2, "run": "run-1", "from": "2026-11-01", "until": LAST, "generated": published.END}


@pytest.fixture
def root(center: Center) -> httpx.Client:
    """The administrator's program."""
    return center.with_token(center.make(an_administrator))


def lines(*rows: dict[str, Any]) -> bytes:
    """As they are sent."""
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def test_what_comes_in_is_shown_with_the_grant(center: Center, tmp_path: Path) -> None:
    alice, tenant = center.make(a_user, "alice"), center.make(a_tenant, "acme")
    grant = center.make(a_grant, alice, [102], TENANT, tenant.id)
    denied = used(None, decision=2)
    assert load(center, tmp_path, usage_daily=[used(grant.id), denied], grant_status=[status(grant.id)])["state"] == (
        "current"
    )
    client = center.with_token(alice)
    usage = client.get(f"/api/v1/grants/{grant.id}/usage").json()
    assert usage["finding"] == {"status": "essential", "last": 90, "sole": 5, "covering": 5}
    assert (usage["coverage_percent"], usage["run"]["run"]) == (99.5, "run-1")
    assert [(day["date"], day["n"]) for day in usage["days"]] == [(LAST, 5)]
    stranger = center.with_token(center.make(a_user))
    assert stranger.get(f"/api/v1/grants/{grant.id}/usage").status_code == 404


def test_use_of_a_grant_that_is_gone_is_told_to_administrators(
    center: Center, tmp_path: Path, root: httpx.Client
) -> None:
    """A finding names it, and its reader wants to know who still used it."""
    alice = center.make(a_user, "alice")
    load(center, tmp_path, usage_daily=[used(99)], grant_status=[status(99, "used_not_granted")])
    seen = root.get("/api/v1/grants/99/usage").json()
    assert (seen["finding"]["status"], [day["user"] for day in seen["days"]]) == ("used_not_granted", ["walter"])
    assert center.with_token(alice).get("/api/v1/grants/99/usage").status_code == 404
    assert root.get("/api/v1/grants/98/usage").status_code == 404


def test_a_run_replaces_the_dates_it_knows_and_all_statuses(center: Center, tmp_path: Path) -> None:
    first = [used(1, date="2026-10-30"), used(1)]
    load(center, tmp_path, about={"from": "2026-10-30"}, usage_daily=first, grant_status=[status(1), status(2)])
    load(center, tmp_path, "run-2", usage_daily=[used(1, n=7)], grant_status=[status(1, "unused")])
    days = center.read(reports.usage_of, 1)
    assert [(day.date, day.n) for day in days] == [(LAST, 7), ("2026-10-30", 5)]
    found = center.read(reports.statuses, [1, 2])
    assert {number: one.status for number, one in found.items()} == {1: "unused"}


def test_the_same_run_twice_changes_nothing(center: Center, tmp_path: Path) -> None:
    for _ in range(2):
        assert load(center, tmp_path, usage_daily=[used(1)], findings=[finding("f1")])["state"] == "current"
    assert [day.n for day in center.read(reports.usage_of, 1)] == [5]
    load(center, tmp_path, "run-2")
    assert load(center, tmp_path, usage_daily=[used(1)])["state"] == "superseded"
    last = center.read(reports.last_run)
    assert last is not None
    assert last["run"] == "run-2"


def test_nothing_is_shown_before_all_has_arrived(root: httpx.Client) -> None:
    assert root.post(RUNS, json=ABOUT).json()["state"] == "loading"
    assert root.put(f"{RUNS}/run-1/parts/findings/1", content=lines(finding("f1"))).json()["lines"] == 1
    assert root.get("/api/v1/audit/findings").json()["items"] == []
    early = root.post(f"{RUNS}/run-1/complete", json={"lines": {"findings": 2}})
    assert (early.status_code, early.json()["code"], early.json()["arrived"]) == (
        409,
        "run_incomplete",
        {"findings": 1},
    )
    again = root.put(f"{RUNS}/run-1/parts/findings/1", content=lines(finding("f1")))
    assert again.json()["lines"] == 1
    other = root.put(f"{RUNS}/run-1/parts/findings/1", content=lines(finding("f9")))
    assert (other.status_code, other.json()["code"]) == (409, "part_differs")
    root.put(f"{RUNS}/run-1/parts/findings/2", content=lines(finding("f2")))
    for _ in range(2):
        done = root.post(f"{RUNS}/run-1/complete", json={"lines": {"findings": 2}}).json()
        assert (done["state"], done["lines"]) == ("current", {"findings": 2})
    assert {one["id"] for one in root.get("/api/v1/audit/findings").json()["items"]} == {"f1", "f2"}
    late = root.put(f"{RUNS}/run-1/parts/findings/3", content=lines(finding("f3")))
    assert (late.status_code, late.json()["code"]) == (409, "run_complete")
    assert root.delete(f"{RUNS}/run-1").json()["code"] == "run_complete"


def test_a_run_of_an_older_window_is_refused_and_one_can_be_abandoned(center: Center, root: httpx.Client) -> None:
    root.post(RUNS, json=ABOUT)
    root.post(f"{RUNS}/run-1/complete", json={"lines": {}})
    older = root.post(RUNS, json=ABOUT | {"run": "old", "until": "2026-11-19"})
    assert (older.status_code, older.json()["code"], older.json()["run"]) == (409, "older_run", "run-1")
    root.post(RUNS, json=ABOUT | {"run": "run-2"})
    root.put(f"{RUNS}/run-2/parts/usage_daily/1", content=lines(used(1)))
    assert root.delete(f"{RUNS}/run-2").status_code == 204
    assert [one["run"] for one in root.get(RUNS).json()["items"]] == ["run-1"]
    assert root.delete(f"{RUNS}/run-2").status_code == 404


def test_a_run_that_ends_in_the_future_does_not_hold_up_the_next_ones(root: httpx.Client) -> None:
    """An event of a broker with a wrong clock, or a mistyped date: it is shown, and the run of tomorrow replaces it."""
    for name, until in (("wrong", "2126-11-20"), ("right", str(datetime.now(UTC).date()))):
        root.post(RUNS, json=ABOUT | {"run": name, "until": until})
        assert root.post(f"{RUNS}/{name}/complete", json={"lines": {}}).json()["state"] == "current"


BAD: list[tuple[str, bytes]] = [
    ("usage_daily", b"{"),
    ("usage_daily", b"[]"),
    ("usage_daily", lines(used(1, n="5"))),
    ("usage_daily", lines(used(1, date="yesterday"))),
    ("grant_status", b'{"grant": 1}'),
    ("grant_status", b'{"grant": 1, "status": "used", "coverage_percent": NaN}'),
    ("findings", lines(finding("f2", state="gone"))),
    ("suggestions", lines(published.suggestion("s", "narrow", 1, []))),
    ("findings", b"\xff\xfe"),
]


def test_a_bad_line_is_named_and_nothing_of_its_part_stays(root: httpx.Client) -> None:
    root.post(RUNS, json=ABOUT)
    good = {"usage_daily": used(1), "grant_status": status(1), "findings": finding("f1")}
    for kind, line in BAD:
        first = lines(good.get(kind, published.suggestion("s", "narrow", 1, [7])))
        refused = root.put(f"{RUNS}/run-1/parts/{kind}/1", content=first + line)
        told = refused.status_code, refused.json()["code"], refused.json()["line"]
        assert told == (422, "bad_audit_output", 2), (kind, line)
    assert root.post(RUNS, json=ABOUT).json()["lines"] == {}


def test_what_is_too_much_at_once_is_refused(root: httpx.Client) -> None:
    root.post(RUNS, json=ABOUT)
    many = root.put(f"{RUNS}/run-1/parts/usage_daily/1", content=b"{}\n" * 5002)
    assert many.status_code == 422
    long = root.put(f"{RUNS}/run-1/parts/usage_daily/1", content=b" " * 300_000)
    assert (long.status_code, long.json()["code"]) == (413, "body_too_large")


@pytest.mark.parametrize("name", ["center", "epoch"])
def test_results_of_another_history_are_refused(root: httpx.Client, name: str) -> None:
    refused = root.post(RUNS, json=ABOUT | {name: "another"})
    assert (refused.status_code, refused.json()["code"]) == (409, "other_center")
    own = {each: refused.json()[each] for each in ("center", "epoch")}
    assert root.post(RUNS, json=ABOUT | own).json()["state"] == "loading"


def test_names_that_others_made_up_hold_nothing_up(center: Center, tmp_path: Path, root: httpx.Client) -> None:
    name, long = "a\x00\n<script>=1\u202e", "x" * 2000
    hostile = {"user": name, "resource": f"prod/{long}"}
    load(
        center,
        tmp_path,
        usage_daily=[used(None, decision=2, **hostile), used(None, user=long, resource="prod/acme")],
        findings=[finding("f1", "repeated_denials", subject=f"{name}{long}", why=long * 3, **hostile)],
    )
    (found,) = root.get("/api/v1/audit/findings").json()["items"]
    assert (found["user"], len(found["subject"]), len(found["resource"])) == ("a\ufffd\n<script>=1\u202e", 700, 700)


def test_a_long_operation_or_a_long_list_holds_nothing_up(center: Center, tmp_path: Path, root: httpx.Client) -> None:
    """Anybody may be denied an operation whose name is long; Pulsar has some of 40 characters and more."""
    denial = {"user": "eve", "op": "topic:GET_REPLICATED_SUBSCRIPTION_STATUS", "reason": "", "n": 1}
    many = [f"user-{number}" for number in range(1500)]
    load(center, tmp_path, denials=[denial], backtest=[published.backtest("all", 30) | {"users": many}])
    (found,) = root.get("/api/v1/audit/denials").json()["items"]
    assert found["op"] == denial["op"]


def test_the_command_line_sends_every_kind_that_is_taken() -> None:
    assert set(loading.KINDS) == set(get_args(Kind))


def test_only_administrators_load(center: Center, root: httpx.Client) -> None:
    anybody = center.with_token(center.make(a_user))
    root.post(RUNS, json=ABOUT)
    assert anybody.post(RUNS, json=ABOUT).status_code == 403
    assert anybody.put(f"{RUNS}/run-1/parts/findings/1", content=b"").status_code == 403
    assert anybody.post(f"{RUNS}/run-1/complete", json={"lines": {}}).status_code == 403
    assert anybody.get(RUNS).status_code == 403


def test_the_trail_names_who_showed_the_results(center: Center, root: httpx.Client) -> None:
    """Not who began to load: another one may have sent other parts since."""
    root.post(RUNS, json=ABOUT)
    other = center.make(an_administrator)
    done = center.with_token(other).post(f"{RUNS}/run-1/complete", json={"lines": {}})
    assert done.status_code == 200
    (entry,) = root.get("/api/v1/trail", params={"entity": "audit_run"}).json()["items"]
    assert entry["actor"] == other.username


def test_everybody_reads_what_is_about_its_own(center: Center, tmp_path: Path, root: httpx.Client) -> None:
    tenant, other = center.make(a_tenant, "acme"), center.make(a_tenant, "globex")
    owner, walter = center.make(a_user, "olga"), center.make(a_user, "walter")
    center.make(a_grant, owner, [104], TENANT, tenant.id)
    mine = center.make(a_grant, walter, [103], TENANT, other.id)
    rows = [
        finding("f1", severity=4),
        finding("f2", tenant="globex", grant=mine.id),
        finding("f3", tenant=None, user="walter", kind="new_address"),
        finding("f4", tenant="globex"),
    ]
    evidence = [{"date": LAST, "user": "walter", "ip": "10.0.0.9", "n": 3}]
    load(center, tmp_path, findings=[*rows, finding("f5", state="closed", evidence=evidence)])

    def seen(client: httpx.Client, **query: Any) -> set[str]:
        return {one["id"] for one in client.get("/api/v1/audit/findings", params=query).json()["items"]}

    at_owner, at_walter = center.with_token(owner), center.with_token(walter)
    assert seen(root) == {"f1", "f2", "f3", "f4", "f5"}
    assert seen(at_owner) == {"f1", "f5"}
    assert seen(at_walter) == {"f2", "f3"}
    assert (seen(root, severity=3), seen(root, kind="new_address"), seen(root, state="closed")) == (
        {"f1"}, {"f3"}, {"f5"},
    )  # fmt: skip
    assert [one["id"] for one in root.get("/api/v1/audit/findings?sort=-severity&limit=1").json()["items"]] == ["f1"]
    assert at_owner.get("/api/v1/audit/findings/f5").json()["evidence"][0]["ip"] == "10.0.0.9"
    assert at_walter.get("/api/v1/audit/findings/f5").status_code == 404
    assert at_owner.get("/api/v1/audit/results").json()["findings"] == {"unused_grant": 1}
    sub = center.with_token(center.make(a_user, "olga.sub", parent=Person(owner.id, "olga")))
    assert seen(sub) == set()


def test_creep_and_denials_are_listed_heaviest_first(center: Center, tmp_path: Path, root: httpx.Client) -> None:
    creep = [
        {"scope_type": "role", "scope": str(number), "tenant": "acme", "granted_leaves": 9, "used_leaves": 1,
         "tenant_leaves": 90, "creep": 88.9, "reach": 0.1, "index": number / 10, "until": LAST}
        for number in (1, 5, 3)
    ]  # fmt: skip
    about = {"date": LAST, "cluster": "prod", "resource": "prod/acme/orders/created", "reason": "NO_GRANT"}
    denial = {**about, "user": "eve", "op": "PRODUCE", "action": 3, "n": 4, "first": 1, "last": 2, "bursts": 4}
    load(center, tmp_path, creep=creep, denials=[denial, {**denial, "user": "mallory", "n": 9}])
    listed = root.get("/api/v1/audit/creep?sort=-weight&scope_type=role").json()["items"]
    assert [one["scope"] for one in listed] == ["5", "3", "1"]
    denials = root.get("/api/v1/audit/denials?sort=-weight&tenant=acme").json()["items"]
    assert [(one["user"], one["n"]) for one in denials] == [("mallory", 9), ("eve", 4)]


def test_old_runs_go_and_their_use_stays_where_nothing_newer_is_known(center: Center, tmp_path: Path) -> None:
    kept = center.settings.audit_runs_kept
    load(center, tmp_path, "run-0", about={"from": "2026-10-30"}, usage_daily=[used(1, date="2026-10-30"), used(1)])
    for number in range(1, kept + 3):
        rows = {"usage_daily": [used(1, n=number)], "findings": [finding("f1")], "grant_status": [status(1)]}
        load(center, tmp_path, f"run-{number}", **rows)
    pruning.run(center.database, center.settings, now_ms())
    pruning.run(center.database, center.settings, now_ms())
    assert center.read(_rows) == {"findings": kept + 1, "statuses": kept + 1, "usage": 2, "pruned": 2}
    assert [(day.date, day.n) for day in center.read(reports.usage_of, 1)] == [(LAST, kept + 2), ("2026-10-30", 5)]


def test_a_run_that_nobody_completed_is_forgotten_after_a_day(center: Center, root: httpx.Client) -> None:
    root.post(RUNS, json=ABOUT)
    root.put(f"{RUNS}/run-1/parts/usage_daily/1", content=lines(used(1)))
    pruning.run(center.database, center.settings, now_ms())
    assert center.read(_rows)["usage"] == 1
    pruning.run(center.database, center.settings, now_ms() + 2 * published.DAY)
    assert center.read(_rows)["usage"] == 0
    assert root.get(RUNS).json()["items"] == []


def test_a_run_is_forgotten_before_its_lines_go(center: Center, root: httpx.Client) -> None:
    """A loader that goes on after a day would else find all parts there, and show the run without their lines."""
    root.post(RUNS, json=ABOUT)
    root.put(f"{RUNS}/run-1/parts/findings/1", content=lines(finding("f1"), finding("f2")))
    seen: list[tuple[int, int]] = []

    def look(_: object) -> None:
        seen.append(center.read(_runs_and_findings))

    event.listen(center.database.engine, "commit", look)
    try:
        pruning.run(center.database, center.settings, now_ms() + 2 * published.DAY)
    finally:
        event.remove(center.database.engine, "commit", look)
    assert {(1, 2), (0, 2)} <= set(seen) <= {(1, 2), (0, 2), (0, 0)}
    assert center.read(_runs_and_findings) == (0, 0)


def _runs_and_findings(session: Session) -> tuple[int, int]:
    counts = (select(func.count()).select_from(model) for model in (AuditRun, Finding))
    runs, findings = (session.scalars(count).one() for count in counts)
    return runs, findings


def _rows(session: Any) -> dict[str, int]:
    counted = {"findings": Finding.id, "statuses": GrantStatus.grant_id, "usage": UsageDaily.id}
    found = {name: session.scalar(select(func.count(column))) for name, column in counted.items()}
    return {**found, "pruned": session.scalar(select(func.count(AuditRun.id)).where(AuditRun.pruned == 1))}
