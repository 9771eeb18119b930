"""Checks of what the database lets the center do. Only PostgreSQL has rights for each table that matter here."""

from collections.abc import Iterator

from sqlalchemy import text

from app.maintenance.doctor.check import CheckContext, Diagnosis, problem, warning
from app.platform import schema

OWNER = "make the center's user their owner, and that of the database: `ALTER DATABASE … OWNER TO …`"
_CREATE = "SELECT coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)"
_TABLES = """
SELECT c.relname, pg_has_role(c.relowner, 'USAGE') AS own, has_table_privilege(c.oid, 'SELECT')
  AND has_table_privilege(c.oid, 'INSERT') AND has_table_privilege(c.oid, 'UPDATE') AS works
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = current_schema() AND c.relkind = 'r' ORDER BY c.relname
"""


def may_create(context: CheckContext) -> Iterator[Diagnosis]:
    """Before there are tables: may its user make them?"""
    if _is_postgresql(context) and not context.session.execute(text(_CREATE)).scalar():
        yield problem("the center's user may make no tables in this database", OWNER)


def tables(context: CheckContext) -> Iterator[Diagnosis]:
    """May the center write every table, and change them all in the next migration?"""
    found = context.session.execute(text(_TABLES)).all() if _is_postgresql(context) else []
    if closed := [row.relname for row in found if not row.works]:
        yield problem(f"the center's user may not read and write {_first_names(closed)}", OWNER)
    if foreign := [row.relname for row in found if row.works and not row.own]:
        yield warning(f"{_first_names(foreign)} belong to somebody else: the next migration fails", OWNER)


def encoding(context: CheckContext) -> Iterator[Diagnosis]:
    """Has it a character for every name?"""
    charset = schema.encoding(context.session.connection())
    if charset != schema.UTF8:
        yield problem(
            f"the database has the encoding {charset}: what is not in it cannot be stored",
            "make one with ENCODING 'UTF8', and move there with `usercenter backup` and `restore`",
        )


def _first_names(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more tables" if len(names) > 3 else "")


def _is_postgresql(context: CheckContext) -> bool:
    return context.session.connection().dialect.name == "postgresql"
