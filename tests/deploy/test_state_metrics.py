"""Numbers of what waits: they are those of the database, and their statements do not grow."""

import pytest
from prometheus_client import generate_latest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.findings import runs
from app.audit.findings.models import AuditRun, Finding
from app.audit.trail import backups, trail
from app.audit.trail.models import TrailEntry
from app.brokers import known_holes
from app.desired_state.drift import runs as drift_runs
from app.platform.database import Database
from app.platform.outbox.models import DEAD, SENT, WAITING, Mail
from app.platform.periodic_jobs import PeriodicRun
from app.resources.broker_registration import BrokerRegistration
from app.resources.models import Cluster
from tests.api.conftest import estate
from tests.api.estate import Estate
from tests.brokers.plugin import a_plugin
from tests.center import Center

__all__ = ["estate"]


def _metrics(center: Center) -> dict[str, float]:
    lines = center.client().get("/metrics").text.splitlines()
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if line.startswith("puc_")}


def test_jobs_that_wait_or_failed(estate: Estate) -> None:
    assert _metrics(estate.center)['puc_jobs{state="pending"}'] == 0
    estate.make("tenants", name="acme", cluster_ids=[estate.cluster["id"]])
    assert _metrics(estate.center)['puc_jobs{state="pending"}'] == 1
    estate.work()
    assert _metrics(estate.center)['puc_jobs{state="pending"}'] == 0
    assert _metrics(estate.center)['puc_jobs{state="failed"}'] == 0


def test_messages_and_the_oldest_that_waits(center: Center) -> None:
    def write(session: Session) -> None:
        for state, at in ((WAITING, 7000), (WAITING, 5000), (DEAD, 1000), (SENT, 1000)):
            session.add(
                Mail(user_id=1, address="a@acme.example", kind="notice", facts="{}", state=state, next_try=at,
                     add_time=at, valid_until=at)
            )  # fmt: skip

    assert 'puc_messages_oldest_timestamp_seconds{channel="mail"}' not in _metrics(center)
    center.make(write)
    found = _metrics(center)
    assert found['puc_messages{channel="mail",state="waiting"}'] == 2
    assert found['puc_messages{channel="mail",state="dead"}'] == 1
    assert found['puc_messages{channel="web_hook",state="waiting"}'] == 0
    assert found['puc_messages_oldest_timestamp_seconds{channel="mail"}'] == 5


def test_findings_of_the_newest_results(center: Center) -> None:
    def write(session: Session) -> None:
        for number, state in enumerate((runs.SUPERSEDED, runs.CURRENT)):
            row = AuditRun(run=str(number), add_time=1, summary="{}", state=state, complete_time=9000)
            session.add(row)
            session.flush()
            for number, (severity, state) in enumerate(((4, "open"), (4, "open"), (2, "closed"))):
                session.add(
                    Finding(run_id=row.id, finding=f"{number}", kind="k", subject="s", severity=severity, state=state,
                            last_seen="2026-11-01", content="{}")
                )  # fmt: skip

    assert "puc_audit_published_timestamp_seconds" not in _metrics(center)
    center.make(write)
    found = _metrics(center)
    assert found["puc_audit_published_timestamp_seconds"] == 9
    assert [found[f'puc_findings{{severity="{severity}"}}'] for severity in (2, 4)] == [0, 2]


def test_holes_of_brokers_that_did_not_leave(estate: Estate) -> None:
    number = estate.cluster["id"]
    plugin = a_plugin(estate.center, estate.center.read(lambda session: session.get_one(Cluster, number)))
    plugin.heartbeat(0, "closed").raise_for_status()
    plugin.heartbeat(0, "unfollowed", kicks=False, pulsar="4.2.4").raise_for_status()
    plugin.heartbeat(0, "fixed", pulsar="5.0.1").raise_for_status()
    plugin.heartbeat(0, "new", pulsar="7.0.0").raise_for_status()
    found = _metrics(estate.center)

    def holes(state: str) -> float:
        return found[f'puc_broker_holes{{cluster_id="{number}",state="{state}"}}']

    assert (holes("unknown"), holes("by_setting") > 3) == (1, True)
    assert holes("open") == len(
        [hole for hole in known_holes.of_version("4.2.4") or () if hole.closed_by == "interceptor" and not hole.needs]
    )
    assert found["puc_known_holes_edited_timestamp_seconds"] == known_holes.EDITED.timestamp()


def test_reports_and_comparisons_of_a_cluster_count_from_when_it_came(estate: Estate) -> None:
    number = estate.cluster["id"]
    series = [
        f'puc_{name}_timestamp_seconds{{cluster_id="{number}"}}' for name in ("brokers_reported", "drift_compared")
    ]
    cluster = estate.center.read(lambda session: session.get_one(Cluster, number))
    assert [_metrics(estate.center)[name] for name in series] == [cluster.add_time / 1000] * 2
    assert a_plugin(estate.center, cluster).heartbeat(1).status_code == 200

    def later(session: Session) -> None:
        session.scalars(select(BrokerRegistration)).one().last_seen = 5000
        drift_runs.ask(session, number, 1).ended = 6000

    estate.center.make(later)
    assert [_metrics(estate.center)[name] for name in series] == [5, 6]
    estate.center.make(lambda session: setattr(session.get_one(Cluster, number), "gone", 1))
    assert set(series).isdisjoint(_metrics(estate.center))


def test_the_newest_back_up_or_else_the_begin_of_the_audit_log(center: Center) -> None:
    written = center.read(lambda session: session.scalars(select(TrailEntry.time).order_by(TrailEntry.id)).all())[0]
    assert _metrics(center)["puc_backup_timestamp_seconds"] == written / 1000

    def make(session: Session) -> None:
        trail.lock_revision(session)
        trail.record(session, "system", backups.ACTION, "file", after={})

    center.make(make)
    made = center.read(backups.newest)
    assert _metrics(center)["puc_backup_timestamp_seconds"] == (made or 0) / 1000


def test_the_periodic_job_that_waits_longest(center: Center) -> None:
    def write(session: Session) -> None:
        for name, due in (("trail.head", 8000), ("tokens.keys", 7000), ("imports.running", 2000), ("former.job", 1)):
            session.add(PeriodicRun(name=name, next_run=due, last_run=1))

    assert _metrics(center)["puc_periodic_jobs_due_timestamp_seconds"] == 0
    center.make(write)
    assert _metrics(center)["puc_periodic_jobs_due_timestamp_seconds"] == 7


def test_without_the_database_other_metrics_are_there(center: Center, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(center.app.state, "database", Database("sqlite:////nowhere/center.db"))
    page = b"".join(map(generate_latest, center.app.state.metrics.registries)).decode()
    assert "puc_revision" in page
    assert "puc_jobs{" not in page
