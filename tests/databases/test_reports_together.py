"""Reports that arrive together are stored together: durable before anybody relies on them, and each for itself."""

import threading
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import httpx
import pytest
from sqlalchemy import event, select, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from app.audit import epochs, trail
from app.brokers import credentials, heartbeats
from app.brokers.heartbeats import Heartbeat, Report
from app.brokers.models import BrokerRegistration, ClusterCredential
from app.clock import now_ms
from app.database import Database
from app.errors import NotSignedIn
from app.resources.models import Cluster
from tests.api.statements import statements
from tests.brokers.plugin import Plugin, a_plugin
from tests.center import Center
from tests.end_to_end.ports import wait_until
from tests.factories import a_cluster, a_user, an_administrator

FIRST, TWELVE = "broker-first", [f"broker-{number}" for number in range(12)]
FAR_TOO_LARGE = 2**70
"""No number of a database. The API takes none such: this stands for whatever a database may refuse."""


def reported(center: Center) -> dict[str, int]:
    """Broker → the revision that it enforces, as stored."""
    query = select(BrokerRegistration.broker, BrokerRegistration.revision)
    return center.read(lambda session: dict(session.execute(query).all()))


@pytest.fixture
def cluster(center: Center) -> Cluster:
    """A cluster."""
    return center.make(a_cluster)


@pytest.fixture
def plugin(center: Center, cluster: Cluster) -> Plugin:
    """Its plugin; one broker has reported."""
    made = a_plugin(center, cluster)
    assert made.heartbeat(1, FIRST).status_code == 200
    return made


class Sending:
    """Reports on their way."""

    def __init__(self, center: Center, pool: ThreadPoolExecutor) -> None:
        self._heartbeats, self._pool = center.app.state.heartbeats, pool
        self.answers: list[Future[httpx.Response]] = []

    def of(self, plugin: Plugin, revision: int, brokers: list[str], *, waiting: int | None = None) -> None:
        """Send one for each broker; returns when so many wait for the next batch."""
        self.answers += [self._pool.submit(plugin.heartbeat, revision, broker) for broker in brokers]
        if waiting is not None:
            wait_until(f"one is worked on, {waiting} wait", lambda: self._waiting() == waiting)

    def _waiting(self) -> int | None:
        """None while nothing is worked on."""
        task = self._heartbeats._task
        return None if task is None or task.done() else len(self._heartbeats._waiting)

    def all_answered(self) -> bool:
        """Nobody waits any more."""
        return all(answer.done() for answer in self.answers)

    def statuses(self) -> list[int]:
        """Of all answers, in the order of sending."""
        return [answer.result(60).status_code for answer in self.answers]


@pytest.fixture
def sending(center: Center) -> Iterator[Sending]:
    """Sends them."""
    with ThreadPoolExecutor(20) as pool:
        yield Sending(center, pool)


@contextmanager
def nothing_is_stored(center: Center, plugin: Plugin, sending: Sending) -> Iterator[Session]:
    """A report of the first broker waits for the database, held by this session; others that are sent wait behind it.
    The session is committed at the end."""
    with center.database.writing() as session:
        session.scalars(select(BrokerRegistration).with_for_update()).all()
        sending.of(plugin, 2, [FIRST], waiting=0)
        yield session


@contextmanager
def commits(database: Database) -> Iterator[list[str]]:
    """The names of the threads that commit, as they do."""
    seen: list[str] = []

    def committed(_: object) -> None:
        seen.append(threading.current_thread().name.partition("_")[0])

    event.listen(database.engine, "commit", committed)
    yield seen
    event.remove(database.engine, "commit", committed)


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
    assert reported(center) == {FIRST: 2} | dict.fromkeys(TWELVE, revision)
    plugin.heartbeat(revision, FIRST)
    assert admin.get(path).json()["enforced"] == 13


def test_twelve_cost_as_many_statements_as_one(center: Center, cluster: Cluster, plugin: Plugin) -> None:
    counted = []
    for brokers in ([FIRST], TWELVE):
        heartbeats.take(center.database, [a_report(center, cluster, name, 1) for name in brokers])
        again = [a_report(center, cluster, name, 2) for name in brokers]
        with statements(center) as seen:
            heartbeats.take(center.database, again)
        counted.append(len(seen))
    assert counted[0] == counted[1] <= 6, counted


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
    assert reported(center) == {FIRST: 2} | dict.fromkeys(TWELVE[:2], 3)
    assert others.heartbeat(3).status_code == 401


def test_one_that_the_database_refuses_keeps_nobody_else_out(center: Center, cluster: Cluster, plugin: Plugin) -> None:
    good, bad, good_too = heartbeats.take(
        center.database,
        [a_report(center, cluster, name, at) for name, at in (("a", 3), ("b", FAR_TOO_LARGE), ("c", 4))],
    )
    assert good == good_too == center.read(epochs.current)
    assert isinstance(bad, Exception)
    assert reported(center) == {FIRST: 1, "a": 3, "c": 4}


def test_the_reports_of_one_broker_count_in_their_order(center: Center, cluster: Cluster, plugin: Plugin) -> None:
    """Within one batch as in many."""
    cases: list[tuple[list[tuple[int, dict[str, Any]]], tuple[int, str, bool]]] = [
        ([(7, {}), (5, {})], (7, "boot", False)),
        ([(9, {}), (4, {"boot": "anew"})], (4, "anew", False)),
        ([(6, {"boot": "anew", "leaving": True}), (5, {"boot": "anew"})], (6, "anew", True)),
        ([(6, {"boot": "anew"}), (6, {"boot": "again"}), (8, {"boot": "again"})], (8, "again", False)),
    ]
    query = select(BrokerRegistration).where(BrokerRegistration.broker == "one")
    for said, stored in cases:
        heartbeats.take(center.database, [a_report(center, cluster, "one", at, **more) for at, more in said])
        row = center.read(lambda session: session.scalars(query).one())
        assert (row.revision, row.boot, row.left_time is not None) == stored


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
                wait_until("the batch waits", lambda: waiting(center.database))
        if center.database.engine.dialect.name != "mysql":  # MariaDB waits for both when it reads
            wait_until("the first of them is stored", lambda: reported(center).get(unheard[0]) == 3)
    assert taken.result() == [center.read(epochs.current)] * 3
    assert reported(center) == {FIRST: 1} | dict.fromkeys(unheard, 3)


