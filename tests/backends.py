"""Empty databases for tests, migrated by Alembic: SQLite, and those that PUC_TEST_DATABASE_URLS names.

The variable holds addresses separated by blanks. A database named there is emptied for every test, so it must not be
used for anything else.
"""

import itertools
import os
import shutil
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url

from app.platform.database import Base

MIGRATIONS = Path(__file__).parent.parent / "migrations"
_SEEDED = ("sys_authority", "alembic_version")
_COUNT_FROM_ONE = (
    "SELECT setval(quote_ident(sequencename)::regclass, start_value, false) FROM pg_sequences "
    "WHERE schemaname = 'public' AND last_value IS NOT NULL"
)
_engines: dict[str, Engine] = {}


def names() -> list[str]:
    """The databases to run the suite on: `sqlite` and every named address."""
    return ["sqlite", *os.environ.get("PUC_TEST_DATABASE_URLS", "").split()]


def label(name: str) -> str:
    """The name without a password, for the reports of pytest."""
    return name if name == "sqlite" else make_url(name).get_backend_name()


class SqliteFiles:
    """Migrated SQLite databases without rows, copied from `template` into `directory`, one per test.

    Each has a new name, because a thread left behind by an earlier test may still open and write the earlier file.
    """

    def __init__(self, directory: Path, template: Path) -> None:
        self._directory, self._template = directory, template
        self._names = (directory / f"{number}.db" for number in itertools.count(1))
        self._newest = template

    def new(self, template: Path | None = None) -> str:
        """Make the next database, from another template if one is given, and delete the earlier files; returns its
        address."""
        for old in self._directory.iterdir():
            old.unlink(missing_ok=True)  # SQLite may have removed a -wal file itself, with its last connection
        file = next(self._names)
        shutil.copyfile(template or self._template, file)
        self._newest = file
        return f"sqlite:///{file}"

    def connect_to_newest(self, engine: Engine) -> None:
        """From now on, the engine connects to the newest file, whatever its address is."""

        @event.listens_for(engine, "do_connect")
        def to_the_newest(_dialect: object, _record: object, where: list[str], _options: object) -> None:
            where[0] = str(self._newest)


def empty(name: str, files: SqliteFiles, template: Path | None = None) -> str:
    """The address of a migrated database without rows; of SQLite, with those of the `template` if one is given."""
    if name == "sqlite":
        return files.new(template)
    _migrate_once(name)
    empty_tables(name)
    return name


def migrate(url: str) -> None:
    """Migrate a database to the newest schema."""
    command.upgrade(config_for(url), "head")


def unmigrate(url: str) -> None:
    """Take all tables away."""
    command.downgrade(config_for(url), "base")


def config_for(url: str) -> Config:
    """Alembic's configuration for one database."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    return config


@cache
def _migrate_once(url: str) -> None:
    migrate(url)


def empty_tables(url: str) -> None:
    """Take all rows out of a migrated database but those that migrations write."""
    with _engine(url).begin() as connection:
        _truncate(connection, _with_rows(connection))
        connection.execute(text("INSERT INTO sys_revision (id, revision) VALUES (1, 1)"))


def close() -> None:
    """Close the connections that emptied databases."""
    while _engines:
        _engines.popitem()[1].dispose()


def _engine(url: str) -> Engine:
    # The connection is kept: a new one costs more than emptying (PyMySQL reads all certificate authorities each time).
    if url not in _engines:
        _engines[url] = create_engine(url)
    return _engines[url]


def _with_rows(connection: Connection) -> list[str]:
    return list(connection.exec_driver_sql(_query_for_rows()).scalars())


@cache
def _query_for_rows() -> str:
    tables = [table.name for table in Base.metadata.sorted_tables if table.name not in _SEEDED]
    selects = (f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {table})" for table in tables)
    return " UNION ALL ".join(selects)


_SWOLLEN = text(
    "SELECT name FROM unnest(cast(:tables AS text[])) AS name WHERE pg_relation_size(name::regclass) > 500000"
)
"""Bloated tables of PostgreSQL. Deleted rows stay until a vacuum: after a test with many, each read took seconds."""

_COUNTED = text(
    "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND auto_increment > 1"
)
"""Tables of MariaDB whose next id is not 1: they have rows, or had some."""


def _truncate(connection: Connection, full: list[str]) -> None:
    # Triggers protect the audit log against deletion; here they are bypassed.
    if connection.dialect.name == "postgresql":
        statements = ("SET LOCAL session_replication_role = replica", *(f"DELETE FROM {table}" for table in full))
        connection.exec_driver_sql("; ".join(statements))
        if swollen := list(connection.scalars(_SWOLLEN, {"tables": full})):
            connection.exec_driver_sql(f"TRUNCATE {', '.join(swollen)} CASCADE")
        connection.exec_driver_sql(_COUNT_FROM_ONE)
        return
    connection.exec_driver_sql("SET FOREIGN_KEY_CHECKS = 0")
    for table in {*full, *(set(connection.scalars(_COUNTED)) - set(_SEEDED))}:
        for statement in _statements_to_empty(table):
            connection.exec_driver_sql(statement)
    connection.exec_driver_sql("SET FOREIGN_KEY_CHECKS = 1")


def _statements_to_empty(table: str) -> list[str]:
    """The statements that empty a table of MariaDB. TRUNCATE would recreate its file, which takes longer."""
    if table == "sys_trail":
        return ["TRUNCATE TABLE sys_trail"]
    counts = Base.metadata.tables[table].autoincrement_column is not None
    return [f"DELETE FROM {table}", *([f"ALTER TABLE {table} AUTO_INCREMENT = 1"] if counts else [])]
