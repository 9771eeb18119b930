"""An erased name goes from everything that was loaded, and only that name."""

from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.findings.models import Finding, RunLine, Suggestion, UsageDaily
from app.audit.trail import trail
from tests.center import Center
from tests.findings.published import LAST, backtest, finding, load, status, suggestion, used

ERASURES = "/api/v1/audit/erasures"
MARK = "erased-0123456789abcdef01234567"
_CREEP = {"granted_leaves": 9, "used_leaves": 1, "creep": 88.9, "index": 1.0}
NAME, LONGER = "ana.lopez", "ana.lopez-billing"


def _texts_of_results(session: Session) -> list[str]:
    """Every text of every row of results."""
    tables: tuple[Any, ...] = (UsageDaily, Finding, Suggestion, RunLine)
    rows = [row for table in tables for row in session.scalars(select(table).order_by(table.id))]
    return [
        f"{type(row).__name__}.{column.name}={getattr(row, column.name)}"
        for row in rows
        for column in type(row).__table__.columns
        if isinstance(getattr(row, column.name), str)
    ]


def results(center: Center, directory: Path, run: str) -> None:
    """Of every kind: the person, somebody with a longer name, and a place that is called like the person."""
    evidence = [{"date": LAST, "user": NAME, "resource": f"prod/{NAME}/orders"}]
    creep = {"scope_type": "user", **_CREEP}
    load(
        center, directory, run,
        usage_daily=[used(1, NAME, f"prod/{NAME}/orders"), used(1, LONGER)],
        grant_status=[status(1)],
        findings=[
            finding("f1", "dormant_user", subject_type="user", subject=NAME, user=NAME, evidence=evidence, tenant=NAME),
            finding("f2", why=f"({NAME}, {LONGER})"), finding("f3", subject_type="user", subject=LONGER),
        ],
        suggestions=[suggestion("s1", "narrow", 7, [1], role_name=NAME), suggestion("s2", "narrow", 8, [2])],
        backtest=[backtest("all", 30) | {"users": [LONGER, NAME]}],
        creep=[creep | {"scope": NAME}, creep | {"scope": LONGER}],
        denials=[{"user": NAME, "resource": "prod/acme/x", "n": 3}],
    )  # fmt: skip


def test_only_the_erased_name_goes_and_from_all_runs(center: Center, root: httpx.Client, tmp_path: Path) -> None:
    for run in ("run-1", "run-2"):
        results(center, tmp_path, run)
    before = center.read(_texts_of_results)
    answer = root.post(ERASURES, json={"user": NAME, "pseudonym": MARK})
    assert (answer.status_code, answer.json()["rows"]) == (
        200, {"audit_usage_daily": 2, "audit_finding": 4, "audit_suggestion": 2, "audit_run_line": 6,
              "rem_part": 0},
    )  # fmt: skip
    after = center.read(_texts_of_results)
    assert [_without(text) for text in before] == after
    assert root.get("/api/v1/audit/findings", params={"user": MARK}).json()["items"][0]["tenant"] == NAME
    again = root.post(ERASURES, json={"user": NAME, "pseudonym": MARK}).json()["rows"]
    assert set(again.values()) == {0}


def _without(text: str) -> str:
    """What a text becomes: names of places stay, and so does the longer name."""
    stays = {LONGER: "1", f"prod/{NAME}": "2", f'"tenant":"{NAME}"': "3", f"Finding.tenant={NAME}": "4"}
    for word, sign in stays.items():
        text = text.replace(word, f"\0{sign}")
    text = text.replace(NAME, MARK)
    for word, sign in stays.items():
        text = text.replace(f"\0{sign}", word)
    return text


def test_the_trail_records_the_erasure_without_the_name(center: Center, root: httpx.Client, tmp_path: Path) -> None:
    load(center, tmp_path, denials=[{"user": NAME, "resource": "prod/acme/x", "n": 3}])
    root.post(ERASURES, json={"user": NAME, "pseudonym": MARK})
    (entry,) = root.get("/api/v1/trail", params={"entity": "audit_result"}).json()["items"]
    assert (entry["action"], entry["entity_key"] if "entity_key" in entry else entry["key"]) == (
        "audit_result.erase", MARK,
    )  # fmt: skip
    assert NAME not in str(entry)


