"""What the trail keeps of a row: every column but secrets and what changes without being recorded.

Complete contents are what lets the state as of any revision be rebuilt (`app.trail.history`); a new column is in them
by itself.
"""

import re
from functools import cache
from typing import Any

from sqlalchemy import Table, inspect

from app.database import Base

UNRECORDED = {
    "sys_user_info": {"failures", "delayed_until"},
    "sys_client_secret": {"last_use"},
    "sys_cluster_credential": {"last_use"},
    "sys_api_token": {"last_use"},
}
"""Columns that change with use, by table."""
_SECRET = re.compile(r"passw|secret|hash|private|encrypted|digest")
"""No column called so is ever told, hashed or sealed though it may be."""


def row(instance: Base, **more: Any) -> dict[str, Any]:
    """The state of a row that was flushed, and what else a reader years later wants to know."""
    return {**{name: getattr(instance, attribute) for name, attribute in _kept_attributes(type(instance))}, **more}


def kept_columns(table: Table) -> list[str]:
    """The columns of a table that the trail keeps, in the table's order."""
    left_out = UNRECORDED.get(table.name, set())
    return [column.name for column in table.columns if column.name not in left_out and not _SECRET.search(column.name)]


@cache
def _kept_attributes(model: type[Base]) -> list[tuple[str, str]]:
    """(column, attribute) of everything that is kept."""
    mapper = inspect(model)
    table = Base.metadata.tables[model.__tablename__]
    return [(name, mapper.get_property_by_column(table.columns[name]).key) for name in kept_columns(table)]
