"""What the service keeps on this machine's disk is its owner's only: hashes and the trail are in it."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.audit.trail import trail
from app.platform import migration, private_files
from app.platform.database import Database
from app.platform.settings import Settings
from tests.conftest import SECRET

PRIVATE = dict.fromkeys(("user-center.db", "user-center.db-wal", "user-center.db-shm"), "600")


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def _modes(directory: Path) -> dict[str, str]:
    return {file.name: oct(stat.S_IMODE(file.stat().st_mode))[2:] for file in [directory, *directory.iterdir()]}


def _settings(file: Path) -> Settings:
    return Settings(database_url=f"sqlite:///{file}", issuer="http://127.0.0.1:1", secret_key=SecretStr(SECRET))


def test_a_new_database_and_its_directory(tmp_path: Path) -> None:
    file = tmp_path / "data" / "user-center.db"
    migration.migrate(_settings(file))
    database = Database(f"sqlite:///{file}")
    with database.writing() as session:
        trail.lock_revision(session)
        assert _modes(file.parent) == {"data": "700", **PRIVATE}
    database.close()


def test_a_database_that_was_open_to_others_is_tightened(tmp_path: Path) -> None:
    """Its directory stays as it is, since others may use it, too."""
    directory = tmp_path / "data"
    directory.mkdir(mode=0o755)
    file = directory / "user-center.db"
    with closing(sqlite3.connect(file)) as old:
        old.execute("PRAGMA journal_mode=WAL")
        old.execute("CREATE TABLE kept (id INTEGER)")
        old.commit()
        assert _modes(directory)[f"{file.name}-wal"] == "644"
        migration.migrate(_settings(file))
        assert _modes(directory) == {"data": "755", **PRIVATE}


@pytest.mark.parametrize(
    "url",
    ["sqlite://", "sqlite:///:memory:", "sqlite:///file:x?uri=true", "postgresql+psycopg://center@db.example/center"],
)
def test_an_address_without_a_file_makes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.chdir(tmp_path)
    private_files.keep_database(url)
    assert list(tmp_path.iterdir()) == []