@contextmanager
def writing_besides(database: Database) -> Iterator[Session | None]:
    """A transaction that does not hold up everybody else; None where there is no such thing."""
    if database.engine.dialect.name == "sqlite":
        yield None
        return
    with database.writing() as session:
        yield session


def test_a_lost_database_loses_all_that_wait_and_nothing_is_stored(
    center: Center, cluster: Cluster, plugin: Plugin, sending: Sending, lose: Callable[[], object]
) -> None:
    heartbeats.take(center.database, [a_report(center, cluster, name, 1) for name in TWELVE])
    with nothing_is_stored(center, plugin, sending):
        sending.of(plugin, 3, TWELVE)
        wait_until("all are answered", lambda: (lose(), sending.all_answered())[1])
    assert sending.statuses() == [503] * 13
    assert {answer.result().json()["code"] for answer in sending.answers} == {"database_unavailable"}
    assert reported(center) == dict.fromkeys([FIRST, *TWELVE], 1)
    assert plugin.heartbeat(3, TWELVE[0]).status_code == 200


@pytest.fixture
def lose(center: Center) -> Iterator[Callable[[], object]]:
    """Ends the center's connections that wait for a lock. SQLite has none: there a lock that lasts too long is the same
    error."""
    engine = center.database.engine

    def impatient(connection: Any, *_: object) -> None:
        connection.execute("PRAGMA busy_timeout=500")

    if engine.dialect.name != "sqlite":
        yield lambda: _end_waiting(center.database)
        return
    event.listen(engine, "checkout", impatient)
    yield lambda: None
    event.remove(engine, "checkout", impatient)


WAITING = {
    "postgresql": "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    "mysql": "SELECT id FROM information_schema.processlist WHERE id <> connection_id() AND info LIKE '%sys_broker%'",
}
END = {"postgresql": "SELECT pg_terminate_backend({})", "mysql": "KILL CONNECTION {}"}


def waiting(database: Database) -> list[int]:
    """The connections that wait for a lock."""
    with database.engine.connect() as connection:
        return list(connection.scalars(text(WAITING[database.engine.dialect.name])))


def _end_waiting(database: Database) -> None:
    for number in waiting(database):
        with suppress(OperationalError), database.engine.connect() as connection:  # it may have ended already
            connection.execute(text(END[database.engine.dialect.name].format(number)))


def test_strangers_are_told_from_each_other_in_one_batch(center: Center, cluster: Cluster) -> None:
    other = center.make(a_cluster)
    _, text_of = center.make(credentials.issue, "test", cluster.id)
    _, text_of_other = center.make(credentials.issue, "test", other.id)
    secret = text_of.rpartition("_")[2]
    presented = [
        text_of,
        "garbage",
        f"puc_cluster_{other.id}_{secret}",
        f"puc_cluster_9999999999999999999_{'x' * 43}",
        "puc_cluster_1_" + "x" * 43,
        text_of_other,
        text_of,
    ]
    found = center.read(credentials.holders, presented)
    assert [one and one.name for one in found] == [cluster.name, None, None, None, None, other.name, cluster.name]
    for text_presented, one in zip(presented, found, strict=True):
        status = Plugin(center.client(Authorization=f"Bearer {text_presented}")).heartbeat(1).status_code
        assert status == (401 if one is None else 200), text_presented


def test_the_last_use_of_a_credential_is_noted_to_the_minute(center: Center, cluster: Cluster, plugin: Plugin) -> None:
    number = credential_of(center, cluster)
    for used, now, noted in ((None, 70_000, 70_000), (70_000, 129_999, 70_000), (70_000, 130_000, 130_000)):
        center.make(_set_last_use, number, used)
        assert center.make(credentials.in_use, {number, number + 1}, now) == {number}
        assert center.read(_last_use, number) == noted


def _set_last_use(session: Session, number: int, used: int | None) -> None:
    session.get_one(ClusterCredential, number).last_use = used


def _last_use(session: Session, number: int) -> int | None:
    return session.get_one(ClusterCredential, number).last_use


def test_a_report_with_a_credential_that_is_none(center: Center, cluster: Cluster, plugin: Plugin) -> None:
    unknown = a_report(center, cluster, "x", 1, credential_id=credential_of(center, cluster) + 1)
    (answer,) = heartbeats.take(center.database, [unknown])
    assert isinstance(answer, NotSignedIn)


def a_report(
    center: Center,
    cluster: Cluster,
    broker: str,
    revision: int,
    *,
    boot: str = "boot",
    credential_id: int = 0,
    **more: Any,
) -> Report:
    """A broker of the cluster enforces the revision."""
    beat = Heartbeat(broker, boot, "0.1.0", "4.0.8", revision, 1, 0, 0, 0, 86_400, **{"leaving": False, **more})
    return Report(cluster.id, credential_id or credential_of(center, cluster), beat, now_ms())


def credential_of(center: Center, cluster: Cluster) -> int:
    """The number of the cluster's credential."""
    return center.read(credentials.of_cluster, cluster.id)[0].id
