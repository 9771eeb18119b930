"""Each check of the doctor is quiet on a deployment that is well, and says so when it is made to fail."""

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text, update
from sqlalchemy.orm import Session

from app import periodic, schema
from app.brokers import heartbeats
from app.brokers.heartbeats import Heartbeat, Report
from app.brokers.models import BrokerRegistration, ClusterCredential
from app.clock import now_ms
from app.database import Database
from app.doctor import examination
from app.doctor.check import DAY, HOUR, Finding, Scene
from app.doctor.examination import OF_DATABASE
from app.findings.models import AuditRun
from app.grants import grants
from app.identity import authenticator_app
from app.identity.factor_models import AuthenticatorApp
from app.identity.models import User
from app.outbox.models import HookDelivery, Mail, WebHook
from app.periodic import PeriodicRun
from app.resources.models import Cluster, ClusterTls, ProvisioningJob
from app.settings import Settings
from app.tokens import applications, kept_answers, key_life
from app.tokens.models import SigningKey
from app.trail import epochs, trail
from app.trail.models import Revision
from tests.doctor.findings import OTHER, matches, pem
from tests.doctor.test_settings_checks import OF_SETTINGS
from tests.factories import TENANT, a_cluster, a_grant, a_service, a_tenant, a_user

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
        heartbeats.store(session, [Report(cluster.id, 1, _a_beat(at, now), now)])
    return database


def _an_audit(now: int) -> AuditRun:
    last = datetime.datetime.fromtimestamp(now / 1000, datetime.UTC).date() - datetime.timedelta(days=1)
    return AuditRun(run="r", add_time=now, summary="{}", state="current", last_date=str(last))


def _a_beat(at: epochs.Standing, now: int, **other: Any) -> Heartbeat:
    values: dict[str, Any] = {"broker": "b1", "boot": "1", "plugin": "0.1.0", "pulsar": "4.0.8", "snapshot_at": now}
    values |= {"revision": at.revision, "epoch": at.epoch, "mark": at.mark, "events_written": 1, "events_dropped": 0}
    return Heartbeat(
        **{**values, "connections": 0, "max_age_seconds": 86_400, "leaving": False, "kicks": True, **other}
    )


def _found(database: Database, settings: Settings, check: str, now: int | None = None) -> tuple[Finding, ...]:
    with database.reading() as session:
        return tuple(OF_DATABASE[check](Scene(settings, session, now or now_ms())))


def test_nothing_is_said_about_a_deployment_that_is_well(well: Database, settings: Settings) -> None:
    room = ("database.disk",)  # how much room the machine of the tests has is not ours
    assert {name: found for name in OF_DATABASE if name not in room and (found := _found(well, settings, name))} == {}


def _broker(**values: Any) -> Callable[[Session], object]:
    return lambda session: session.execute(update(BrokerRegistration).values(**values))


def _another_plugin(session: Session) -> None:
    now, at = now_ms(), epochs.current(session)
    heartbeats.store(session, [Report(1, 1, _a_beat(at, now, broker="b2", plugin="0.0.9"), now)])


def _a_job(state: str, age: int) -> Callable[[Session], object]:
    values = {"res_type": 2, "res_id": 1, "cluster": 1, "action": "create", "name": "acme", "wish": "{}"}
    return lambda session: session.add(
        ProvisioningJob(**values, state=state, add_time=now_ms() - age, update_time=now_ms())
    )


def _a_mail(state: str) -> Callable[[Session], object]:
    values = {"user_id": 0, "address": "a@acme.example", "kind": "reset", "facts": "{}", "next_try": 0}
    old = now_ms() - 2 * HOUR
    return lambda session: session.add(Mail(**values, state=state, add_time=old, end_time=old, valid_until=old + DAY))


def _a_hook(status: str, state: str) -> Callable[[Session], object]:
    def add(session: Session) -> None:
        old = now_ms() - 2 * HOUR
        values = {"name": "chat", "url": "https://chat.example", "secret_sealed": "", "add_time": 1, "update_time": 1}
        hook = WebHook(**values, status=status)
        session.add(hook)
        session.flush()
        more = {"state": state, "next_try": 0, "add_time": old, "end_time": old}
        session.add(HookDelivery(hook_id=hook.id, kind="k", body="{}", **more))

    return add


def _an_old_tenant(session: Session) -> None:
    """On two clusters, as it was made before brokers were let replicate; from one of them it was taken away."""
    one, two = session.get_one(Cluster, 1), a_cluster(session, "two")
    tenant = a_tenant(session, "acme", one, two)
    a_service(session, "broker.two")
    grants.revoke(session, "admin", a_grant(session, a_service(session, "broker.one"), [102], TENANT, tenant.id).id)


