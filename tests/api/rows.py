"""Reads all stored rows, to compare before and after."""

from typing import Any

from sqlalchemy import func, inspect, select, text
from sqlalchemy.orm import Session

from tests.center import Center

Rows = dict[str, list[tuple[Any, ...]]]


def rows(center: Center) -> Rows:
    """Every row of every table, also of tables without a model."""
    found: Rows = {}
    with center.database.engine.connect() as connection:
        for table in sorted(inspect(connection).get_table_names()):
            every = connection.execute(text(f"SELECT * FROM {table}"))
            found[table] = sorted((tuple(row) for row in every), key=repr)
    return found


def differences(before: Rows, after: Rows) -> dict[str, Any]:
    """Table → the rows that are on one side only."""
    return {
        table: set(map(repr, before.get(table, []))) ^ set(map(repr, after[table]))
        for table in after
        if before.get(table) != after[table]
    }


def count(session: Session, model: type[Any]) -> int:
    """How many rows there are."""
    return session.scalar(select(func.count()).select_from(model)) or 0
