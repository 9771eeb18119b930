"""Each check of the doctor is quiet on a deployment that is well, and says so when it is made to fail."""

import datetime
from pathlib import Path

import pytest
from sqlalchemy import text, update
from sqlalchemy.orm import Session

from app.audit.findings.models import AuditRun
from app.audit.trail import epochs, trail
from app.brokers import heartbeats, known_holes
from app.brokers.heartbeats import Report
from app.brokers.models import ClusterCredential
from app.identity import authenticator_app
from app.identity.models import User
from app.maintenance.doctor import examination
from app.maintenance.doctor.check import DAY, HOUR, CheckContext, Diagnosis
from app.maintenance.doctor.examination import OF_DATABASE
from app.platform import schema
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.periodic_jobs import PeriodicRun
from app.platform.settings import Settings
from app.resources.broker_registration import BrokerRegistration
from app.server import periodic
from app.tokens import applications, key_life
from tests.doctor.faults import FAILS, a_beat, an_old_tenant
from tests.doctor.findings import OTHER, matches
from tests.doctor.test_settings_checks import OF_SETTINGS
from tests.factories import a_cluster, a_user

PAGE = Path(__file__).parents[2] / "docs" / "operators" / "doctor.md"


@pytest.fixture
def well(database: Database, settings: Settings) -> Database:
    """A deployment with nothing wrong: a broker that follows, jobs that run, yesterday audited, a back-up of today."""
    now = now_ms()
    with database.writing() as session:
        trail.lock_revision(session)
        key_life.ensure(session, settings)
        applications.ensure_command_line(session, settings)
        cluster = a_cluster(session, "one")
        authenticator_app.begin(session, settings, session.get_one(User, a_user(session, "alice").id), now)
        trail.record(session, "system", "backup.make", "file", after={})
        session.add(_an_audit(now))
        session.add_all(PeriodicRun(name=job.name, next_run=now + 1000, last_run=now) for job in periodic.JOBS)
        session.add(ClusterCredential(cluster_id=cluster.id, secret_hash="x", hint="x", add_time=now))
        session.flush()
        at = epochs.current(session)
        heartbeats.store(session, [Report(cluster.id, 1, a_beat(at, now), now)])
    return database


def _an_audit(now: int) -> AuditRun:
    last = datetime.datetime.fromtimestamp(now / 1000, datetime.UTC).date() - datetime.timedelta(days=1)
    return AuditRun(run="r", add_time=now, summary="{}", state="current", last_date=str(last))


def _diagnose(database: Database, settings: Settings, check: str, now: int | None = None) -> tuple[Diagnosis, ...]:
    with database.reading() as session:
        return tuple(OF_DATABASE[check](CheckContext(settings, session, lambda: now or now_ms(), periodic.JOBS)))


def test_a_healthy_deployment_has_no_findings(well: Database, settings: Settings) -> None:
    room = ("database.disk",)  # how much room the machine of the tests has is not ours
    assert {
        name: found for name in OF_DATABASE if name not in room and (found := _diagnose(well, settings, name))
    } == {}


def test_each_fault_is_found(well: Database, settings: Settings) -> None:
    with_mail = settings.model_copy(update={"mail_host": "mail.example"})
    silent = {}
    for case, (check, change, pattern) in FAILS.items():
        with Session(well.engine.execution_options(writing=True)) as session:  # undone at its end
            change(session)
            session.flush()
            found = tuple(OF_DATABASE[check](CheckContext(with_mail, session, now_ms, periodic.JOBS)))
        if not any(matches(pattern, diagnosis) for diagnosis in found):
            silent[case] = found
    assert silent == {}


@pytest.mark.parametrize(("floor", "level"), [(None, "ok"), ("9998_later", "problem")])
def test_a_newer_schema_is_a_problem_only_below_its_floor(
    database: Database, settings: Settings, floor: str | None, level: str
) -> None:
    at, newest = text("UPDATE alembic_version SET version_num = :at"), schema.newest()
    try:
        with database.engine.begin() as connection:
            schema.set_floor(connection, floor)
            connection.execute(at, {"at": "9999_later"})
        assert [diagnosis.level for diagnosis in _diagnose(database, settings, "database.schema")] == [level]
    finally:
        with database.engine.begin() as connection:
            schema.set_floor(connection, None)
            connection.execute(at, {"at": newest})


