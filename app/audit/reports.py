"""What the Spark jobs found: import of their output, and the answers the console shows from it."""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from app.audit.models import AuditRun, GrantFinding, UsageDaily
from app.clock import now_ms
from app.errors import InvalidInput

_BATCH = 5000
_USAGE = {
    "date": (str,),
    "grant": (int, type(None)),
    "user": (str, type(None)),
    "action": (int,),
    "resource": (str,),
    "decision": (int,),
    **dict.fromkeys(("n", "first", "last", "covering", "applied", "sole"), (int,)),
}
_FINDING = {
    "grant": (int,),
    "status": (str,),
    **dict.fromkeys(("covering", "applied", "sole"), (int,)),
    "last": (int, type(None)),
    "coverage_percent": (int, float),
}
T = TypeVar("T")
Rules = Mapping[str, tuple[type, ...]]


def import_audit(session: Session, directory: Path) -> dict[str, int]:
    """Take in `publish/` of a run of the Spark jobs; answers how many rows of each kind were read.

    The days it names and all findings are replaced, so a run may be imported again. Raises InvalidInput
    `bad_audit_output` with file and line; the transaction must then be rolled back.
    """
    publish = _current(directory) / "publish"
    run = _run(publish / "run.json")
    days = {row["date"] for row in _rows(publish / "usage_daily.jsonl", _USAGE)}
    for some in _batches(sorted(days)):
        session.execute(delete(UsageDaily).where(UsageDaily.date.in_(some)))
    usage = ({"grant_id": row.pop("grant"), **row} for row in _rows(publish / "usage_daily.jsonl", _USAGE))
    read = {"usage_daily": _insert(session, UsageDaily, usage)}
    session.execute(delete(GrantFinding))
    statuses = _rows(publish / "grant_status.jsonl", _FINDING)
    found = ({"grant_id": row.pop("grant"), **row, "run": run["run"]} for row in statuses)
    read["findings"] = _insert(session, GrantFinding, found)
    session.execute(delete(AuditRun).where(AuditRun.run == run["run"]))
    session.add(AuditRun(run=run["run"], add_time=now_ms(), summary=json.dumps(run, sort_keys=True)))
    session.flush()
    return read


def findings(session: Session, grant_ids: Iterable[int]) -> dict[int, GrantFinding]:
    """The newest finding of each of these grants, as far as there is one."""
    found: dict[int, GrantFinding] = {}
    for some in _batches(sorted(set(grant_ids)), 500):
        rows = session.scalars(select(GrantFinding).where(GrantFinding.grant_id.in_(some)))
        found.update({row.grant_id: row for row in rows})
    return found


def usage_of(session: Session, grant_id: int, limit: int = 500) -> list[UsageDaily]:
    """The newest days on which the grant was used, at most `limit` rows."""
    query = select(UsageDaily).where(UsageDaily.grant_id == grant_id)
    return list(session.scalars(query.order_by(UsageDaily.date.desc(), UsageDaily.id).limit(limit)))


def last_run(session: Session) -> dict[str, Any] | None:
    """The summary of the run imported last: its window, its coverage, when it was imported (epoch ms)."""
    row = session.scalars(select(AuditRun).order_by(AuditRun.id.desc()).limit(1)).one_or_none()
    return None if row is None else {**json.loads(row.summary), "imported": row.add_time}


def _current(directory: Path) -> Path:
    """The results that the audit's directory names as its newest."""
    pointer = directory / "current.json"
    try:
        place = str(json.loads(pointer.read_text(encoding="utf-8"))["path"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _bad(pointer, 1, "no results of the audit jobs") from error
    return directory / place


def _run(file: Path) -> dict[str, Any]:
    try:
        run = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise _bad(file, 1, "no readable run.json of the audit jobs") from error
    if not isinstance(run, dict) or not isinstance(run.get("run"), str) or not 0 < len(run["run"]) <= 128:
        raise _bad(file, 1, "`run` must be the name of the run")
    return run


def _rows(file: Path, rules: Rules) -> Iterator[dict[str, Any]]:
    try:
        with file.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                yield _row(file, number, line, rules)
    except (OSError, UnicodeDecodeError) as error:
        raise _bad(file, 1, "cannot be read") from error


def _row(file: Path, number: int, line: str, rules: Rules) -> dict[str, Any]:
    try:
        values = json.loads(line)
    except ValueError as error:
        raise _bad(file, number, "is not JSON") from error
    if not isinstance(values, dict):
        raise _bad(file, number, "is not an object")
    for name, kinds in rules.items():
        if not isinstance(values.get(name), kinds) or isinstance(values.get(name), bool):
            raise _bad(file, number, f"`{name}` is missing or of the wrong kind")
    return {name: values[name] for name in rules}


def _bad(file: Path, number: int, what: str) -> InvalidInput:
    return InvalidInput(f"{file.name}, line {number}: {what}.", code="bad_audit_output", file=file.name, line=number)


def _insert(session: Session, model: type[UsageDaily | GrantFinding], rows: Iterable[dict[str, Any]]) -> int:
    count = 0
    for some in _batches(rows):
        session.execute(insert(model), some)
        count += len(some)
    return count


def _batches(items: Iterable[T], size: int = _BATCH) -> Iterator[list[T]]:
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch
