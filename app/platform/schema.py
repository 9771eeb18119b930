"""The schema of a database: which migration it is at, which one this program has, and how it gets there.

A restore marks its database until it is finished, and no center starts on a marked one. An older program goes on with
tables of a newer one unless a migration has raised the floor above it (decision 0097).
"""

from functools import cache
from pathlib import Path
from typing import Literal

from sqlalchemy import Connection, column, inspect, select, table, text

VERSIONS = "alembic_version"
UNFINISHED = "restore_unfinished"
"""A table that exists while a restore runs, and stays when it was killed. Its row is what the next one has to know."""
REPEAT = "A restore into this database was not finished: run `usercenter restore FILE --replace` again."
FLOOR = "schema_floor"
"""A table that the first migration makes which older programs do not survive: the number of the oldest that does."""
_FLOORS = table(FLOOR, column("oldest"))
_MARKS = table(UNFINISHED, column("id"), column("known"))
UTF8 = "UTF8"
State = Literal["older", "current", "newer", "too_new"]
_PACKAGED = Path(__file__).parents[1] / "migrations"
"""In the wheel; in a checkout and in images they are beside the program."""
_MIGRATIONS = _PACKAGED if _PACKAGED.is_dir() else Path(__file__).parents[2] / "migrations"


def upgrade(url: str, revision: str = "head") -> None:
    """Migrate the database to this revision."""
    from alembic import command  # here: a center whose tables are current does not need it
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    command.upgrade(config, revision)


def newest() -> str:
    """The newest revision that this program knows: the one that it works with."""
    return _revisions()[-1]


def knows(revision: str) -> bool:
    """False for a revision of a newer program."""
    return revision in _revisions()


@cache
def _revisions() -> tuple[str, ...]:
    """Every migration of this program in order. Their files are named so; a test checks it."""
    return tuple(sorted(file.stem for file in (_MIGRATIONS / "versions").glob("[0-9]*.py")))


def of(connection: Connection) -> str | None:
    """The revision that this database is at; None without tables."""
    if VERSIONS not in inspect(connection).get_table_names():
        return None
    versions = table(VERSIONS, column("version_num"))
    found = connection.execute(select(versions.c.version_num)).scalar()
    return None if found is None else str(found)


def state(connection: Connection) -> State:
    """What this program finds. `newer`: tables of a newer program, with which this one can work; `too_new`: it cannot,
    or the database is of a program that is no successor of this one."""
    at = of(connection)
    if at is None or knows(at):
        return "current" if at == newest() else "older"
    own_number = _number(newest())
    return "newer" if _floor(connection) <= own_number < _number(at) else "too_new"


def set_floor(connection: Connection, revision: str | None) -> None:
    """For migrations: programs whose newest migration is older than this one must not use the database any more.
    None, on the way back from the first such migration: every program may."""
    if FLOOR in inspect(connection).get_table_names():
        connection.execute(text(f"DROP TABLE {FLOOR}"))
    if revision is not None:
        connection.execute(text(f"CREATE TABLE {FLOOR} (oldest INTEGER PRIMARY KEY)"))
        connection.execute(_FLOORS.insert().values(oldest=_number(revision)))


def _floor(connection: Connection) -> int:
    if FLOOR not in inspect(connection).get_table_names():
        return 0
    return int(connection.execute(select(_FLOORS.c.oldest)).scalar_one())


def _number(revision: str) -> int:
    """The number that a migration's name begins with; 0 for a name without one."""
    head = revision.partition("_")[0]
    return int(head) if head.isdecimal() else 0


def encoding(connection: Connection) -> str:
    """The encoding in which the server stores text. Only PostgreSQL has one; elsewhere each column has its own."""
    if connection.dialect.name != "postgresql":
        return UTF8
    return str(connection.execute(text("SELECT current_setting('server_encoding')")).scalar())


def is_restore_unfinished(connection: Connection) -> bool:
    """True when a restore into this database was begun and has not ended."""
    return UNFINISHED in inspect(connection).get_table_names()


def mark_restore_unfinished(connection: Connection, facts: str) -> None:
    """From now on no center starts on this database. `facts`: what a repeated restore can no longer find out."""
    if not is_restore_unfinished(connection):
        connection.execute(text(f"CREATE TABLE {UNFINISHED} (id INTEGER PRIMARY KEY, known TEXT)"))
        connection.execute(_MARKS.insert().values(id=1, known=facts))


def restore_facts(connection: Connection) -> str:
    """What the first of the restores that did not end has put aside; empty for the mark of an older version."""
    if all(column["name"] != "known" for column in inspect(connection).get_columns(UNFINISHED)):
        return ""
    return connection.execute(select(_MARKS.c.known)).scalar() or ""


def mark_restore_finished(connection: Connection) -> None:
    """A center may start again."""
    connection.execute(text(f"DROP TABLE {UNFINISHED}"))