def test_a_missing_right_to_replicate_is_found_unless_it_was_revoked(well: Database, settings: Settings) -> None:
    with well.writing() as session:
        trail.lock_revision(session)
        an_old_tenant(session)
    [diagnosis] = _diagnose(well, settings, "replication.rights")
    assert (diagnosis.level, diagnosis.mend) == (
        "warning",
        "usercenter grants give --to broker.two --on tenant:acme --authority 102",
    )


def test_a_restore_that_was_not_finished(database: Database, settings: Settings) -> None:
    with database.engine.begin() as connection:
        schema.mark_restore_unfinished(connection, "")
    try:
        assert "was not finished" in _diagnose(database, settings, "database.schema")[0].sentence
    finally:
        with database.engine.begin() as connection:
            schema.mark_restore_finished(connection)


@pytest.mark.parametrize(
    ("check", "later", "pattern"),
    [
        ("backup.age", 2 * DAY, "the last back-up is 48 hours old|2 days old"),
        ("clocks.instances", -HOUR, "in this machine's future"),
        ("brokers.heard", HOUR, "silent"),
    ],
)
def test_faults_appear_with_time(check: str, later: int, pattern: str, well: Database, settings: Settings) -> None:
    assert [
        diagnosis for diagnosis in _diagnose(well, settings, check, now_ms() + later) if matches(pattern, diagnosis)
    ]


def test_a_broker_that_is_behind(well: Database, settings: Settings) -> None:
    with well.writing() as session:
        trail.lock_revision(session)
        a_user(session, "new")
    later = now_ms() + 2 * 60_000
    with well.writing() as session:
        session.execute(update(BrokerRegistration).values(last_seen=later))
    assert "is older than a minute" in _diagnose(well, settings, "brokers.behind", later)[0].sentence


def test_no_backup_was_ever_made(database: Database, settings: Settings) -> None:
    assert "no `usercenter backup` is recorded" in _diagnose(database, settings, "backup.age")[0].sentence


def test_another_secret_key(well: Database, settings: Settings) -> None:
    other = settings.model_copy(update={"secret_key": OTHER})
    assert _diagnose(well, other, "keys.signing")[0].mend.startswith("PUC_SECRET_KEY is not the one")
    assert "1 of sys_authenticator_app.secret_sealed" in _diagnose(well, other, "keys.sealed")[0].sentence


def test_clock_of_the_database(database: Database, settings: Settings) -> None:
    found = _diagnose(database, settings, "database.clock", now_ms() + HOUR)
    of_server = database.engine.dialect.name != "sqlite"
    assert [diagnosis.level for diagnosis in found] == (["problem"] if of_server else [])


def test_a_full_disk(database: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    # The disk of the machine is not ours to fill.
    usage = type("Usage", (), {"free": 1 << 20})
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage)
    if database.engine.dialect.name == "sqlite":
        assert _diagnose(database, settings, "database.disk")[0].level == "problem"


def test_the_page_has_a_line_for_each_check() -> None:
    named = [line.split("`")[1] for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    assert named == list(examination.NAMES)


def test_every_check_is_made_to_fail_here() -> None:
    here = {check for check, _, _ in (*FAILS.values(), *OF_SETTINGS.values())}
    others = {
        "settings.start",
        "settings.unknown",
        "database.reachable",
        "database.writable",
        "database.disk",
        "database.clock",
    }
    others |= {"clocks.instances", "keys.signing", "keys.sealed", "brokers.behind", "backup.age"}
    others |= {"database.rights", "database.encoding"}  # tests/doctor/test_database_rights.py
    assert here | others == set(examination.NAMES)


def test_an_old_list_of_holes_is_named_once(well: Database, settings: Settings) -> None:
    edited = int(known_holes.EDITED.timestamp() * 1000)
    with well.writing() as session:
        session.execute(update(BrokerRegistration).values(left_time=1))
    assert _diagnose(well, settings, "brokers.holes", edited + 90 * DAY) == ()
    [diagnosis] = _diagnose(well, settings, "brokers.holes", edited + 91 * DAY)
    assert diagnosis.level == "warning"
    assert f"91 days ago, on {known_holes.EDITED:%Y-%m-%d}" in diagnosis.sentence