def _an_answer_of_another(session: Session) -> None:
    asked = kept_answers.Request(1, "key", b"POST /api/v1/groups", "token:x")
    kept_answers.keep(session, OTHER, asked, kept_answers.Answer(201, {}, "{}", 1), now_ms())


def _no_spare(session: Session) -> None:
    session.execute(update(SigningKey).where(SigningKey.status == "published").values(status="gone"))


def _kept_for_a_cluster(**days: int) -> Callable[[Session], object]:
    texts = {name: pem(left).decode() for name, left in days.items()}
    return lambda session: session.add(ClusterTls(cluster=1, add_time=1, update_time=1, **texts))


FAILS: dict[str, tuple[str, Callable[[Session], object], str]] = {
    "an old CA of a cluster": ("keys.cluster_certificates", _kept_for_a_cluster(authorities=-1), "own CA|has ended"),
    "a client certificate that ends": (
        "keys.cluster_certificates",
        _kept_for_a_cluster(certificate=9, authorities=99),
        "the center's client certificate of the cluster one ends in 9 days",
    ),
    "an older schema": (
        "database.schema",
        lambda s: s.execute(text("UPDATE alembic_version SET version_num = '0001_first_tables'")),
        "usercenter migrate|has schema 0001",
    ),
    "a newer schema": (
        "database.schema",
        lambda s: s.execute(text("UPDATE alembic_version SET version_num = '9999_later'")),
        "newer version",
    ),
    "the end of the log is gone": (
        "trail.end",
        lambda s: s.execute(update(Revision).values(head_id=99, head_hash="0" * 64)),
        "does not end with",
    ),
    "a damaged secret": (
        "keys.sealed",
        lambda s: s.execute(update(AuthenticatorApp).values(secret_sealed="damag\u00e9")),
        "does not open 1 of sys_authenticator_app",
    ),
    "an instance with another secret key": ("keys.same", _an_answer_of_another, "does not open 1 answers"),
    "an instance with another issuer": (
        "keys.issuer",
        lambda s: applications.ensure_command_line(s, Settings(issuer="https://other.example")),
        "with PUC_ISSUER=https://other.example",
    ),
    "nobody signs": ("keys.schedule", lambda s: s.execute(update(SigningKey).values(status="gone")), "no key signs"),
    "no next key": ("keys.schedule", _no_spare, "published as the next"),
    "an old key": (
        "keys.schedule",
        lambda s: s.execute(update(SigningKey).values(active_time=1)),
        "should have been replaced",
    ),
    "a cluster without brokers": ("brokers.heard", lambda s: a_cluster(s, "two"), "no broker of two has ever"),
    "a broker that vanished": ("brokers.heard", _broker(last_seen=now_ms() - HOUR), "silent for .* may still decide"),
    "a broker that expired": ("brokers.heard", _broker(last_seen=1), "denies everything"),
    "a broker of another history": ("brokers.history", _broker(known=0), "a back-up was restored"),
    "a broker of another epoch": ("brokers.history", _broker(epoch="before"), "of epoch before"),
    "a broker that observes": ("brokers.enforcing", _broker(observing=1), "only observes"),
    "a broker that ends nothing": ("brokers.enforcing", _broker(kicks=0), "does not end open connections"),
    "two plugins": ("brokers.plugins", _another_plugin, r"0\.0\.9, 0\.1\.0"),
    "a clock ahead": ("clocks.brokers", _broker(snapshot_time=now_ms() + HOUR), "ahead"),
    "a clock behind": ("clocks.brokers", _broker(snapshot_time=now_ms() - HOUR), "its clock is behind"),
    "lost events": ("events.lost", _broker(events_dropped=7), "lost 7 access events"),
    "replication that nobody let in": ("replication.rights", _an_old_tenant, "^broker.two may not write to acme"),
    "no worker": ("worker.running", lambda s: s.execute(update(PeriodicRun).values(last_run=1)), "no instance has"),
    "a late job": (
        "worker.running",
        lambda s: s.execute(update(PeriodicRun).where(PeriodicRun.name == "trail.head").values(next_run=1)),
        "trail.head is .* late",
    ),
    "a failed job": ("provisioning.jobs", _a_job("failed", 0), "1 provisioning jobs have failed"),
    "an old job": ("provisioning.jobs", _a_job("pending", 2 * HOUR), "over an hour"),
    "mail that waits": ("mail.waiting", _a_mail("waiting"), "1 e-mails have waited"),
    "mail given up": ("mail.waiting", _a_mail("dead"), "1 e-mails were given up"),
    "a hook that was switched off": ("web_hooks.waiting", _a_hook("failed", "sent"), "chat was switched off"),
    "messages that wait": ("web_hooks.waiting", _a_hook("on", "waiting"), "1 messages to web hooks have waited"),
    "messages given up": ("web_hooks.waiting", _a_hook("on", "dead"), "given up"),
    "no audit": ("events.audited", lambda s: s.execute(update(AuditRun).values(state="superseded")), "no audit"),
    "an old audit": (
        "events.audited",
        lambda s: s.execute(update(AuditRun).values(last_date="2026-01-01")),
        "days ago",
    ),
}


