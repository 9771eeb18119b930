"""Puts the rows of a back-up into a database that is marked as unfinished until a restore is done."""

from pathlib import Path

from pydantic import SecretStr
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from app.maintenance.backup import database_in_use, restore_loss, tables, target
from app.maintenance.backup.failures import BackupError
from app.maintenance.backup.file_format import TableBegin, TableRows, read
from app.maintenance.backup.making import Progress
from app.maintenance.backup.restore_loss import RestoreLoss
from app.platform import schema
from app.platform.database_engine import connected
from app.platform.database_failures import refuses_writes


def prepare(url: str, revision: str, loss: RestoreLoss | None) -> None:
    """Mark the database, make sure again that nobody is there, and put empty tables in place. Raises BackupError."""
    with connected(url) as connection:
        marked = schema.is_restore_unfinished(connection)
        schema.mark_restore_unfinished(connection, restore_loss.to_restore_facts(loss))
        connection.commit()
    try:
        database_in_use.refuse_running(url)
    except BackupError:
        # A center started since the first look: leave it what it has.
        if not marked:
            with connected(url) as connection:
                schema.mark_restore_finished(connection)
                connection.commit()
        raise
    with connected(url) as connection:
        target.drop_tables(connection)
        connection.commit()
    schema.upgrade(url, revision)


def fill(url: str, file: Path, key: SecretStr, loss: RestoreLoss | None, progress: Progress) -> None:
    """Put the rows of a back-up into the empty tables. `loss`: counters go on from there. Raises BackupError."""
    with connected(url) as connection:
        shapes = {shape.name: shape for shape in tables.shapes(connection)}
        target.clear_seeds(connection, shapes.values())
        next_ids = _insert(connection, shapes, file, key, progress)
        for table, next_id in (loss.next_ids if loss else {}).items():
            next_ids[table] = max(next_id, next_ids.get(table, 1))
        target.continue_ids(connection, shapes.values(), next_ids)
        connection.commit()


def _insert(
    connection: Connection, shapes: dict[str, tables.TableShape], file: Path, key: SecretStr, progress: Progress
) -> dict[str, int]:
    """Reads the file part by part into the tables. Returns the next id of each table."""
    table, done = TableBegin("", ()), 0
    with file.open("rb") as source:
        for part in read(source, key):
            if isinstance(part, TableBegin):
                table, done = part, 0
                if part.name not in shapes:
                    raise BackupError(f"the back-up has a table {part.name}, which its schema has not")
            elif isinstance(part, TableRows):
                try:
                    target.fill(connection, shapes[table.name], table.columns, part.rows)
                except DBAPIError as error:
                    raise _refused_row(table.name, done, error) from None
                done += len(part.rows)
                progress(table.name, done)
    return dict(part.next_ids)  # type: ignore[union-attr]  # the last part is the end, or reading has failed


def _refused_row(name: str, row_count: int, error: DBAPIError) -> BackupError:
    # The driver's message may quote the row, which may be a hash: only its kind is told.
    kind = type(error.orig).__name__ if error.orig is not None else type(error).__name__
    if refuses_writes(error):
        kind = "its disk is full, or it may only be read"
    return BackupError(f"this database refuses a row of {name} after row {row_count}: {kind}")
