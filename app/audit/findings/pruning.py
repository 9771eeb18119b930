"""Periodic job: deletes the rows of old runs in batches, and after a day runs that were never completed."""

from typing import Any

from sqlalchemy import ColumnElement, Select, and_, delete, inspect, not_, or_, select
from sqlalchemy.orm import Session

from app.audit.findings import runs
from app.audit.findings.current_results import valid_use
from app.audit.findings.models import AuditRun, RunPart, UsageDaily
from app.audit.trail import trail
from app.platform.database import Base, Database
from app.platform.settings import Settings

_AT_ONCE = 5000
_DAY_MS = 24 * 3_600_000


def run(database: Database, settings: Settings, now: int) -> None:
    """One round, in transactions of at most 5,000 rows, so that other writers do not wait for long."""
    with database.writing() as session:
        # Delete the run itself first: if its loader goes on later, it is told to begin anew.
        trail.lock_revision(session)
        stale = AuditRun.state == runs.LOADING, AuditRun.add_time < now - _DAY_MS
        session.execute(delete(AuditRun).where(*stale))
    with database.reading() as session:
        old = _superseded_runs(session, settings.audit_runs_kept)
        forgotten = list(session.scalars(_runs_with_rows()))
    # Delete the parts last: if this round is killed, the next one finds by them what is left of deleted runs.
    tables: tuple[type[Base], ...] = (*runs.RESULTS, RunPart)
    for table in tables if old or forgotten else ():
        _empty(database, table, table.__table__.c.run_id.in_([*old, *forgotten]))
    _empty(database, UsageDaily, _is_replaced())
    with database.writing() as session:
        for row in session.scalars(select(AuditRun).where(AuditRun.id.in_(old))):
            row.pruned = 1


def _superseded_runs(session: Session, kept: int) -> list[int]:
    """Ids of superseded runs, except the `kept` newest ones."""
    query = select(AuditRun.id).where(AuditRun.state == runs.SUPERSEDED, AuditRun.pruned == 0)
    return list(session.scalars(query.order_by(AuditRun.complete_time.desc(), AuditRun.id.desc()).offset(kept)))


def _runs_with_rows() -> Select[int]:
    """Ids of deleted runs that still have rows."""
    return select(RunPart.run_id).where(RunPart.run_id.not_in(select(AuditRun.id))).distinct()


def _is_replaced() -> ColumnElement[bool]:
    """A condition: rows of use whose date belongs to a later run, or whose run was deleted."""
    loading = select(AuditRun.id).where(AuditRun.state == runs.LOADING)
    return and_(not_(valid_use()), UsageDaily.run_id.not_in(loading))


def _empty(database: Database, model: type[Base], condition: ColumnElement[bool]) -> None:
    """Delete the rows in short transactions, so that nobody waits for all of them."""
    keys = list(inspect(model).primary_key)
    while True:
        with database.writing() as session:
            rows = session.execute(select(*keys).where(condition).limit(_AT_ONCE)).all()
            for start in range(0, len(rows), 300):
                session.execute(delete(model).where(_is_one_of(keys, rows[start : start + 300])))
        if len(rows) < _AT_ONCE:
            return


def _is_one_of(keys: list[Any], rows: Any) -> ColumnElement[bool]:
    return or_(*(and_(*(key == value for key, value in zip(keys, row, strict=True))) for row in rows))
