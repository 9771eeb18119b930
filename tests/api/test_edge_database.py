"""Answers while the database is unavailable, busy, or of another version."""

import sqlite3
import time
from pathlib import Path

import httpx
import psycopg
import pymysql
import pytest
from sqlalchemy import make_url, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from app.audit.trail.trail import current_revision
from app.platform.database import Database
from app.platform.database_failures import refuses_writes
from tests.center import Center

GROUPS = "/api/v1/groups"


def test_a_lost_database_is_not_an_internal_error(center: Center) -> None:
    class Lost:
        def reading(self) -> None:
            raise OperationalError("SELECT 1", {}, Exception("connection refused at 10.0.0.1"))

    usual, center.app.state.database = center.app.state.database, Lost()
    try:
        client = center.client()
        client.cookies.set("puc_session", "x")
        answer = client.get(GROUPS)
        ready = client.get("/health/ready")
        live = client.get("/health/live")
    finally:
        center.app.state.database = usual
    assert (answer.status_code, answer.json()["code"]) == (503, "database_unavailable")
    assert "10.0.0.1" not in answer.text
    assert (ready.status_code, ready.json()["code"]) == (503, "not_ready")
    assert live.status_code == 200


@pytest.mark.parametrize(
    "failure",
    [
        pymysql.err.OperationalError(1205, "Lock wait timeout exceeded"),
        pymysql.err.OperationalError(1213, "Deadlock found when trying to get lock"),
        psycopg.errors.DeadlockDetected("deadlock detected"),
        psycopg.errors.SerializationFailure("could not serialize access"),
    ],
    ids=lambda error: type(error).__name__ + str(error.args[0]),
)
def test_a_deadlock_is_answered_with_try_again(center: Center, failure: Exception) -> None:
    answer = _read_while_the_database_raises(center, OperationalError("UPDATE t SET secret = 1", {}, failure))
    assert (answer.status_code, answer.json()["code"], answer.headers["retry-after"]) == (503, "try_again", "1")
    assert "secret" not in answer.text
    assert str(failure.args[-1]) not in answer.text


@pytest.mark.parametrize(
    "refusal",
    [
        pymysql.err.OperationalError(1021, "Disk full (/var/lib/mysql/secret)"),
        pymysql.err.OperationalError(1114, "The table 'secret' is full"),
        pymysql.err.OperationalError(1290, "The MariaDB server is running with the --read-only option"),
        psycopg.errors.DiskFull("could not extend file: No space left on device"),
    ],
    ids=lambda error: type(error).__name__ + str(error.args[0])[:4],
)
def test_a_database_that_stores_nothing_is_named(center: Center, refusal: Exception) -> None:
    answer = _read_while_the_database_raises(center, OperationalError("UPDATE t SET secret = 1", {}, refusal))
    assert (answer.status_code, answer.json()["code"]) == (503, "database_not_writable")
    assert "secret" not in answer.text


def test_15_seconds_after_a_refusal_it_counts_as_writable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with sqlite3.connect(tmp_path / "a.db") as made:
        made.execute("CREATE TABLE t (a INTEGER)")
    database = Database(f"sqlite:///file:{tmp_path / 'a.db'}?mode=ro&uri=true")
    assert database.writable
    with pytest.raises(OperationalError) as refused, database.writing() as session:
        session.execute(text("INSERT INTO t VALUES (1)"))
    assert refuses_writes(refused.value)
    assert not database.writable
    now = time.monotonic()
    monkeypatch.setattr("app.platform.database.time.monotonic", lambda: now + 16)
    assert database.writable
    database.close()


@pytest.mark.server_database
def test_a_read_only_server_is_recognised(database_url: str) -> None:
    url = make_url(database_url)
    only_reading = {
        "postgresql": {"options": "-c default_transaction_read_only=on"},
        "mysql": {"init_command": "SET SESSION TRANSACTION READ ONLY"},
    }[url.get_backend_name()]
    database = Database(url.update_query_dict(only_reading).render_as_string(False))
    with pytest.raises(OperationalError) as refused, database.writing() as session:
        session.execute(text("DELETE FROM sys_clock"))
    assert refuses_writes(refused.value)
    assert not database.writable
    database.close()


def test_no_free_connection_is_answered_like_an_unavailable_database(center: Center) -> None:
    answer = _read_while_the_database_raises(center, PoolTimeoutError("QueuePool limit of size 5 overflow 10 reached"))
    assert (answer.status_code, answer.json()["code"]) == (503, "database_unavailable")


def _read_while_the_database_raises(center: Center, error: Exception) -> httpx.Response:
    class Failing:
        def reading(self) -> None:
            raise error

    usual, center.app.state.database = center.app.state.database, Failing()
    try:
        client = center.client()
        client.cookies.set("puc_session", "x")
        return client.get(GROUPS)
    finally:
        center.app.state.database = usual


def test_ready_means_the_tables_of_this_version(center: Center) -> None:
    client = center.client()
    revision = center.read(current_revision)
    assert client.get("/health/ready").json() == {"status": "ok", "revision": revision, "writable": True}
    with center.database.engine.connect() as connection:
        newest = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one()
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'another'")
        connection.commit()
    try:
        answer = client.get("/health/ready")
    finally:
        with center.database.engine.connect() as connection:
            connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{newest}'")
            connection.commit()
    assert (answer.status_code, answer.json()["code"]) == (503, "not_ready")
