"""Results of the audit come in whole or not at all, and once; what is wrong is refused."""

import gzip
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest

from app.audit.findings import current_results
from app.audit.findings.result_lines import Kind
from app.cli import audit_upload
from app.cli.local_audit_upload import OwnDatabase
from tests.center import Center
from tests.factories import a_user, an_administrator
from tests.findings import published
from tests.findings.published import ABOUT, RUNS, finding, lines, load, status, suggestion, used


def test_the_same_run_twice_changes_nothing(center: Center, tmp_path: Path) -> None:
    for _ in range(2):
        assert load(center, tmp_path, usage_daily=[used(1)], findings=[finding("f1")])["state"] == "current"
    assert [day.n for day in center.read(current_results.usage_of, 1)] == [5]
    load(center, tmp_path, "run-2")
    assert load(center, tmp_path, usage_daily=[used(1)])["state"] == "superseded"
    last = center.read(current_results.last_run)
    assert last is not None
    assert last["run"] == "run-2"


def test_lines_that_are_not_packed_are_loaded_too(center: Center, tmp_path: Path) -> None:
    """As audits left them before they packed them."""
    packed = published.write(tmp_path, usage_daily=[used(1)]) / "usage_daily.jsonl.gz"
    packed.with_suffix("").write_bytes(gzip.decompress(packed.read_bytes()))
    packed.unlink()
    assert audit_upload.load(OwnDatabase(center.database), tmp_path)["state"] == "current"
    assert [day.n for day in center.read(current_results.usage_of, 1)] == [5]


def test_nothing_is_shown_before_all_parts_have_arrived(root: httpx.Client) -> None:
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
    assert {finding["id"] for finding in root.get("/api/v1/audit/findings").json()["items"]} == {"f1", "f2"}
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
    assert [run["run"] for run in root.get(RUNS).json()["items"]] == ["run-1"]
    assert root.delete(f"{RUNS}/run-2").status_code == 404


ADDED: dict[str, Any] = {"role": 1, "cluster": "prod", "type": 3, "res": "prod/acme/orders", "authorities": [302]}
LIMITS: dict[str, Any] = {"prefix": "orders-", "subscriptions": ["billing", "audit-*"]}


def narrowing(**fields: Any) -> bytes:
    """A suggestion that adds one grant."""
    return lines(suggestion("s1", "narrow", 1, [1], adds=[ADDED | fields]))


def test_a_grant_to_add_keeps_its_limits(root: httpx.Client) -> None:
    """None are the same as null."""
    root.post(RUNS, json=ABOUT)
    office: dict[str, Any] = {"prefix": None, "subscriptions": None, "networks": ["10.0.0.0/8"]}
    limited: list[dict[str, Any]] = [
        {"limits": LIMITS}, {"limits": {"prefix": "orders-"}}, {"limits": None}, {}, {"limits": office},
    ]  # fmt: skip
    content = b"".join(
        lines(suggestion(f"s{number}", "narrow", 1, [1], adds=[ADDED | limits]))
        for number, limits in enumerate(limited)
    )
    assert root.put(f"{RUNS}/run-1/parts/suggestions/1", content=content).json()["lines"] == 5
    root.post(f"{RUNS}/run-1/complete", json={"lines": {"suggestions": 5}})
    found = root.get("/api/v1/audit/suggestions").json()["items"]
    assert {row["id"]: row["adds"][0]["limits"] for row in found} == {
        "s0": LIMITS | {"networks": None},
        "s1": {"prefix": "orders-", "subscriptions": None, "networks": None},
        "s2": None,
        "s3": None,
        "s4": office,
    }


BAD: list[tuple[str, bytes]] = [
    ("suggestions", narrowing(networks=["10.0.0.0/8"])),
    ("suggestions", narrowing(limits=LIMITS | {"times": ["10.0.0.0/8"]})),
    ("suggestions", narrowing(limits={"networks": [""]})),
    ("suggestions", narrowing(limits={"prefix": ""})),
    ("suggestions", narrowing(limits={"subscriptions": []})),
    ("suggestions", narrowing(limits={"subscriptions": [""]})),
    ("suggestions", narrowing(limits={"prefix": "x" * 1001})),
    ("suggestions", narrowing(limits={})),
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
        reported = refused.status_code, refused.json()["code"], refused.json()["line"]
        assert reported == (422, "bad_audit_output", 2), (kind, line)
    assert root.post(RUNS, json=ABOUT).json()["lines"] == {}


def test_too_large_parts_are_refused(root: httpx.Client) -> None:
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


def test_made_up_names_do_not_stop_a_run(center: Center, tmp_path: Path, root: httpx.Client) -> None:
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


def test_a_long_operation_or_list_does_not_stop_a_run(center: Center, tmp_path: Path, root: httpx.Client) -> None:
    """Anybody may be denied an operation whose name is long; Pulsar has some of 40 characters and more."""
    denial = {"user": "eve", "op": "topic:GET_REPLICATED_SUBSCRIPTION_STATUS", "reason": "", "n": 1}
    many = [f"user-{number}" for number in range(1500)]
    load(center, tmp_path, denials=[denial], backtest=[published.backtest("all", 30) | {"users": many}])
    (found,) = root.get("/api/v1/audit/denials").json()["items"]
    assert found["op"] == denial["op"]


def test_the_command_line_sends_every_kind_that_is_taken() -> None:
    assert set(audit_upload.KINDS) == set(get_args(Kind))


def test_only_administrators_read_the_runs(center: Center) -> None:
    assert center.with_token(center.make(a_user)).get(RUNS).status_code == 403


def test_the_trail_names_who_showed_the_results(center: Center, root: httpx.Client) -> None:
    """Not who began to load: another one may have sent other parts since."""
    root.post(RUNS, json=ABOUT)
    other = center.make(an_administrator)
    done = center.with_token(other).post(f"{RUNS}/run-1/complete", json={"lines": {}})
    assert done.status_code == 200
    (entry,) = root.get("/api/v1/trail", params={"entity": "audit_run"}).json()["items"]
    assert entry["actor"] == other.username
