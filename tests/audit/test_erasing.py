"""An erased name goes from everything that was loaded, and only that name."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.result_models import Finding, RunLine, Suggestion, UsageDaily
from tests.audit.published import LAST, backtest, finding, load, status, suggestion, used
from tests.center import Center
from tests.factories import a_user, an_administrator

ERASURES = "/api/v1/audit/erasures"
MARK = "erased-0123456789abcdef01234567"
NAME, LONGER = "ana.lopez", "ana.lopez-billing"


@pytest.fixture
def root(center: Center) -> httpx.Client:
    """The administrator's program."""
    return center.with_token(center.make(an_administrator))


def _told(session: Session) -> list[str]:
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
    creep = {"scope_type": "user", "granted_leaves": 9, "used_leaves": 1, "creep": 88.9, "index": 1.0}
    load(
        center, directory, run,
        usage_daily=[used(1, NAME, f"prod/{NAME}/orders"), used(1, LONGER)],
        grant_status=[status(1)],
        findings=[
            finding("f1", "dormant_user", subject=NAME, user=NAME, evidence=evidence, tenant=NAME),
            finding("f2", subject=f"{NAME} on acme", why=f"({NAME}, {LONGER})"), finding("f3", subject=LONGER),
        ],
        suggestions=[suggestion("s1", "narrow", 7, [1], role_name=NAME), suggestion("s2", "narrow", 8, [2])],
        backtest=[backtest("all", 30) | {"users": [LONGER, NAME]}],
        creep=[creep | {"scope": NAME}, creep | {"scope": LONGER}],
        denials=[{"user": NAME, "resource": "prod/acme/x", "n": 3}],
    )  # fmt: skip


def test_a_name_goes_from_all_runs_and_nothing_else_does(center: Center, root: httpx.Client, tmp_path: Path) -> None:
    for run in ("run-1", "run-2"):
        results(center, tmp_path, run)
    before = center.read(_told)
    answer = root.post(ERASURES, json={"user": NAME, "pseudonym": MARK})
    assert (answer.status_code, answer.json()["rows"]) == (
        200, {"audit_usage_daily": 2, "audit_finding": 4, "audit_suggestion": 2, "audit_run_line": 6},
    )  # fmt: skip
    after = center.read(_told)
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


def test_the_trail_tells_the_erasure_and_not_the_name(center: Center, root: httpx.Client) -> None:
    root.post(ERASURES, json={"user": NAME, "pseudonym": MARK})
    (entry,) = root.get("/api/v1/trail", params={"entity": "audit_result"}).json()["items"]
    assert (entry["action"], entry["entity_key"] if "entity_key" in entry else entry["key"]) == (
        "audit_result.erase", MARK,
    )  # fmt: skip
    assert NAME not in str(entry)


def test_words_that_a_user_is_called_like_stay(center: Center, root: httpx.Client, tmp_path: Path) -> None:
    """Else the results could not be read any more."""
    load(center, tmp_path, findings=[finding("f1", subject="open on acme", user="open")])
    root.post(ERASURES, json={"user": "open", "pseudonym": MARK})
    (found,) = root.get("/api/v1/audit/findings").json()["items"]
    assert (found["state"], found["subject"], found["user"]) == ("open", f"{MARK} on acme", MARK)


def test_only_administrators_erase(center: Center) -> None:
    anybody = center.with_token(center.make(a_user))
    assert anybody.post(ERASURES, json={"user": NAME, "pseudonym": MARK}).status_code == 403
