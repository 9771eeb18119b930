"""Reports at several instances of the center on one database."""

import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.audit.trail import epochs
from app.brokers import heartbeats
from app.platform.database import Database
from app.resources.models import Cluster
from tests.brokers.plugin import Plugin
from tests.center import Center
from tests.databases.reports.locks import waiting_connections
from tests.databases.reports.sending import FIRST, a_report, revisions_reported
from tests.end_to_end.waiting import wait_until


def test_other_instances_stored_new_brokers_first_reports_at_the_same_time(
    center: Center, cluster: Cluster, plugin: Plugin
) -> None:
    """Whoever is second waits for the first, is refused, and updates what it finds: the batch, and one alone, too."""
    # Names of no test before: where MariaDB has not cleared away a deleted row, another's key beside it is locked, too.
    unheard = sorted(str(uuid.uuid4()) for _ in range(3))
    before = [a_report(center, cluster, name, 2) for name in unheard[:2]]
    after = [a_report(center, cluster, name, 3) for name in unheard]
    with ThreadPoolExecutor(1) as pool, ExitStack() as longer:
        with center.database.writing() as first:
            heartbeats.store(first, before[:1])
            if second := longer.enter_context(writing_besides(center.database)):
                heartbeats.store(second, before[1:])
            taken = pool.submit(heartbeats.take, center.database, after)
            if second:
                wait_until("the batch waits", lambda: waiting_connections(center.database))
        if center.database.engine.dialect.name != "mysql":  # MariaDB waits for both when it reads
            wait_until("the first of them is stored", lambda: revisions_reported(center).get(unheard[0]) == 3)
    assert taken.result() == [center.read(epochs.current)] * 3
    assert revisions_reported(center) == {FIRST: 1} | dict.fromkeys(unheard, 3)


@contextmanager
def writing_besides(database: Database) -> Iterator[Session | None]:
    """A transaction that does not hold up everybody else; None where there is no such thing."""
    if database.engine.dialect.name == "sqlite":
        yield None
        return
    with database.writing() as session:
        yield session


@pytest.mark.server_database  # SQLite has one writer at a time
def test_a_deadlock_with_another_instance_loses_no_report(center: Center, cluster: Cluster, plugin: Plugin) -> None:
    """The reports hold the first row and wait for the last one, which a change that wants the first one holds."""
    names = sorted(str(uuid.uuid4()) for _ in range(12))
    assert not [
        *filter(is_refused, heartbeats.take(center.database, [a_report(center, cluster, each, 2) for each in names]))
    ]
    reports = [a_report(center, cluster, each, 3) for each in (names[0], names[-1])]
    with ThreadPoolExecutor(1) as pool:
        with center.database.writing() as other:
            if other.connection().dialect.name == "postgresql":
                other.execute(text("SET LOCAL deadlock_timeout = '10min'"))  # the first to look is undone
            # MariaDB undoes whichever has changed less.
            heartbeats.store(other, [a_report(center, cluster, each, 2) for each in names[1:]])
            taken = pool.submit(heartbeats.take, center.database, reports)
            wait_until("the reports wait", lambda: waiting_connections(center.database))
            heartbeats.store(other, [a_report(center, cluster, names[0], 2)])
        assert not [*filter(is_refused, taken.result())]
    assert revisions_reported(center) == {FIRST: 1} | dict.fromkeys(names, 2) | {names[0]: 3, names[-1]: 3}


def is_refused(answer: object) -> bool:
    return isinstance(answer, Exception)