def test_what_is_wrong_is_said(well: Database, settings: Settings) -> None:
    with_mail = settings.model_copy(update={"mail_host": "mail.example"})
    silent = {}
    for case, (check, change, told) in FAILS.items():
        with Session(well.engine.execution_options(writing=True)) as session:  # undone at its end
            change(session)
            session.flush()
            found = tuple(OF_DATABASE[check](Scene(with_mail, session, now_ms())))
        if not any(matches(told, one) for one in found):
            silent[case] = found
    assert silent == {}


@pytest.mark.parametrize(("floor", "level"), [(None, "warning"), ("9998_later", "problem")])
def test_a_newer_schema_is_a_problem_only_below_its_floor(
    database: Database, settings: Settings, floor: str | None, level: str
) -> None:
    at, newest = text("UPDATE alembic_version SET version_num = :at"), schema.newest()
    try:
        with database.engine.begin() as connection:
            schema.set_floor(connection, floor)
            connection.execute(at, {"at": "9999_later"})
        assert [one.level for one in _found(database, settings, "database.schema")] == [level]
    finally:
        with database.engine.begin() as connection:
            schema.set_floor(connection, None)
            connection.execute(at, {"at": newest})


def test_replication_that_somebody_took_away_is_not_told(well: Database, settings: Settings) -> None:
    with well.writing() as session:
        trail.lock_revision(session)
        _an_old_tenant(session)
    [told] = _found(well, settings, "replication.rights")
    assert (told.level, told.mend) == (
        "warning",
        "usercenter grants give --to broker.two --on tenant:acme --authority 102",
    )


def test_a_restore_that_was_not_finished(database: Database, settings: Settings) -> None:
    with database.engine.begin() as connection:
        schema.mark_unfinished(connection, "")
    try:
        assert "was not finished" in _found(database, settings, "database.schema")[0].sentence
    finally:
        with database.engine.begin() as connection:
            schema.mark_finished(connection)


@pytest.mark.parametrize(
    ("check", "later", "told"),
    [
        ("backup.age", 2 * DAY, "the last back-up is 48 hours old|2 days old"),
        ("clocks.instances", -HOUR, "in this machine's future"),
        ("brokers.heard", HOUR, "silent"),
    ],
)
def test_what_time_brings(check: str, later: int, told: str, well: Database, settings: Settings) -> None:
    assert [one for one in _found(well, settings, check, now_ms() + later) if matches(told, one)]


def test_a_broker_that_is_behind(well: Database, settings: Settings) -> None:
    with well.writing() as session:
        trail.lock_revision(session)
        a_user(session, "new")
    later = now_ms() + 2 * 60_000
    with well.writing() as session:
        session.execute(update(BrokerRegistration).values(last_seen=later))
    assert "is older than a minute" in _found(well, settings, "brokers.behind", later)[0].sentence


def test_no_backup_was_ever_made(database: Database, settings: Settings) -> None:
    assert "no `usercenter backup` is recorded" in _found(database, settings, "backup.age")[0].sentence


def test_another_secret_key(well: Database, settings: Settings) -> None:
    other = settings.model_copy(update={"secret_key": OTHER})
    assert _found(well, other, "keys.signing")[0].mend.startswith("PUC_SECRET_KEY is not the one")
    assert "1 of sys_authenticator_app.secret_sealed" in _found(well, other, "keys.sealed")[0].sentence


def test_clock_of_the_database(database: Database, settings: Settings) -> None:
    found = _found(database, settings, "database.clock", now_ms() + HOUR)
    of_server = database.engine.dialect.name != "sqlite"
    assert [one.level for one in found] == (["problem"] if of_server else [])


def test_a_full_disk(database: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    # The disk of the machine is not ours to fill.
    usage = type("Usage", (), {"free": 1 << 20})
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage)
    if database.engine.dialect.name == "sqlite":
        assert _found(database, settings, "database.disk")[0].level == "problem"


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
