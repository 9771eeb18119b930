"""What the audit log keeps of a row: every column except secrets and columns that change without being recorded.

The state as of any revision is rebuilt from it (`app.audit.trail.history`), so it must be complete. New columns are
included automatically.
"""

import re
from functools import cache
from typing import Any

from sqlalchemy import Table, inspect

from app.platform.database import Base

UNRECORDED = {
    "sys_user_info": {"failures", "delayed_until", "refused"},
    "sys_application": {"refused"},
    "sys_client_secret": {"last_use"},
    "sys_client_key": {"last_use"},
    "sys_cluster_credential": {"last_use"},
    "sys_api_token": {"last_use"},
}
"""Columns that change with use and are not recorded, by table."""
_SECRET = re.compile(r"passw|secret|hash|private|encrypted|digest")
"""Columns whose names match are never recorded, even if hashed or encrypted."""


def row(instance: Base, **more: Any) -> dict[str, Any]:
    """The state of a flushed row, and further facts that explain it when other rows are gone."""
    return {**{name: getattr(instance, attribute) for name, attribute in _recorded_attributes(type(instance))}, **more}


def kept_columns(table: Table) -> list[str]:
    """The columns of a table that are recorded, in the table's order."""
    left_out = UNRECORDED.get(table.name, set())
    return [column.name for column in table.columns if column.name not in left_out and not _SECRET.search(column.name)]


@cache
def _recorded_attributes(model: type[Base]) -> list[tuple[str, str]]:
    """(column, attribute) of everything that is recorded."""
    mapper = inspect(model)
    table = Base.metadata.tables[model.__tablename__]
    return [(column, mapper.get_property_by_column(table.columns[column]).key) for column in kept_columns(table)]
