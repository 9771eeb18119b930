"""With which tables an instance is ready, starts, and migrates."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from app.platform import migration, schema
from app.platform.checked_settings import UnsafeStartError
from app.platform.database import Database
from app.platform.settings import Settings
from tests.center import Center
from tests.conftest import SECRET
from tests.upgrades.next_version import NUMBER, REVISION

NEWEST = schema.newest()
STATES = {
    "its own": (NEWEST, None, "current"),
    "older": ("0001_first_tables", None, "older"),
    "newer": (REVISION, None, "newer"),
    "much newer": ("1000_far", NEWEST, "newer"),
    "newer, and this version is too old": (REVISION, f"{NUMBER:04}_next", "too_new"),
    "of another program": ("0002_other", None, "too_new"),
    "without a number": ("abcdef", None, "too_new"),
}


@pytest.fixture(params=list(STATES.values()), ids=list(STATES))
def state(request: pytest.FixtureRequest, database: Database) -> Iterator[str]:
    """The database says that it is of this version; afterwards it is as it was."""
    at, floor, expected = request.param
    _say(database, at, floor)
    yield expected
    _say(database, NEWEST, None)


def test_a_center_is_ready_with_current_or_newer_tables(center: Center, state: str) -> None:
    answer = center.client().get("/health/ready")
    if state in ("current", "newer"):
        assert answer.status_code == 200
    else:
        assert (answer.status_code, answer.json()["code"]) == (503, "not_ready")


def test_probes_do_not_read_the_migrations_again(center: Center, monkeypatch: pytest.MonkeyPatch) -> None:
    assert center.client().get("/health/ready").status_code == 200
    monkeypatch.setattr(schema, "_MIGRATIONS", Path("nowhere"))
    assert center.client().get("/health/ready").status_code == 200


def test_a_center_starts_unless_tables_are_too_new(
    database_url: str, state: str, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(environment="development", database_url=database_url, secret_key=SECRET)
    if state == "too_new":
        with pytest.raises(UnsafeStartError, match="newer version"):
            migration.migrate(settings)
    elif state == "newer":
        migration.migrate(settings)
        assert "migrates nothing" in capsys.readouterr().out


def test_a_floor_can_be_raised_and_taken_away(database: Database) -> None:
    for floor in ("0041_one", "0045_two", None):
        _say(database, REVISION, floor)
    with database.engine.connect() as connection:
        assert schema.state(connection) == "newer"
    _say(database, NEWEST, None)


def _say(database: Database, at: str, floor: str | None) -> None:
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :at"), {"at": at})
        schema.set_floor(connection, floor)
