"""A database whose trail was written before the chain: it is chained, protected again, and then tells whole states."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import column, insert, table, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from app.audit.trail import export, history, trail
from app.audit.trail.chain import Verifier
from app.platform.database import Database
from app.platform.errors import InvalidInput
from app.server import baseline
from tests import backends
from tests.brokers.kept_rows import in_order, rows

OLD = "0001_first_tables"
_NAMES = ("id", "revision", "time", "actor", "action", "entity", "entity_key", "after")
_TRAIL = table("sys_trail", *(column(name) for name in _NAMES))
STATEMENTS = (
    "INSERT INTO sys_user_info (id, username, add_time, update_time, kind, status, must_change, cred_version,"
    " tokens_from, failures, delayed_until) VALUES (1, 'alice', 1, 1, 'person', 'active', 0, 2, 0, 0, 0)",
    "INSERT INTO sys_role (id, role_name, add_time, update_time, personal_of) VALUES (1, 'alice', 1, 1, 1)",
    "INSERT INTO sys_user_role_map (user_id, role_id, add_time) VALUES (1, 1, 1)",
    "UPDATE sys_revision SET revision = 3",
)
ENTRIES = (
    (1, 2, 1, "system", "user.create", "user", "alice", '{"username": "alice", "nick": "雪"}'),
    # A rolled back transaction has left a hole in the numbers.
    (5, 3, 1, "system", "user.join", "user", "alice", '{"role_id": 1, "role_name": "alice"}'),
)


@pytest.fixture
def upgraded_database(database_url: str, tmp_path: Path) -> Iterator[Database]:
    """Rows of the first version, brought to this one."""
    url = f"sqlite:///{tmp_path / 'old.db'}" if database_url.startswith("sqlite") else database_url
    config = backends.config_for(url)
    if url == database_url:
        command.downgrade(config, OLD)
    else:
        command.upgrade(config, OLD)
    database = Database(url)
    with database.writing() as session:
        for statement in STATEMENTS:
            session.execute(text(statement))
        session.execute(insert(_TRAIL), [dict(zip(_NAMES, entry, strict=True)) for entry in ENTRIES])
    command.upgrade(config, "head")
    yield database
    database.close()


def _problems(session: Session) -> list[str]:
    verifier = Verifier()
    found = [problem for line in export.lines(session, after=0, until=10**9) for problem in verifier.feed(line)]
    return [problem.sentence for problem in (*found, *verifier.finish(trail.newest(session)))]


def test_an_upgraded_trail_is_chained_and_protected(upgraded_database: Database) -> None:
    with upgraded_database.reading() as session:
        assert _problems(session) == []
        assert [line["role"] for line in export.lines(session, after=0, until=9)] == [None, 1]
    for statement in ("UPDATE sys_trail SET hash = ''", "DELETE FROM sys_trail"):
        with pytest.raises(DBAPIError, match="append-only"), upgraded_database.writing() as session:
            session.execute(text(statement))


def test_the_next_start_records_every_row_once(upgraded_database: Database) -> None:
    with upgraded_database.reading() as session, pytest.raises(InvalidInput, match="does not tell"):
        history.check(session, 3)
    with upgraded_database.writing() as session:
        assert baseline.record_baseline(session)
    with upgraded_database.writing() as session:
        assert not baseline.record_baseline(session)
    with upgraded_database.reading() as session:
        assert _problems(session) == []
        history.check(session, 4)
        found = list(history.state(session, 4))
        for table, wanted in rows(session).items():
            assert in_order([line["row"] for line in found if line["table"] == table]) == wanted
        with pytest.raises(InvalidInput):
            history.check(session, 3)