def test_an_erasure_that_finds_nothing_leaves_no_trace(center: Center, root: httpx.Client, tmp_path: Path) -> None:
    """Neither a second erasure, nor one of an unknown name."""
    load(center, tmp_path, denials=[{"user": NAME, "resource": "prod/acme/x", "n": 3}])
    erased = [{"user": NAME, "pseudonym": MARK}, {"user": NAME, "pseudonym": MARK}, {"user": "x", "pseudonym": MARK}]
    revisions = []
    for body in erased:
        assert root.post(ERASURES, json=body).status_code == 200
        revisions.append(center.read(trail.current_revision))
    assert len(set(revisions)) == 1
    assert len(root.get("/api/v1/trail", params={"entity": "audit_result"}).json()["items"]) == 1


def test_words_equal_to_an_erased_name_stay(center: Center, root: httpx.Client, tmp_path: Path) -> None:
    """Else the results could not be read any more."""
    load(center, tmp_path, findings=[finding("f1", subject_type="sub_account", subject="open", user="open")])
    root.post(ERASURES, json={"user": "open", "pseudonym": MARK})
    (found,) = root.get("/api/v1/audit/findings").json()["items"]
    assert (found["state"], found["subject"], found["user"]) == ("open", MARK, MARK)


def test_longer_names_of_every_sign_stay(center: Center, root: httpx.Client, tmp_path: Path) -> None:
    """Whatever a user's name may hold before or behind the erased one."""
    joints = [f"{sign}{more}" for sign in ".-_@+=" for more in ("", ".")]
    others = [name for joint in joints for name in (f"{NAME}{joint}x", f"x{joint}{NAME}")]
    load(
        center, tmp_path,
        findings=[
            finding(f"f{n}", subject_type="user", subject=name, user=name, why=f"seen with {name}, not before.")
            for n, name in enumerate(others)
        ],
        backtest=[backtest("all", 30) | {"users": others}],
        suggestions=[suggestion(f"s{n}", "narrow", n, [n], role_name=name) for n, name in enumerate(others, start=1)],
        creep=[{"scope_type": "user", "scope": name, **_CREEP} for name in others],
        denials=[{"user": name, "n": 3} for name in others],
    )  # fmt: skip
    before = center.read(_texts_of_results)
    rows = root.post(ERASURES, json={"user": NAME, "pseudonym": MARK}).json()["rows"]
    assert center.read(_texts_of_results) == before
    assert set(rows.values()) == {0}


def test_names_of_other_things_than_persons_stay(center: Center, root: httpx.Client, tmp_path: Path) -> None:
    """Roles and grants are named by numbers, tenants by name, and `all` means every suggestion."""
    load(
        center, tmp_path, findings=[finding("f1", subject_type="tenant", subject="all"), finding("f2", subject="4711")],
        backtest=[backtest("all", 30)],
        creep=[{"scope_type": kind, "scope": "4711", **_CREEP} for kind in ("role", "user")]
        + [{"scope_type": "tenant", "scope": "all", **_CREEP}],
        denials=[{"user": "all", "resource": "prod/acme/x", "n": 3}],
    )  # fmt: skip
    for name in ("all", "4711"):
        root.post(ERASURES, json={"user": name, "pseudonym": MARK})
    lines = {row.id: row for row in center.read(lambda session: list(session.scalars(select(RunLine))))}
    assert sorted(row.subject for row in lines.values()) == sorted(
        ["all", "role:4711", f"user:{MARK}", "tenant:all", MARK]
    )
    for row in lines.values():
        assert (MARK in row.content) == (MARK in row.subject)
    found = root.get("/api/v1/audit/findings").json()["items"]
    assert {row["subject"] for row in found} == {"all", "4711"}
