"""Checks of the database: its schema, what its user may do, whether it may be written, its disk, its clock, its audit
log's end. Only PostgreSQL has rights for each table that matter here."""

import os
from collections.abc import Iterator

from sqlalchemy import select, text

from app.audit.trail.models import Revision, TrailEntry
from app.maintenance.doctor.check import CheckContext, ContextCheck, Diagnosis, note, problem, warning
from app.platform import database_clock, database_disk, schema

_CLOCK_WARNING_MS, _CLOCK_PROBLEM_MS = 2_000, 30_000
_LOW_BYTES, _LOWEST_BYTES = 2 << 30, 200 << 20
_READ_ONLY = {
    "postgresql": "SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on'",
    "mysql": "SELECT @@global.read_only",
}

_OWNER = "make the center's user their owner, and that of the database: `ALTER DATABASE … OWNER TO …`"
_CREATE = "SELECT coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)"
_TABLES = """
SELECT c.relname, pg_has_role(c.relowner, 'USAGE') AS own, has_table_privilege(c.oid, 'SELECT')
  AND has_table_privilege(c.oid, 'INSERT') AND has_table_privilege(c.oid, 'UPDATE') AS works
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = current_schema() AND c.relkind = 'r' ORDER BY c.relname
"""


def the_schema(context: CheckContext) -> Iterator[Diagnosis]:
    """Has the database the schema of this program?"""
    connection = context.session.connection()
    if schema.is_restore_unfinished(connection):
        yield problem("a restore into this database was not finished", "run `usercenter restore FILE --replace` again")
        return
    at = schema.of(connection)
    if at is None:
        yield problem("the database has no tables", "start the center, or run `usercenter migrate`")
        yield from _may_create(context)
        yield from encoding(context)
    elif schema.state(connection) == "newer":
        yield note(
            f"a newer version has migrated the database (schema {at}), and this one works with it: an upgrade is under "
            "way",
            "replace this instance by the newer version, which ends the upgrade",
        )
    elif not schema.knows(at):
        yield problem(f"the database is of a newer version: schema {at}", "use the version that the center runs with")
    elif at != schema.newest():
        yield problem(f"the database has schema {at}, this program {schema.newest()}", "run `usercenter migrate`")


def _may_create(context: CheckContext) -> Iterator[Diagnosis]:
    """Before there are tables: may its user make them?"""
    if _kind(context) == "postgresql" and not context.session.execute(text(_CREATE)).scalar():
        yield problem("the center's user may make no tables in this database", _OWNER)


def rights(context: CheckContext) -> Iterator[Diagnosis]:
    """May the center write every table, and change them all in the next migration?"""
    found = context.session.execute(text(_TABLES)).all() if _kind(context) == "postgresql" else []
    if closed := [row.relname for row in found if not row.works]:
        yield problem(f"the center's user may not read and write {_first_names(closed)}", _OWNER)
    if foreign := [row.relname for row in found if row.works and not row.own]:
        yield warning(f"{_first_names(foreign)} belong to somebody else: the next migration fails", _OWNER)


def encoding(context: CheckContext) -> Iterator[Diagnosis]:
    """Has it a character for every name?"""
    charset = schema.encoding(context.session.connection())
    if charset != schema.UTF8:
        yield problem(
            f"the database has the encoding {charset}: what is not in it cannot be stored",
            "make one with ENCODING 'UTF8', and move there with `usercenter backup` and `restore`",
        )


def writable(context: CheckContext) -> Iterator[Diagnosis]:
    """May the center write, or is this a stand-by?"""
    query, file = _READ_ONLY.get(_kind(context)), database_disk.file_of(context.session)
    if file is not None and not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)):
        yield problem(
            f"{file} cannot be written by this user: its disk is mounted read-only, or belongs to another user",
            "mount it anew for writing, or run the center and the doctor as the owner of the file",
        )
    if query and context.session.execute(text(query)).scalar():
        yield problem(
            "the database is read-only: a stand-by, or switched so", "point PUC_DATABASE_URL at the primary database"
        )


def disk(context: CheckContext) -> Iterator[Diagnosis]:
    """SQLite: is there room for the database to grow, and for the file beside it that holds changes?"""
    free, file = database_disk.free_bytes(context.session), database_disk.file_of(context.session)
    if free is None or file is None:
        return
    size = file.stat().st_size
    sentence = f"{free >> 20} MiB are free where the database of {size >> 20} MiB lies"
    mend = "make room: without it no change can be stored"
    if free < _LOWEST_BYTES:
        yield problem(sentence, mend)
    elif free < max(_LOW_BYTES, size):
        yield warning(sentence, mend)


def clock(context: CheckContext) -> Iterator[Diagnosis]:
    """Does the database's machine have the same time as this one?"""
    before, database_time, after = database_clock.look(context.session, context.clock) or (0, 0, 0)
    off = database_time - min(max(database_time, before), after)  # however long the answer took
    if abs(off) > _CLOCK_WARNING_MS:
        found = problem if abs(off) > _CLOCK_PROBLEM_MS else warning
        yield found(f"the clocks of this machine and of the database differ by {off / 1000:.0f} s", _CLOCKS)


def instances(context: CheckContext) -> Iterator[Diagnosis]:
    """Has an instance written a time that has not come yet?"""
    newest = context.session.scalar(select(TrailEntry.time).order_by(TrailEntry.id.desc()).limit(1)) or 0
    if (ahead := newest - context.now) > _CLOCK_WARNING_MS:
        found = problem if ahead > _CLOCK_PROBLEM_MS else warning
        yield found(f"the newest entry of the audit log is {ahead / 1000:.0f} s in this machine's future", _CLOCKS)


def end_of_trail(context: CheckContext) -> Iterator[Diagnosis]:
    """Is the newest entry of the audit log the one that the center wrote last?"""
    head = context.session.execute(select(Revision.head_id, Revision.head_hash)).one()
    last = context.session.execute(
        select(TrailEntry.id, TrailEntry.hash).order_by(TrailEntry.id.desc()).limit(1)
    ).first()
    if last is not None and (last.id, last.hash) != (head.head_id, head.head_hash):
        yield problem("the audit log does not end with its newest entry", "run `usercenter trail verify`, find out who")


def _first_names(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more tables" if len(names) > 3 else "")


def _kind(context: CheckContext) -> str:
    name = context.session.connection().dialect.name
    return "mysql" if name == "mariadb" else name


_CLOCKS = "let NTP set the clocks of all machines: times of grants, tokens and sessions depend on them"
SCHEMA = "database.schema"
CHECKS: dict[str, ContextCheck] = {
    SCHEMA: the_schema,
    "database.writable": writable,
    "database.rights": rights,
    "database.encoding": encoding,
    "database.disk": disk,
    "database.clock": clock,
    "clocks.instances": instances,
    "trail.end": end_of_trail,
}
