"""Loads a run of the Spark jobs: begin, send parts, complete. Readers see the old run until the new one is complete.

Every step may be repeated: a part that is there and a run that is complete do not change (decision 0040).
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Select, delete, insert, select, update
from sqlalchemy.orm import Session, defer

from app.audit.findings import known_use
from app.audit.findings.models import (
    AuditRun,
    Finding,
    RunLine,
    RunPart,
    Suggestion,
    UsageDaily,
    UsageDate,
    UseStatus,
)
from app.audit.findings.result_lines import LINES, Kind
from app.audit.trail import epochs, trail
from app.platform.clock import now_ms
from app.platform.database import Base, only
from app.platform.errors import Conflict, InvalidInput

LOADING, CURRENT, SUPERSEDED = "loading", "current", "superseded"
MOST_LINES = 5000
"""Lines in one part."""
_LEAST_COVERAGE = 99.0
RESULTS: tuple[type[Base], ...] = (UseStatus, Finding, Suggestion, RunLine)
"""Tables whose rows are deleted with their run. Rows of use stay until a later run covers their date."""


@dataclass(frozen=True)
class CoveredPeriod:
    """The period that the current run and earlier ones cover without a gap: from an ISO date until epoch ms."""

    since: str
    until: int


def all_runs() -> Select[AuditRun]:
    """All runs that were loaded, or are being loaded."""
    return select(AuditRun)


def begin(session: Session, actor: str, description: Mapping[str, Any]) -> AuditRun:
    """The run that this run.json describes, created if it is new.

    Raises Conflict `other_center` when it is about another center or about a history that ended with a restored
    back-up; `older_run` when the current results know of later use.
    """
    existing = session.scalars(select(AuditRun).where(AuditRun.run == description["run"])).one_or_none()
    if existing is not None:
        return existing
    _refuse_other(session, description)
    _refuse_older(session, known_use.until(description["until"], description["generated"]))
    row = AuditRun(
        run=description["run"],
        add_time=now_ms(),
        summary=json.dumps(dict(description), ensure_ascii=False, sort_keys=True),
        state=LOADING,
        first_date=description["from"],
        last_date=description["until"],
        generated=description["generated"],
        loaded_by=actor,
        pruned=0,
    )
    session.add(row)
    session.flush()
    return row


def find(session: Session, run: str) -> AuditRun:
    """A run by its name. Raises NotFound."""
    return only(session, select(AuditRun).where(AuditRun.run == run), "There is no such run.")


def current(session: Session) -> AuditRun | None:
    """The run whose results are shown; None when there is none."""
    return session.scalars(select(AuditRun).where(AuditRun.state == CURRENT)).one_or_none()


def find_covered_period(session: Session) -> CoveredPeriod | None:
    """The period in which use is known; None when no run is shown.

    A window often ends after its export was made, so the next run must cover the time in between.
    """
    shown = current(session)
    if shown is None:
        return None
    earlier = session.scalars(select(AuditRun).options(defer(AuditRun.summary)).where(AuditRun.state == SUPERSEDED))
    since = known_use.since(shown.first_date, ((_known_until(run), run.first_date) for run in earlier))
    return CoveredPeriod(since, _known_until(shown))


def least_coverage(shown: AuditRun) -> float:
    """Percent of the log that must have arrived before a run calls a grant unused. Runs of old versions do not state
    it."""
    return float(json.loads(shown.summary).get("summary", {}).get("min_coverage", _LEAST_COVERAGE))


def add_part(session: Session, row: AuditRun, kind: Kind, number: int, content: bytes) -> RunPart:
    """Store the lines of one part. Raises InvalidInput `bad_audit_output` with the line, Conflict `part_differs`.

    Nothing can be added to a complete run, because its lines were counted when it was completed.
    """
    digest = hashlib.sha256(content).hexdigest()
    existing = session.get(RunPart, (row.id, kind, number))
    if existing is not None and existing.sha256 != digest:
        message = f"Part {number} of {kind} was sent with other lines. Abandon the run and load it again."
        raise Conflict(message, code="part_differs", kind=kind, part=number)
    if existing is not None:
        return existing
    _refuse_complete(row)
    table, rows = _rows(kind, content)
    if rows:
        session.execute(insert(table), [{"run_id": row.id, **line} for line in rows])
    part = RunPart(run_id=row.id, kind=kind, number=number, sha256=digest, lines=len(rows))
    session.add(part)
    session.flush()
    return part


def complete(session: Session, actor: str, row: AuditRun, counts: Mapping[Kind, int]) -> AuditRun:
    """Show this run's results from now on, if every line of every kind has arrived. Repeating it changes nothing.

    `actor` need not be the user that began to load. Raises Conflict `run_incomplete` with the arrived and announced
    numbers of lines, `older_run`.
    """
    if row.state != LOADING:
        return row
    arrived = lines_of(session, row)
    if {kind: count for kind, count in counts.items() if count} != arrived:
        message = "Not every line has arrived: send the missing parts again."
        raise Conflict(message, code="run_incomplete", announced=dict(counts), arrived=arrived)
    _refuse_older(session, known_use.until(row.last_date, row.generated))
    session.execute(update(AuditRun).where(AuditRun.state == CURRENT).values(state=SUPERSEDED))
    row.state, row.complete_time = CURRENT, now_ms()
    _take_over_dates(session, row)
    session.flush()
    trail.record(session, actor, "audit_run.complete", row.run, after={"run": row.run, "lines": arrived})
    return row


def abandon(session: Session, row: AuditRun) -> None:
    """Delete a run that is not complete. Raises Conflict `run_complete`."""
    _refuse_complete(row)
    tables: tuple[type[Base], ...] = (*RESULTS, UsageDaily, RunPart)
    for model in tables:
        session.execute(delete(model).where(model.__table__.c.run_id == row.id))
    session.delete(row)
    session.flush()


def lines_of(session: Session, row: AuditRun) -> dict[str, int]:
    """Kind → lines that have arrived."""
    numbers: dict[str, int] = {}
    for part in session.scalars(select(RunPart).where(RunPart.run_id == row.id).order_by(RunPart.kind)):
        numbers[part.kind] = numbers.get(part.kind, 0) + part.lines
    return {kind: count for kind, count in numbers.items() if count}


def _rows(kind: Kind, content: bytes) -> tuple[type[Base], list[Mapping[str, Any]]]:
    model, table, row_of = LINES[kind]
    lines = content.split(b"\n")
    if len(lines) > MOST_LINES + 1:
        raise InvalidInput(f"A part has at most {MOST_LINES} lines.", field="body", wrong="too many")
    return table, [_row(kind, number, line, model, row_of) for number, line in enumerate(lines, 1) if line.strip()]


def _row(kind: str, number: int, line: bytes, model: Any, row_of: Callable[[Any], Mapping[str, Any]]) -> Any:
    """A row of the database from one line of a part. Raises InvalidInput `bad_audit_output`."""
    try:
        # No database stores the character 0 in a text; in JSON it appears only escaped.
        return row_of(model.model_validate_json(line.replace(rb"\u0000", rb"\ufffd")))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or "the line"
        message = f"{kind}, line {number} of the part: {field}: {first['msg']}"
        raise InvalidInput(message, code="bad_audit_output", kind=kind, line=number) from error


def _take_over_dates(session: Session, row: AuditRun) -> None:
    """The run replaces all dates of its window, also those on which it saw no use."""
    own_dates = select(UsageDaily.date).where(UsageDaily.run_id == row.id).distinct()
    dates = sorted(session.scalars(own_dates))
    inside = (UsageDate.date >= row.first_date) & (UsageDate.date <= row.last_date)
    session.execute(delete(UsageDate).where(inside))
    rest = iter(dates)
    while batch := list(islice(rest, 500)):
        session.execute(delete(UsageDate).where(UsageDate.date.in_(batch)))
        session.execute(insert(UsageDate), [{"date": date, "run_id": row.id} for date in batch])


def _refuse_other(session: Session, description: Mapping[str, Any]) -> None:
    """Refuse a run of another center or epoch: ids of grants have a meaning in one history only."""
    expected = {"center": epochs.first_epoch(session), "epoch": epochs.current(session).epoch}
    if strange := [
        name for name in expected if description.get(name) is not None and description[name] != expected[name]
    ]:
        message = f"This run tells of another {strange[0]} than this center's: export the history here, and run again."
        raise Conflict(message, code="other_center", **expected)


def _refuse_older(session: Session, known_until: int) -> None:
    """Refuse a run that knows less than the current one: it would replace the days of its window and lose use."""
    shown = current(session)
    if shown is None or known_until >= (end := _known_until(shown)):
        return
    moments = known_use.moment_text(end), known_use.moment_text(known_until)
    message = f"The results that are shown know of use until {moments[0]}; this run until {moments[1]}."
    raise Conflict(message, code="older_run", run=shown.run, until=known_use.day(end - 1))


def _known_until(row: AuditRun) -> int:
    """Until when the run knows of use (epoch ms): never later than it was loaded, whatever it claims."""
    return known_use.until(row.last_date, row.generated, row.add_time)


def _refuse_complete(row: AuditRun) -> None:
    if row.state != LOADING:
        raise Conflict("The run is complete: nothing of it is changed.", code="run_complete", state=row.state)
