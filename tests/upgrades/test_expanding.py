"""Migrations expand: a program of the version before works with what they leave. What takes something away waits for a
release in which nobody uses it, is listed here, and raises the floor (decision 0097)."""

import shutil
from pathlib import Path

import pytest
from sqlalchemy import inspect

from app.platform import schema
from app.platform.database_engine import make_engine
from tests.upgrades import described, dump
from tests.upgrades.expanding import contractions

FIRST_RELEASE = 39
CONTRACTING: dict[str, str] = {}
"""Migration → the release that uses no more what it takes away; the next one may have it."""
LATER = [
    migration.stem for migration in sorted(dump.MIGRATIONS.glob("[0-9]*.py")) if int(migration.stem[:4]) > FIRST_RELEASE
]

FOUND = {
    "DROP TABLE drift_line": "drift_line is gone",
    "ALTER TABLE res_tenant DROP COLUMN remark": "res_tenant: column remark is gone",
    "ALTER TABLE res_tenant RENAME COLUMN remark TO note": "res_tenant: column remark is gone",
    "ALTER TABLE res_tenant RENAME TO res_tenants": "res_tenant is gone",
    "ALTER TABLE res_tenant ADD COLUMN a INTEGER CHECK (a > 0)": "res_tenant: check None is new and refuses",
    "CREATE UNIQUE INDEX one_remark ON res_tenant (remark)": "res_tenant: index one_remark is new and refuses",
    "CREATE TRIGGER no BEFORE DELETE ON res_tenant BEGIN SELECT 1; END": "trigger res_tenant no is new",
}
EXPANDING = (
    "CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
    "ALTER TABLE res_tenant ADD COLUMN a INTEGER",
    "ALTER TABLE res_tenant ADD COLUMN a INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX some_remark ON res_tenant (remark)",
)


@pytest.fixture
def url(sqlite_template: Path, tmp_path: Path) -> str:
    """A SQLite database of the newest schema."""
    shutil.copyfile(sqlite_template, tmp_path / "expanding.db")
    return f"sqlite:///{tmp_path / 'expanding.db'}"


@pytest.mark.parametrize("statement", [*FOUND, *EXPANDING])
def test_a_contraction_is_found(url: str, statement: str) -> None:
    before = described.describe_database(url)
    engine = make_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()
    found = contractions(before, described.describe_database(url))
    assert FOUND[statement] in found if statement in FOUND else found == []


def test_columns_that_become_stricter_are_contractions() -> None:
    before = {"t": {"column a": ("TEXT", True, None), "column b": ("TEXT", False, None)}, "triggers": {}}
    after = {"t": {"column a": ("TEXT", False, "''"), "column b": ("INTEGER", False, None)}, "triggers": {}}
    assert contractions(before, after) == ["t: column a is another one", "t: column b is another one"]
    wanted = {"t": {**before["t"], "column c": ("TEXT", False, None)}, "triggers": {}}
    assert contractions(before, wanted) == ["t: column c is new and refuses"]


@pytest.mark.parametrize("revision", LATER or [None])
def test_a_later_migration_expands_or_is_listed(tmp_path: Path, revision: str | None) -> None:
    assert set(CONTRACTING) <= set(LATER), "only what is there is listed"
    if revision is None:
        return
    url, number = f"sqlite:///{tmp_path / 'later.db'}", int(revision[:4])
    schema.upgrade(url, next(migration.stem for migration in dump.MIGRATIONS.glob(f"{number - 1:04}_*.py")))
    before = described.describe_database(url)
    schema.upgrade(url, revision)
    found = contractions(before, described.describe_database(url))
    if revision in CONTRACTING:
        assert _has_floor(url), f"{revision} takes away what older programs use: it calls schema.set_floor"
    else:
        assert found == [], f"{revision} must wait a release, or is listed in CONTRACTING"


def _has_floor(url: str) -> bool:
    engine = make_engine(url)
    with engine.connect() as connection:
        found = schema.FLOOR in inspect(connection).get_table_names()
    engine.dispose()
    return found
