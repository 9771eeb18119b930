"""What old and abandoned runs of the audit leave behind."""

from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.audit.findings import current_results, pruning
from app.audit.findings.models import AuditRun, Finding, UsageDaily, UseStatus
from app.platform.clock import now_ms
from tests.center import Center
from tests.findings import published
from tests.findings.published import ABOUT, LAST, RUNS, finding, lines, load, status, used
from tests.listening import listening


def test_old_runs_are_removed_but_their_latest_uses_stay(center: Center, tmp_path: Path) -> None:
    kept = center.settings.audit_runs_kept
    load(center, tmp_path, "run-0", about={"from": "2026-10-30"}, usage_daily=[used(1, date="2026-10-30"), used(1)])
    for number in range(1, kept + 3):
        rows = {"usage_daily": [used(1, n=number)], "findings": [finding("f1")], "grant_status": [status(1)]}
        load(center, tmp_path, f"run-{number}", **rows)
    pruning.run(center.database, center.settings, now_ms())
    pruning.run(center.database, center.settings, now_ms())
    assert center.read(_rows) == {"findings": kept + 1, "statuses": kept + 1, "usage": 2, "pruned": 2}
    assert [(day.date, day.n) for day in center.read(current_results.usage_of, 1)] == [
        (LAST, kept + 2),
        ("2026-10-30", 5),
    ]


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

    def note_rows(_: object) -> None:
        seen.append(center.read(_runs_and_findings))

    with listening(center.database.engine, "commit", note_rows):
        pruning.run(center.database, center.settings, now_ms() + 2 * published.DAY)
    assert {(1, 2), (0, 2)} <= set(seen) <= {(1, 2), (0, 2), (0, 0)}
    assert center.read(_runs_and_findings) == (0, 0)


def _runs_and_findings(session: Session) -> tuple[int, int]:
    counts = (select(func.count()).select_from(model) for model in (AuditRun, Finding))
    runs, findings = (session.scalars(count).one() for count in counts)
    return runs, findings


def _rows(session: Any) -> dict[str, int]:
    counted = {"findings": Finding.id, "statuses": UseStatus.grant_id, "usage": UsageDaily.id}
    found = {name: session.scalar(select(func.count(column))) for name, column in counted.items()}
    return {**found, "pruned": session.scalar(select(func.count(AuditRun.id)).where(AuditRun.pruned == 1))}
