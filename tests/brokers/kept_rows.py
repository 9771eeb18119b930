"""The rows that the trail covers."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail import contents
from app.audit.trail.history import TABLES
from app.platform.database import Base


def rows(session: Session) -> dict[str, list[dict[str, Any]]]:
    """Table → its rows, in a definite order, for all tables that the trail covers."""
    found = {}
    for name in TABLES.values():
        table = Base.metadata.tables[name]
        columns = [table.columns[column] for column in contents.kept_columns(table)]
        found[name] = in_order([dict(row._mapping) for row in session.execute(select(*columns))])
    return found


def in_order(some: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same rows, comparable."""
    return sorted(some, key=repr)
