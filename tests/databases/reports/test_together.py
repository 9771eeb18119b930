"""Reports that arrive together are stored together: durable before anybody relies on them."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError

from app.audit.trail import trail
from app.brokers import credentials, heartbeats
from app.platform.database import Database
from app.resources.models import Cluster
from tests.brokers.plugin import Plugin, a_plugin
from tests.center import Center
from tests.databases.reports.locks import waiting_connections
from tests.databases.reports.sending import FIRST, TWELVE, Sending, a_report, nothing_is_stored, revisions_reported
from tests.end_to_end.waiting import wait_until
from tests.factories import a_cluster, a_user, an_administrator


def test_twelve_reports_are_one_transaction_and_count_when_it_is_durable(
    center: Center, cluster: Cluster, plugin: Plugin, sending: Sending
) -> None:
    center.make(a_user)
    revision, admin = center.read(trail.current_revision), center.with_token(center.make(an_administrator))
    path = f"/api/v1/clusters/{cluster.id}/enforcement?revision={revision}"
    with commits(center.database) as seen:
        with nothing_is_stored(center, plugin, sending):
            sending.of(plugin, revision, TWELVE, waiting=12)
            assert admin.get(path).json()["verdict"] == "behind"
            assert not any(answer.done() for answer in sending.answers), "nobody is told that it is stored"
        assert sending.statuses() == [200] * 13
        assert seen.count("heartbeats") == 2, "the first one's, and one for all the others"
    assert revisions_reported(center) == {FIRST: 2} | dict.fromkeys(TWELVE, revision)
    plugin.heartbeat(revision, FIRST)
    assert admin.get(path).json()["enforced"] == 13


@contextmanager
def commits(database: Database) -> Iterator[list[str]]:
    """The names of the threads that commit, as they do."""
    seen: list[str] = []

    def note_thread(_: object) -> None:
        seen.append(threading.current_thread().name.partition("_")[0])

    event.listen(database.engine, "commit", note_thread)
    yield seen
    event.remove(database.engine, "commit", note_thread)


def test_a_credential_that_is_withdrawn_meanwhile_opens_nothing(
    center: Center, cluster: Cluster, plugin: Plugin, sending: Sending
) -> None:
    other = center.make(a_cluster)
    others = a_plugin(center, other)
    with nothing_is_stored(center, plugin, sending) as session:
        sending.of(plugin, 3, TWELVE[:2], waiting=2)
        sending.of(others, 3, TWELVE[2:4], waiting=4)
        trail.lock_revision(session)
        credentials.withdraw_all(session, "test", other.id)
    assert sending.statuses() == [200, 200, 200, 401, 401]
    assert revisions_reported(center) == {FIRST: 2} | dict.fromkeys(TWELVE[:2], 3)
    assert others.heartbeat(3).status_code == 401


def test_a_lost_database_fails_all_waiting_reports_and_stores_none(
    center: Center, cluster: Cluster, plugin: Plugin, sending: Sending, lose: Callable[[], object]
) -> None:
    heartbeats.take(center.database, [a_report(center, cluster, name, 1) for name in TWELVE])
    with nothing_is_stored(center, plugin, sending):
        sending.of(plugin, 3, TWELVE)
        wait_until("all are answered", lambda: (lose(), sending.all_answered())[1])
    assert sending.statuses() == [503] * 13
    assert {answer.result().json()["code"] for answer in sending.answers} == {"database_unavailable"}
    assert revisions_reported(center) == dict.fromkeys([FIRST, *TWELVE], 1)
    assert plugin.heartbeat(3, TWELVE[0]).status_code == 200


@pytest.fixture
def lose(center: Center) -> Iterator[Callable[[], object]]:
    """Ends the center's connections that wait for a lock. SQLite has none: there a lock that lasts too long is the same
    error."""
    engine = center.database.engine

    def shorten_wait(connection: Any, *_: object) -> None:
        connection.execute("PRAGMA busy_timeout=500")

    if engine.dialect.name != "sqlite":
        yield lambda: _end_waiting(center.database)
        return
    event.listen(engine, "checkout", shorten_wait)
    yield lambda: None
    event.remove(engine, "checkout", shorten_wait)


END = {"postgresql": "SELECT pg_terminate_backend({})", "mysql": "KILL CONNECTION {}"}


def _end_waiting(database: Database) -> None:
    for number in waiting_connections(database):
        with suppress(OperationalError), database.engine.connect() as connection:  # it may have ended already
            connection.execute(text(END[database.engine.dialect.name].format(number)))
