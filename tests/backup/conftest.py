"""Centers with something in them, to be backed up and restored."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from app.audit.trail import trail
from app.maintenance.backup import making, restoring, tables
from app.maintenance.backup.making import BackupFile
from app.maintenance.backup.restoring import RestoreOptions, RestoreResult
from app.platform.database import Database
from app.platform.database_engine import make_engine
from app.platform.settings import Settings
from app.tokens import key_life
from tests import backends, memory_disk
from tests.backup.filled import fill
from tests.conftest import SECRET

KEY = SecretStr("Zk3vQ8rT1yWn5uPd7sXb2mGh9cJf4aLe6oRi0tVq")
Content = dict[str, list[tuple[Any, ...]]]


@pytest.fixture
def tmp_path(tmp_path: Path) -> Iterator[Path]:
    """In memory where there is room: each restore migrates a database from its beginning, and each step is synced."""
    with memory_disk.directory(tmp_path) as place:
        yield place


@pytest.fixture(scope="module")
def settings_of_file() -> Settings:
    """The settings of the center that was backed up."""
    return Settings(environment="development", issuer="http://127.0.0.1:1", secret_key=SecretStr(SECRET))


@pytest.fixture
def filled(database: Database, settings: Settings) -> Database:
    """A center with a row in every table that a company has."""
    with database.writing() as session:
        trail.lock_revision(session)
        key_life.ensure(session, settings)
        fill(session, settings)
    return database


def nothing(_table: str, _rows: int) -> None:
    """Nobody looks at the progress."""


def back_up(database: Database, directory: Path, now: int = 1_800_000_000_000, **settings: Any) -> BackupFile:
    """A back-up in the directory, by a process with these settings."""
    own_settings = Settings(**{"secret_key": SecretStr(SECRET), "backup_key": KEY, **settings})
    return making.make(database, directory, own_settings, now, nothing)


def put_back(settings: Settings, url: str, file: Path, **wish: Any) -> RestoreResult:
    """Restore into the database of this address; whatever is lost is agreed to."""
    here = settings.model_copy(update={"database_url": url})
    return restoring.restore(here, RestoreOptions(file, KEY, **wish), lambda _: None, nothing)


def alone(database: Database) -> None:
    """Close what tests hold open on the database: a restore wants to be alone."""
    database.close()
    backends.close()


def content(url: str) -> Content:
    """Every row of every table, in an order of its own."""
    engine = make_engine(url)
    try:
        with engine.connect() as connection:
            found = {shape.name: _rows(connection, shape) for shape in tables.shapes(connection)}
    finally:
        engine.dispose()
    return found


def _rows(connection: Any, shape: tables.TableShape) -> list[tuple[Any, ...]]:
    order = sorted(range(len(shape.columns)), key=lambda at: shape.columns[at])
    rows = (row for batch in tables.read(connection, shape) for row in batch)
    return sorted((tuple(row[at] for at in order) for row in rows), key=repr)


def next_ids(url: str) -> dict[str, int]:
    """Table → the id of its next row."""
    engine = make_engine(url)
    try:
        with engine.connect() as connection:
            return tables.next_ids(connection)
    finally:
        engine.dispose()
