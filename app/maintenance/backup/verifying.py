"""Reads a back-up whole without restoring it: is it what was written, is its audit log intact, do the keys fit?"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from pydantic import SecretStr

from app.audit.trail import chain
from app.maintenance.backup import making
from app.maintenance.backup.failures import DamagedError
from app.maintenance.backup.file_format import BackupHeader, TableBegin, TableRows, read
from app.maintenance.backup.making import Progress
from app.platform.settings import Settings
from app.tokens import key_encryption

_TRAIL = "sys_trail"
WRONG_KEY = "PUC_SECRET_KEY is not that of the back-up: give it, or the one before as PUC_SECRET_KEY_PREVIOUS"
_HASHED = ("hash", "previous_hash")
"""Audit logs of schemas before 0002 have no hashes."""


@dataclass
class BackupCheck:
    """A whole back-up. `rows`: of each table. `closed`: what no key of the settings opens, and how often.

    `blame` tells which setting is wrong when signing keys are among that; the center would not start then.
    `other_secret`: PUC_SECRET_KEY is not the center's, also when nothing was sealed by it.
    """

    facts: BackupHeader
    rows: dict[str, int]
    trail_problems: list[str] = field(default_factory=list)
    closed: dict[str, int] = field(default_factory=dict)
    blame: str | None = None
    other_secret: bool = False


def verify(file: Path, key: SecretStr, settings: Settings, progress: Progress) -> BackupCheck:
    """Read and check every byte. Raises DamagedError, OSError."""
    with file.open("rb") as source:
        parts = read(source, key)
        facts = next(parts)
        if not isinstance(facts, BackupHeader):
            raise DamagedError("the file does not begin with what it is of")
        found, verifier = BackupCheck(facts, {}), chain.Verifier()
        for table, row in _rows_to_check(parts, found, progress):
            if table == _TRAIL and all(row.get(column) for column in _HASHED):
                found.trail_problems += [problem.sentence for problem in verifier.feed(_entry(row))]
            else:
                _try_keys(table, row, settings, found)
    secret_ids = {making.secret_id(secret) for secret in settings.secrets()}
    found.other_secret = bool(found.closed) or (facts.key_id != "" and facts.key_id not in secret_ids)
    head = chain.TrailHead(facts.revision, facts.head_hash)
    found.trail_problems += [problem.sentence for problem in verifier.finish(head if verifier.entries else None)]
    return found


def _rows_to_check(
    parts: Iterator[Any], check: BackupCheck, progress: Progress
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every row that has to be looked at, with the name of its table."""
    looked_at = {_TRAIL, *(column.column.class_.__tablename__ for column in making.SEALED)}
    table, columns = "", tuple[str, ...]()
    for part in parts:
        if isinstance(part, TableBegin):
            table, columns = part.name, part.columns
            check.rows[table] = 0
        elif isinstance(part, TableRows):
            check.rows[table] += len(part.rows)
            progress(table, check.rows[table])
            if table in looked_at:
                yield from ((table, dict(zip(columns, row, strict=True))) for row in part.rows)


def _entry(row: dict[str, Any]) -> dict[str, Any]:
    contents = {side: None if row[side] is None else json.loads(row[side]) for side in ("before", "after")}
    return {**row, "key": row["entity_key"], **contents}


def _try_keys(table: str, row: dict[str, Any], settings: Settings, check: BackupCheck) -> None:
    """Counts the sealed values of a row that no key of the settings opens."""
    for column in making.SEALED:
        sealed = column.column.class_.__tablename__ == table and row.get(column.column.key)
        if sealed and column.opened(column.keys(settings), SimpleNamespace(**row)) is None:
            name = "signing keys" if column is key_encryption.SEALED else str(column)
            check.closed[name] = check.closed.get(name, 0) + 1
            if column is key_encryption.SEALED:
                check.blame = key_encryption.setting_to_blame(settings)
