"""Loads an audit run into the database of this machine, without signing in."""

from typing import Any

from app.audit.findings import runs
from app.audit.findings.models import AuditRun
from app.audit.findings.result_lines import Kind
from app.audit.trail import trail
from app.platform.database import Database

_ACTOR = "system"


class OwnDatabase:
    """A target of `loading.load`. Each step is one transaction, as through the API."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(self, about: dict[str, Any]) -> dict[str, Any]:
        """Begin to load the run, or find it if that was begun before."""
        with self._database.writing() as session:
            trail.lock_revision(session)
            return _summary(runs.begin(session, _ACTOR, about))

    def send(self, run: str, kind: Kind, number: int, content: bytes) -> None:
        """Store some lines of one kind."""
        with self._database.writing() as session:
            trail.lock_revision(session)
            runs.add_part(session, runs.find(session, run), kind, number, content)

    def complete(self, run: str, counts: dict[Kind, int]) -> dict[str, Any]:
        """Complete the run, so that its results are shown."""
        with trail.center_transaction(self._database) as session:
            return _summary(runs.complete(session, _ACTOR, runs.find(session, run), counts))


def _summary(row: AuditRun) -> dict[str, Any]:
    return {"run": row.run, "state": row.state, "last_date": row.last_date}
