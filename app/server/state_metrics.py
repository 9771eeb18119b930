"""Numbers of what waits or should be done, read when Prometheus asks: jobs on clusters, messages, results of the audit,
reports of brokers, back-ups, periodic jobs, the disk of SQLite, keys and certificates.

All instances tell the same, as they read the same database.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from prometheus_client import CollectorRegistry, Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from app.audit.findings import runs
from app.audit.findings.models import AuditRun, Finding
from app.audit.trail import backups
from app.brokers import known_holes
from app.desired_state.drift import open_lines
from app.platform import clock, database_disk
from app.platform.clock import now_ms
from app.platform.database import Database, row_counts
from app.platform.outbox.models import DEAD, WAITING, HookDelivery, Mail
from app.platform.periodic_jobs import CENTER, PeriodicRun
from app.platform.settings import Settings
from app.resources import cluster_tls
from app.resources.broker_registration import BrokerRegistration
from app.resources.job_order import FAILED, PENDING
from app.resources.models import Cluster, ProvisioningJob
from app.server.periodic import JOBS
from app.tokens import key_times

_OPEN = "open"
_SEVERITIES = range(1, 6)
_CHANNELS: dict[str, Any] = {"mail": Mail, "web_hook": HookDelivery}


def registry(database: Callable[[], Database], settings: Callable[[], Settings]) -> CollectorRegistry:
    """All of them. Tests give the application another database now and then."""
    made = CollectorRegistry()
    for read_all in (open_lines.read, read):
        made.register(DatabaseNumbers(database, read_all))
    made.register(_SingleNumbers(database, settings))
    return made


class _SingleNumbers(Collector):
    """What other modules say. They see to it themselves that a lost database is no failure."""

    def __init__(self, database: Callable[[], Database], settings: Callable[[], Settings]) -> None:
        self._database, self._settings = database, settings

    def describe(self) -> list[Metric]:
        """No numbers in advance, so that registering asks no database."""
        return []

    def collect(self) -> Iterator[Metric]:
        """A number each."""
        database, settings, now = self._database(), self._settings(), now_ms()
        ends = "Days until the first certificate stored for a cluster ends; +Inf without any"
        lost = "0: within the last 15 s the database could not store something"
        for name, says, value in (
            ("puc_signing_key_age_seconds", "Age of the key that signs", key_times.age_seconds(database, now)),
            (
                "puc_signing_key_days_left",
                "Days until the key that signs is replaced",
                key_times.days_left(database, settings, now),
            ),
            ("puc_cluster_certificate_days_left", ends, cluster_tls.days_left(database, now)),
            ("puc_clock_correction_seconds", "What is added to this machine's clock", clock.correction_ms() / 1000),
            ("puc_database_writable", lost, float(database.writable)),
        ):
            yield GaugeMetricFamily(name, says, value=value)


class DatabaseNumbers(Collector):
    """What `read` returns; nothing while the database does not answer."""

    def __init__(self, database: Callable[[], Database], read: Callable[[Session], list[Metric]]) -> None:
        self._database, self._read = database, read

    def describe(self) -> list[Metric]:
        """No numbers in advance, so that registering asks no database."""
        return []

    def collect(self) -> Iterator[Metric]:
        """All of them, from one state of the database."""
        with suppress(SQLAlchemyError):
            with self._database().reading() as session:
                found = self._read(session)
            yield from found


def read(session: Session) -> list[Metric]:
    """A fixed number of statements, however much there is. No names are among them, as the page is open to who reaches
    it."""
    single = (_jobs(session), _brokers(session))
    return [*single, *_messages(session), *_audit(session), *_known_holes(session), *_upkeep(session)]


def _jobs(session: Session) -> Metric:
    metric = GaugeMetricFamily("puc_jobs", "What clusters have yet to do", labels=("state",))
    undone = select(ProvisioningJob).where(ProvisioningJob.state.in_((PENDING, FAILED)))
    found = row_counts(session, undone, ProvisioningJob.state)
    for state in (PENDING, FAILED):
        metric.add_metric([state], found.get(state, 0))
    return metric


def _messages(session: Session) -> list[Metric]:
    metric = GaugeMetricFamily("puc_messages", "E-mails and web hooks not sent", labels=("channel", "state"))
    oldest = GaugeMetricFamily(
        "puc_messages_oldest_timestamp_seconds", "When the oldest waiting message was made", labels=("channel",)
    )
    for channel, table in _CHANNELS.items():
        counted = select(table.state, func.count(table.id), func.min(table.add_time)).group_by(table.state)
        found = {row[0]: row for row in session.execute(counted.where(table.state.in_((WAITING, DEAD))))}
        for state in (WAITING, DEAD):
            metric.add_metric([channel, state], found[state][1] if state in found else 0)
        if WAITING in found:
            oldest.add_metric([channel], found[WAITING][2] / 1000)
    return [metric, oldest]


def _audit(session: Session) -> list[Metric]:
    published = GaugeMetricFamily("puc_audit_published_timestamp_seconds", "When the newest results of the audit came")
    findings = GaugeMetricFamily("puc_findings", "Open findings of the newest results", labels=("severity",))
    run = session.execute(select(AuditRun.id, AuditRun.complete_time).where(AuditRun.state == runs.CURRENT)).first()
    if run is not None:
        published.add_metric([], (run.complete_time or 0) / 1000)
        of_run = select(Finding).where(Finding.run_id == run.id, Finding.state == _OPEN)
        found = row_counts(session, of_run, Finding.severity)
        for severity in _SEVERITIES:
            findings.add_metric([str(severity)], found.get(severity, 0))
    return [published, findings]


def _brokers(session: Session) -> Metric:
    says = "Newest report of the cluster's brokers, or when the cluster came"
    metric = GaugeMetricFamily("puc_brokers_reported_timestamp_seconds", says, labels=("cluster_id",))
    newest = func.coalesce(func.max(BrokerRegistration.last_seen), Cluster.add_time)
    query = select(Cluster.id, newest).outerjoin(BrokerRegistration, BrokerRegistration.cluster_id == Cluster.id)
    for cluster, at in session.execute(query.where(Cluster.gone == 0).group_by(Cluster.id, Cluster.add_time)):
        metric.add_metric([str(cluster)], at / 1000)
    return metric


def _known_holes(session: Session) -> Iterator[Metric]:
    """Of each cluster: known holes that are open on any of its brokers, and brokers whose version nobody judges."""
    says = "Known holes of Pulsar that are open on brokers, or open by a setting; brokers of unknown versions"
    metric = GaugeMetricFamily("puc_broker_holes", says, labels=("cluster_id", "state"))
    found: dict[int, dict[str, set[str]]] = {}
    for row in session.scalars(select(BrokerRegistration).where(BrokerRegistration.left_time.is_(None))):
        states = found.setdefault(row.cluster_id, {"open": set(), "by_setting": set(), "unknown": set()})
        holes = known_holes.open_holes(row)
        if holes is None:
            states["unknown"].add(row.broker)
        for hole in holes or ():
            states["by_setting" if hole.needs else "open"].add(hole.id)
    for cluster, states in found.items():
        for state, names in states.items():
            metric.add_metric([str(cluster), state], len(names))
    edited = GaugeMetricFamily("puc_known_holes_edited_timestamp_seconds", "When the list of known holes was edited")
    edited.add_metric([], known_holes.EDITED.timestamp())
    yield from (metric, edited)


def _upkeep(session: Session) -> Iterator[Metric]:
    """What alarms would miss: the last back-up, overdue periodic jobs, room on the disk."""
    copied = backups.newest_or_begin(session)
    # Other lanes may be busy for an hour. Without any row nobody has ever done a job.
    condition = PeriodicRun.name.in_([job.name for job in JOBS if job.lane == CENTER])
    due = session.scalar(select(func.min(PeriodicRun.next_run)).where(condition)) or 0
    for name, says, value in (
        ("puc_backup_timestamp_seconds", "Newest `usercenter backup`, or begin of the audit log", _seconds(copied)),
        ("puc_periodic_jobs_due_timestamp_seconds", "When the periodic job that waits longest is due", _seconds(due)),
        ("puc_database_free_bytes", "Free on the disk of SQLite's file", database_disk.free_bytes(session)),
    ):
        metric = GaugeMetricFamily(name, says)
        if value is not None:
            metric.add_metric([], value)
        yield metric


def _seconds(milliseconds: int | None) -> float | None:
    return None if milliseconds is None else milliseconds / 1000
