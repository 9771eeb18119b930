"""Makes a back-up: every row in one consistent reading transaction, while the center serves."""

import contextlib
import hashlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from pydantic import SecretStr
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError

from app.audit.trail import backups, trail
from app.maintenance.backup import tables
from app.maintenance.backup.failures import BackupError
from app.maintenance.backup.file_format import BackupHeader, Writer
from app.platform import private_files, schema, sealing
from app.platform.database import Database
from app.platform.database_failures import refuses_writes
from app.platform.settings import Settings
from app.platform.version import VERSION
from app.providers import sealed_columns
from app.tokens import key_encryption

Progress = Callable[[str, int], None]
"""Called with the table and how many of its rows are done."""
_MODE = 0o600
SEALED = (*sealed_columns.SEALED, key_encryption.SEALED)


@dataclass(frozen=True)
class BackupFile:
    """A back-up that is complete: SHA-256 and size (bytes) of the whole file, as other tools compute them."""

    file: Path
    facts: BackupHeader
    rows: int
    size: int
    sha256: str


def make(database: Database, directory: Path, settings: Settings, now: int, progress: Progress) -> BackupFile:
    """Write a back-up into the directory, encrypted with the settings' back-up key; `now` is epoch ms. It appears there
    complete or not at all, and is recorded.

    Raises BackupError, OSError when the directory refuses it.
    """
    private_files.make_directory(directory)
    with _one_transaction(database) as connection:
        facts = _facts(connection, now, _key_id(connection, settings))
        file = directory / _name(facts)
        with _partial_file(file) as out:
            rows = _write(connection, out, settings.backup_key, facts, progress)
    backup_file = BackupFile(file, facts, rows, file.stat().st_size, _digest(file))
    if facts.schema == schema.newest():
        try:
            _record(database, backup_file)
        except OperationalError as error:
            if not refuses_writes(error):
                raise
            raise BackupError(f"{file} is whole, but the database stores nothing, so it is not recorded") from error
    return backup_file


@contextlib.contextmanager
def _one_transaction(database: Database) -> Iterator[Connection]:
    with database.engine.connect() as connection:
        if connection.dialect.name != "sqlite":
            connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection


def secret_id(secret: SecretStr) -> str:
    """The id of PUC_SECRET_KEY in back-ups. It tells nothing about the key."""
    return sealing.derive_key(secret, "id of the secret key")[:6].hex()


def _key_id(connection: Connection, settings: Settings) -> str:
    """The id of the PUC_SECRET_KEY that sealed the stored texts; "" when it is none of the settings' keys."""
    keys, openers = settings.secrets(), set[SecretStr | None]()
    for shape in tables.shapes(connection):
        for column in (column for column in SEALED if column.column.class_.__tablename__ == shape.name):
            rows = (row for row in connection.execute(shape.rows()) if getattr(row, column.column.key, None))
            openers |= {
                next((key for key in column.keys(settings) if column.opened((key,), row) is not None), None)
                for row in rows
            }
    return next((secret_id(key) for key in keys if key in openers), "" if None in openers else secret_id(keys[0]))


def _facts(connection: Connection, now: int, key_id: str) -> BackupHeader:
    at = schema.of(connection)
    if at is None or schema.is_restore_unfinished(connection):
        raise BackupError("the database of PUC_DATABASE_URL holds no center, or a restore into it was not finished")
    if not schema.knows(at):
        raise BackupError(f"the database has schema {at}, which this version does not know: use a newer one")
    row = connection.execute(text("SELECT * FROM sys_revision")).mappings().one()
    state = {"epoch": row.get("epoch", ""), "head_id": row.get("head_id", 0), "head_hash": row.get("head_hash", "")}
    return BackupHeader(now, VERSION, connection.dialect.name, at, revision=row["revision"], **state, key_id=key_id)


def _name(header: BackupHeader) -> str:
    return f"user-center-{datetime.fromtimestamp(header.made / 1000, UTC):%Y%m%dT%H%M%SZ}-r{header.revision}.backup"


@contextlib.contextmanager
def _partial_file(file: Path) -> Iterator[BinaryIO]:
    """A file that gets its name only when its content is complete and on the disk."""
    partial = file.with_name(f".{file.name}.partial")
    if file.exists():
        raise BackupError(f"{file} exists already")
    out = os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _MODE), "wb")
    try:
        with out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        partial.rename(file)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    _sync(file.parent)


def _sync(directory: Path) -> None:
    number = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _write(connection: Connection, file: BinaryIO, key: SecretStr, header: BackupHeader, progress: Progress) -> int:
    writer = Writer(file, key, header)
    for shape in tables.shapes(connection):
        # PostgreSQL says true where the others say 1.
        flags = [at for at, column in enumerate(shape.columns) if column in shape.flags]
        parts = (_as_numbers(rows, flags) if flags else rows for rows in tables.read(connection, shape))
        for done in writer.table(shape.name, shape.columns, parts):
            progress(shape.name, done)
    return writer.end(tables.next_ids(connection))


def _as_numbers(rows: list[tables.Row], flags: list[int]) -> list[tables.Row]:
    return [[int(cell) if at in flags and cell is not None else cell for at, cell in enumerate(row)] for row in rows]


def _digest(file: Path) -> str:
    with file.open("rb") as written:
        return hashlib.file_digest(written, "sha256").hexdigest()


def _record(database: Database, backup_file: BackupFile) -> None:
    """Record the back-up in the audit log, and when the last one was made."""
    what = {
        "revision": backup_file.facts.revision,
        "epoch": backup_file.facts.epoch,
        "size": backup_file.size,
        "sha256": backup_file.sha256,
    }
    with trail.center_transaction(database) as session:
        trail.record(session, "system", backups.ACTION, backup_file.file.name, after=what)
