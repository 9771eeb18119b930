"""Readers see one state from their first statement to their last, and a lost connection costs no place in the pool."""

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.engine.interfaces import DBAPIConnection

from app.audit.trail import trail
from app.platform.database import Database

_OWN = {"postgresql": "SELECT pg_backend_pid()", "mysql": "SELECT connection_id()"}
_CUT = {"postgresql": "SELECT pg_terminate_backend(:number)", "mysql": "KILL CONNECTION :number"}


def test_a_reader_sees_one_state(database: Database) -> None:
    with database.reading() as reader:
        before = trail.current_revision(reader)
        with database.writing() as writer:
            trail.lock_revision(writer)
            trail.record(writer, "system", "epoch.begin", "test", after={})
        assert trail.current_revision(reader) == before
    with database.reading() as reader:
        assert trail.current_revision(reader) == before + 1


@pytest.mark.server_database
def test_a_connection_that_is_lost_while_it_is_given_back_leaves_its_place(
    database: Database, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLAlchemy puts an isolation level back then, and forgets the place when that fails."""
    dialect = database.engine.dialect
    put_back, other = dialect.reset_isolation_level, Database(database_url)
    numbers: list[int] = []

    def lost(connection: DBAPIConnection) -> None:
        with other.engine.connect() as second:
            _cut(second, numbers[-1])
        put_back(connection)

    monkeypatch.setattr(dialect, "reset_isolation_level", lost)
    for _ in range(3):
        with database.reading() as session:
            numbers.append(session.execute(text(_OWN[dialect.name])).scalar_one())
    other.close()
    assert database.engine.pool.checkedout() == 0  # type: ignore[attr-defined]


def _cut(connection: Connection, number: int) -> None:
    connection.execute(text(_CUT[connection.dialect.name]), {"number": number})
