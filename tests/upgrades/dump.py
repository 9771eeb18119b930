"""Writes the schema and rows of a released version, as SQL, for each kind of database:
`.ci/with-databases .venv/bin/python -m tests.upgrades.dump 0.1.0`, when a version is released.

Every table that the version has gets rows. The migrations and dumps of a release are listed with their SHA-256 in
`released.json`: what was released never changes.
"""

import argparse
import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import SecretStr
from sqlalchemy import Engine

from app.audit.trail import trail
from app.maintenance.backup import tables, target
from app.platform import schema
from app.platform.database import Database
from app.platform.database_engine import make_engine
from app.platform.settings import Settings
from app.tokens import key_life
from tests.backup.filled import fill
from tests.conftest import SECRET
from tests.upgrades import sql_text

HERE = Path(__file__).parent
RELEASED = HERE / "released.json"
MIGRATIONS = HERE.parents[1] / "migrations" / "versions"


def main() -> None:
    """Write the dumps, and list them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version")
    said = parser.parse_args()
    directory = HERE / said.version
    directory.mkdir()
    with tempfile.TemporaryDirectory() as aside:
        source = f"sqlite:///{aside}/source.db"
        _fill(source)
        for url in (f"sqlite:///{aside}/dump.db", *os.environ["PUC_TEST_DATABASE_URLS"].split()):
            _copy(source, url)
            file = directory / f"{sql_text.kind(url)}.sql"
            file.write_text(sql_text.dump_statements(url), encoding="utf-8")
    RELEASED.write_text(json.dumps(list_files(), indent=1) + "\n", encoding="utf-8")


def list_files() -> dict[str, dict[str, str]]:
    """File → SHA-256, of the migrations and of the dumps that are there now."""
    dumps = sorted(HERE.glob("*/*.sql"))
    return {
        "migrations": {migration.name: digest(migration) for migration in sorted(MIGRATIONS.glob("[0-9]*.py"))},
        "dumps": {str(file.relative_to(HERE)): digest(file) for file in dumps},
    }


def digest(file: Path) -> str:
    """SHA-256 of its content."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _fill(url: str) -> None:
    settings = Settings(environment="development", issuer="http://127.0.0.1:1", secret_key=SecretStr(SECRET))
    schema.upgrade(url)
    database = Database(url)
    with database.writing() as session:
        trail.lock_revision(session)
        key_life.ensure(session, settings)
        fill(session, settings)
    database.close()


def _copy(source: str, url: str) -> None:
    """The rows of the source."""
    with _connected(url) as engine, engine.begin() as connection:
        target.drop_tables(connection)
    schema.upgrade(url)
    with _connected(source) as full, _connected(url) as engine, full.connect() as reading, engine.begin() as connection:
        shapes = tables.shapes(connection)
        target.clear_seeds(connection, shapes)
        for shape in shapes:
            for rows in tables.read(reading, shape):
                target.fill(connection, shape, shape.columns, [list(row) for row in rows])
        target.continue_ids(connection, shapes, tables.next_ids(reading))


@contextmanager
def _connected(url: str) -> Iterator[Engine]:
    engine = make_engine(url)
    try:
        yield engine
    finally:
        engine.dispose()


if __name__ == "__main__":
    main()
