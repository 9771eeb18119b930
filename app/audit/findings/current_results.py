"""Reads the results of the Spark jobs: those of the current run, and use by day."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, ScalarSelect, Select, bindparam, exists, select
from sqlalchemy.orm import Session

from app.audit.findings import runs
from app.audit.findings.models import AuditRun, Finding, RunLine, Suggestion, UsageDaily, UsageDate, UseStatus
from app.platform.database import slices

Result = TypeVar("Result", Finding, Suggestion, RunLine)


def current_run() -> ScalarSelect[int]:
    """The id of the current run as a subquery; null when there is none."""
    return select(AuditRun.id).where(AuditRun.state == runs.CURRENT).scalar_subquery()


def valid_use() -> ColumnElement[bool]:
    """A condition on UsageDaily: the row belongs to the run that is valid for its date."""
    return exists().where(UsageDate.date == UsageDaily.date, UsageDate.run_id == UsageDaily.run_id)


_STATUSES = select(UseStatus.__table__).where(  # built once: building it costs more than executing it
    UseStatus.run_id == current_run(), UseStatus.grant_id.in_(bindparam("ids", expanding=True))
)


def statuses(session: Session, grant_ids: Iterable[int]) -> dict[int, Any]:
    """Grant id → row of `UseStatus` in the current run. Grants that the run does not know are left out."""
    connection, rows = session.connection(), dict[int, Any]()
    for ids in slices(grant_ids):
        rows.update({row.grant_id: row for row in connection.execute(_STATUSES, {"ids": ids})})
    return rows


def usage_of(session: Session, grant_id: int, limit: int = 500) -> list[UsageDaily]:
    """The newest days on which the grant was used, at most `limit` rows."""
    query = select(UsageDaily).where(UsageDaily.grant_id == grant_id, valid_use())
    return list(session.scalars(query.order_by(UsageDaily.date.desc(), UsageDaily.id).limit(limit)))


def last_run(session: Session) -> dict[str, Any] | None:
    """The summary of the current run: its window, its coverage, when it was loaded (epoch ms)."""
    row = runs.current(session)
    return None if row is None else {**json.loads(row.summary), "imported": row.complete_time or row.add_time}


_FOR_ALL = ("run", "from", "until", "generated", "imported")


def about_run(about: dict[str, Any], *, whole: bool) -> dict[str, Any]:
    """The contents of run.json. Unless `whole`, without the numbers on all tenants, which only administrators may
    see."""
    return about if whole else {field: about[field] for field in _FOR_ALL if field in about}


def results(table: type[Result], *conditions: ColumnElement[bool]) -> Select[Result]:
    """The rows of the current run that meet all conditions."""
    return select(table).where(table.run_id == current_run(), *conditions)


def suggestion(session: Session, key: str) -> Suggestion | None:
    """A suggestion of the current run."""
    return session.scalars(results(Suggestion, Suggestion.suggestion == key)).one_or_none()


def of_status(status: str) -> Select[int]:
    """Ids of the grants to which the current run gives this status."""
    return select(UseStatus.grant_id).where(UseStatus.run_id == current_run(), UseStatus.status == status)


def lines(session: Session, kind: str, subjects: Iterable[str]) -> dict[str, list[dict[str, Any]]]:
    """Subject → the current run's lines of this kind, by weight."""
    lines_by_subject: dict[str, list[dict[str, Any]]] = {}
    for keys in slices(subjects):
        query = results(RunLine, RunLine.kind == kind, RunLine.subject.in_(keys))
        for row in session.scalars(query.order_by(RunLine.weight, RunLine.id)):
            lines_by_subject.setdefault(row.subject, []).append(json.loads(row.content))
    return lines_by_subject


def earlier_lines(session: Session, kind: str, subjects: Iterable[str]) -> Iterator[tuple[str, RunLine]]:
    """What replaced runs say of the subjects, as long as their results are kept: the last date that a run looked at,
    and its line. The oldest run comes first."""
    kept = AuditRun.state == runs.SUPERSEDED, AuditRun.pruned == 0
    for keys in slices(subjects):
        query = select(AuditRun.last_date, RunLine).join(RunLine, RunLine.run_id == AuditRun.id)
        query = query.where(*kept, RunLine.kind == kind, RunLine.subject.in_(keys))
        yield from session.execute(query.order_by(AuditRun.last_date, AuditRun.id, RunLine.id))
