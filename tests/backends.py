"""Empty databases for tests, built by Alembic: SQLite by default, others where PUC_TEST_DATABASE_URLS names them.

The variable holds addresses separated by blanks. A database named there is emptied again and again: give it to nothing
else.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.engine import make_url

from app.database import Base

MIGRATIONS = Path(__file__).parent.parent / "migrations"
_SEEDED = ("sys_authority", "alembic_version")


def names() -> list[str]:
    """What to run the suite on: `sqlite` and every named address."""
    return ["sqlite", *os.environ.get("PUC_TEST_DATABASE_URLS", "").split()]


def label(name: str) -> str:
    """The name without a password, for the reports of pytest."""
    return name if name == "sqlite" else make_url(name).get_backend_name()


@contextmanager
def empty(name: str, directory: Path, template: Path) -> Iterator[str]:
    """The address of a migrated database without rows. `template` is a file that SQLite databases are copied from."""
    if name == "sqlite":
        file = directory / "center.db"
        shutil.copyfile(template, file)
        yield f"sqlite:///{file}"
        return
    _migrate_once(name)
    _empty_tables(name)
    yield name


def migrate(url: str) -> None:
    """Bring a database to the newest tables."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    command.upgrade(config, "head")


@cache
def _migrate_once(url: str) -> None:
    migrate(url)


def _empty_tables(url: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        tables = [table.name for table in Base.metadata.sorted_tables if table.name not in _SEEDED]
        _truncate(connection, tables)
        connection.execute(text("INSERT INTO sys_revision (id, revision) VALUES (1, 1)"))
    engine.dispose()


def _truncate(connection: Connection, tables: list[str]) -> None:
    # Making a table anew takes much longer than looking whether there is anything in it.
    full = [table for table in tables if connection.execute(text(f"SELECT 1 FROM {table} LIMIT 1")).first()]
    # The trail refuses deletion by triggers; a test database is emptied past them.
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL session_replication_role = replica"))
        for table in full:
            connection.execute(text(f"DELETE FROM {table}"))
        _count_from_one(connection)
        return
    connection.execute(text("SET FOREIGN_KEY_CHECKS = 0"))
    for table in full:
        connection.execute(text(f"TRUNCATE TABLE {table}"))
    connection.execute(text("SET FOREIGN_KEY_CHECKS = 1"))


def _count_from_one(connection: Connection) -> None:
    used = "SELECT quote_ident(sequencename) FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL"
    for (name,) in connection.execute(text(used)).all():
        connection.execute(text(f"ALTER SEQUENCE {name} RESTART"))
