"""What a schema is, as the database itself tells: to compare two, and to find what an older program would miss."""

import re
from typing import Any

from sqlalchemy import Connection, Inspector, inspect, text
from sqlalchemy.dialects import mysql, postgresql, sqlite

from app.platform import schema
from app.platform.database_engine import make_engine

Described = dict[str, dict[str, Any]]
_DIALECTS = {"sqlite": sqlite.dialect, "postgresql": postgresql.dialect, "mysql": mysql.dialect}
_TRIGGERS = {
    "sqlite": "SELECT tbl_name, name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT event_object_table, trigger_name FROM information_schema.triggers",
    "mysql": (
        "SELECT event_object_table, trigger_name FROM information_schema.triggers WHERE trigger_schema = DATABASE()"
    ),
}


def describe(connection: Connection) -> Described:
    """Table → its columns, keys, indexes and checks, in no order; table `triggers`: their names."""
    found, kind = inspect(connection), connection.dialect.name.replace("mariadb", "mysql")
    dialect = _DIALECTS[kind]()
    names = [name for name in found.get_table_names() if name != schema.VERSIONS]
    tables = {name: _table(found, name, dialect) for name in names}
    tables["triggers"] = {f"{table} {name}": {} for table, name in connection.execute(text(_TRIGGERS[kind]))}
    return tables


def _table(found: Inspector, name: str, dialect: Any) -> dict[str, Any]:
    facts: dict[str, Any] = {f"column {column['name']}": _column(column, dialect) for column in found.get_columns(name)}
    facts["primary key"] = found.get_pk_constraint(name)["constrained_columns"]
    for index in found.get_indexes(name):
        facts[f"index {index['name']}"] = (index["column_names"], bool(index["unique"]))
    for key in found.get_unique_constraints(name):
        facts[f"unique {key['name']}"] = key["column_names"]
    for foreign in found.get_foreign_keys(name):
        facts[f"foreign key {foreign['name']}"] = (foreign["constrained_columns"], foreign["referred_table"])
    for check in found.get_check_constraints(name):
        facts[f"check {check['name']}"] = re.sub(r"\s+", " ", check["sqltext"])
    return facts


def _column(column: Any, dialect: Any) -> tuple[str, bool, str | None]:
    """(type, may be null, default)"""
    return column["type"].compile(dialect=dialect), column["nullable"], column["default"]


def describe_database(url: str) -> Described:
    """The schema of the database there."""
    engine = make_engine(url)
    with engine.connect() as connection:
        found = describe(connection)
    engine.dispose()
    return found
