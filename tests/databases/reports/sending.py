"""Sends reports of brokers to a center at the same time."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.brokers import credentials
from app.brokers.heartbeats import Heartbeat, Report
from app.platform.clock import now_ms
from app.resources.broker_registration import BrokerRegistration
from app.resources.models import Cluster
from tests.brokers.plugin import Plugin
from tests.center import Center
from tests.end_to_end.waiting import wait_until

FIRST, TWELVE = "broker-first", [f"broker-{number}" for number in range(12)]


class Sending:
    """Reports that are being sent."""

    def __init__(self, center: Center, pool: ThreadPoolExecutor) -> None:
        self._heartbeats, self._pool = center.app.state.heartbeats, pool
        self.answers: list[Future[httpx.Response]] = []

    def of(self, plugin: Plugin, revision: int, brokers: list[str], *, waiting: int | None = None) -> None:
        """Send one report per broker; returns when `waiting` reports wait for the next batch."""
        self.answers += [self._pool.submit(plugin.heartbeat, revision, broker) for broker in brokers]
        if waiting is not None:
            wait_until(f"one is worked on, {waiting} wait", lambda: self._waiting() == waiting)

    def _waiting(self) -> int | None:
        """Number of waiting reports; None while no batch is being processed."""
        task = self._heartbeats._task
        return None if task is None or task.done() else len(self._heartbeats._waiting)

    def all_answered(self) -> bool:
        """Whether all reports have been answered."""
        return all(answer.done() for answer in self.answers)

    def statuses(self) -> list[int]:
        """Of all answers, in the order of sending."""
        return [answer.result(60).status_code for answer in self.answers]


@contextmanager
def nothing_is_stored(center: Center, plugin: Plugin, sending: Sending) -> Iterator[Session]:
    """This session holds a lock for which a report of the first broker waits; further reports wait behind that one.

    The session is committed at the end.
    """
    with center.database.writing() as session:
        session.scalars(select(BrokerRegistration).with_for_update()).all()
        sending.of(plugin, 2, [FIRST], waiting=0)
        yield session


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
    """A report that a broker of the cluster enforces the revision."""
    beat = Heartbeat(broker, boot, "0.1.0", "4.0.8", revision, 1, 0, 0, 0, 86_400, **{"leaving": False, **more})
    return Report(cluster.id, credential_id or credential_of(center, cluster), beat, now_ms())


def credential_of(center: Center, cluster: Cluster) -> int:
    """The id of the cluster's credential."""
    return center.read(credentials.of_cluster, cluster.id)[0].id


def revisions_reported(center: Center) -> dict[str, int]:
    """Broker → the revision that it enforces, as stored."""
    query = select(BrokerRegistration.broker, BrokerRegistration.revision)
    return center.read(lambda session: dict(session.execute(query).all()))
