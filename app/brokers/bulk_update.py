"""One UPDATE for many rows with other values each. `executemany` sends a statement for each row: with 200 brokers that
is most of what a report costs, to the center and to the database.

The values travel as one JSON text, so that the statement is the same for any number of rows.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import TextClause, text
from sqlalchemy.orm import Session

_TYPES = {"epoch": "VARCHAR(32)"}
"""Of columns that are no BIGINT."""


def bulk_update(session: Session, table: str, columns: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> None:
    """Set these columns of the rows, each of which has its `id`."""
    names = ("id", *columns)
    values = json.dumps([{name: row[name] for name in names} for row in rows])
    statement = _statement(session.get_bind().dialect.name, table, tuple(columns))
    session.connection().execute(statement, {"rows": values})


@cache
def _statement(dialect: str, table: str, columns: tuple[str, ...]) -> TextClause:
    typed = [(name, _TYPES.get(name, "BIGINT")) for name in ("id", *columns)]
    changes = ", ".join(f"{name} = v.{name}" for name in columns)
    if dialect == "postgresql":
        fields = ", ".join(f"{name} {kind}" for name, kind in typed)
        source = f"json_to_recordset(CAST(:rows AS json)) AS v({fields})"
    elif dialect == "sqlite":
        fields = ", ".join(f"json_extract(value, '$.{name}') AS {name}" for name, _ in typed)
        source = f"(SELECT {fields} FROM json_each(:rows)) AS v"  # noqa: S608  only our own names
    else:
        fields = ", ".join(f"{name} {kind} PATH '$.{name}'" for name, kind in typed)
        changes = ", ".join(f"{table}.{name} = v.{name}" for name in columns)
        source = f"JSON_TABLE(:rows, '$[*]' COLUMNS ({fields})) AS v"
        return text(f"UPDATE {table} JOIN {source} ON {table}.id = v.id SET {changes}")  # noqa: S608
    return text(f"UPDATE {table} SET {changes} FROM {source} WHERE {table}.id = v.id")  # noqa: S608
