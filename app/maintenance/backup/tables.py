"""Every table of a database, whatever its schema is: its columns, its rows in a repeatable order, its next id."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Boolean, Connection, Inspector, Select, TableClause, column, inspect, select, table, text

from app.platform import schema

Row = Sequence[Any]
_NOT_ROWS = (schema.VERSIONS, schema.UNFINISHED, schema.FLOOR)
_AT_A_TIME = 1_000
_NEXT_IDS = {
    "sqlite": "SELECT name, seq + 1 FROM sqlite_sequence",
    "postgresql": (
        "SELECT t.relname, coalesce(s.last_value, 0) + 1 FROM pg_sequences s "
        "JOIN pg_class c ON c.relname = s.sequencename AND c.relnamespace = current_schema()::regnamespace "
        "JOIN pg_depend d ON d.objid = c.oid AND d.deptype IN ('a', 'i') JOIN pg_class t ON t.oid = d.refobjid "
        "WHERE s.schemaname = current_schema()"
    ),
    "mysql": (
        "SELECT table_name, auto_increment FROM information_schema.tables "
        "WHERE table_schema = DATABASE() AND auto_increment IS NOT NULL"
    ),
}


@dataclass(frozen=True)
class TableShape:
    """A table: its columns, those of the key, those that are true or false, and those that point to itself."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    flags: frozenset[str]
    parents: tuple[str, ...]

    @property
    def clause(self) -> TableClause:
        """The table for statements, with untyped columns: values are those of the driver."""
        return table(self.name, *(column(name) for name in self.columns))

    def rows(self) -> Select[Any]:
        """All rows by key. Those that name no other row of the same table come first: others may point to them."""
        clause = self.clause
        roots_first = (clause.c[column].is_not(None) for column in self.parents)
        return select(*clause.c).order_by(*roots_first, *(clause.c[column] for column in self.key or self.columns))


def shapes(connection: Connection) -> list[TableShape]:
    """Every table that holds rows of the center, in an order in which foreign keys find what they point to."""
    found = inspect(connection)
    names = [table for table, _ in found.get_sorted_table_and_fkc_names() if table and table not in _NOT_ROWS]
    return [_shape(found, table) for table in names]


def _shape(inspector: Inspector, name: str) -> TableShape:
    columns = inspector.get_columns(name)
    parents = [key["constrained_columns"] for key in inspector.get_foreign_keys(name) if key["referred_table"] == name]
    return TableShape(
        name,
        tuple(column["name"] for column in columns),
        tuple(inspector.get_pk_constraint(name)["constrained_columns"]),
        frozenset(column["name"] for column in columns if isinstance(column["type"], Boolean)),
        tuple(column for columns in parents for column in columns),
    )


def read(connection: Connection, shape: TableShape) -> Iterator[list[Row]]:
    """The rows, a thousand at a time, without holding more of them."""
    streamed = connection.execution_options(stream_results=True, yield_per=_AT_A_TIME)
    for rows in streamed.execute(shape.rows()).partitions():
        yield [tuple(row) for row in rows]


def next_ids(connection: Connection) -> dict[str, int]:
    """Table → the id that its next row gets. Call it after the rows were read: counters are in no transaction."""
    dialect = "mysql" if connection.dialect.name == "mariadb" else connection.dialect.name
    if dialect == "mysql" and not getattr(connection.dialect, "is_mariadb", False):
        connection.execute(text("SET SESSION information_schema_stats_expiry = 0"))
    return {str(table): int(next_id) for table, next_id in connection.execute(text(_NEXT_IDS[dialect]))}
