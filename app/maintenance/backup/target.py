"""The database that a restore fills: what is in it, emptying it, filling it, letting its counters go on."""

from collections.abc import Iterable, Mapping
from typing import Literal

from sqlalchemy import Connection, func, insert, inspect, select, text

from app.maintenance.backup import tables
from app.maintenance.backup.failures import BackupError
from app.maintenance.backup.tables import Row, TableShape
from app.platform import schema

State = Literal["empty", "center", "unfinished", "foreign"]
_FUNCTION = "sys_trail_append_only"
"""PostgreSQL: the function of the trigger that protects the audit log (migration 0001)."""


def state_of(connection: Connection) -> State:
    """What is there. `unfinished`: a restore that did not end; `foreign`: tables that are no center's."""
    names = set(inspect(connection).get_table_names())
    if not names:
        return "empty"
    if schema.UNFINISHED in names:
        return "unfinished"
    return "center" if {schema.VERSIONS, "sys_revision", "sys_trail"} <= names else "foreign"


def drop_tables(connection: Connection) -> None:
    """Drop every table but the mark of the unfinished restore."""
    names = [name for name in inspect(connection).get_table_names() if name != schema.UNFINISHED]
    quote = connection.dialect.identifier_preparer.quote
    _without_foreign_keys(connection, off=True)
    for name in names:
        cascade = " CASCADE" if connection.dialect.name == "postgresql" else ""
        connection.execute(text(f"DROP TABLE {quote(name)}{cascade}"))
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"DROP FUNCTION IF EXISTS {_FUNCTION}()"))
    _without_foreign_keys(connection, off=False)


def _without_foreign_keys(connection: Connection, *, off: bool) -> None:
    if connection.dialect.name in ("mysql", "mariadb"):
        connection.execute(text(f"SET FOREIGN_KEY_CHECKS = {int(not off)}"))
    elif connection.dialect.name == "sqlite":
        # Within a transaction SQLite ignores it.
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql(f"PRAGMA foreign_keys = {'OFF' if off else 'ON'}")
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def clear_seeds(connection: Connection, shapes: Iterable[TableShape]) -> None:
    """Take out the rows that migrations wrote into empty tables."""
    for shape in shapes:
        clause = shape.clause
        # Not blindly: the audit log refuses even a deletion of nothing.
        if connection.execute(shape.rows().limit(1)).first() is not None:
            connection.execute(clause.delete())


def fill(connection: Connection, shape: TableShape, columns: tuple[str, ...], rows: list[Row]) -> None:
    """Insert rows of a table. Raises BackupError when the table has not the columns."""
    if unknown := set(columns) - set(shape.columns):
        raise BackupError(f"{shape.name} of this database has no column {', '.join(sorted(unknown))}")
    flags = [at for at, column in enumerate(columns) if column in shape.flags]
    for row in rows if flags else ():
        for at in flags:
            row[at] = None if row[at] is None else bool(row[at])  # type: ignore[index]
    connection.execute(insert(shape.clause), [dict(zip(columns, row, strict=True)) for row in rows])


def continue_ids(connection: Connection, shapes: Iterable[TableShape], next_ids: Mapping[str, int]) -> None:
    """Let ids go on where they were, those of deleted rows included: no id is given out twice."""
    counted = tables.next_ids(connection)
    dialect, quote = connection.dialect.name, connection.dialect.identifier_preparer.quote
    for shape in shapes:
        if dialect == "sqlite":
            if shape.name in next_ids:
                _of_sqlite(connection, shape.name, next_ids[shape.name])
            continue
        if shape.name not in counted or shape.key != ("id",):
            continue
        highest = (connection.execute(select(func.max(shape.clause.c.id))).scalar() or 0) + 1
        following = max(next_ids.get(shape.name, 1), highest)
        if dialect == "postgresql":
            sequence = f"pg_get_serial_sequence('{quote(shape.name)}', 'id')"
            # Not `false` with the next number: PostgreSQL then shows the sequence as never used.
            connection.execute(text(f"SELECT setval({sequence}, {max(following - 1, 1)}, {following > 1})"))
        else:
            connection.execute(text(f"ALTER TABLE {quote(shape.name)} AUTO_INCREMENT = {following}"))


def _of_sqlite(connection: Connection, name: str, next_id: int) -> None:
    values = {"name": name, "seq": next_id - 1}
    done = connection.execute(text("UPDATE sqlite_sequence SET seq = max(seq, :seq) WHERE name = :name"), values)
    counts = "SELECT 1 FROM sqlite_master WHERE name = :name AND sql LIKE '%AUTOINCREMENT%'"
    if done.rowcount == 0 and next_id > 1 and connection.execute(text(counts), values).first():
        connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :seq)"), values)
