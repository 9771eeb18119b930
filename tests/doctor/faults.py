"""What can be wrong with a deployment: how it is made so, and what the doctor says then."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import text, update
from sqlalchemy.orm import Session

from app.audit.findings.models import AuditRun
from app.audit.trail import epochs
from app.audit.trail.models import Revision
from app.brokers import heartbeats
from app.brokers.heartbeats import Heartbeat, Report
from app.grants import grants
from app.identity.factor_models import AuthenticatorApp
from app.maintenance.doctor.check import DAY, HOUR
from app.platform.clock import now_ms
from app.platform.outbox.models import HookDelivery, Mail, WebHook
from app.platform.periodic_jobs import PeriodicRun
from app.platform.settings import Settings
from app.providers.models import IdentityProvider
from app.resources.broker_registration import BrokerRegistration
from app.resources.models import Cluster, ClusterTls, ProvisioningJob
from app.tokens import applications, idempotent_answers
from app.tokens.models import SigningKey
from tests.doctor.findings import OTHER, pem
from tests.factories import TENANT, a_cluster, a_grant, a_service, a_tenant


def a_beat(at: epochs.StateVersion, now: int, **other: Any) -> Heartbeat:
    """A report of a broker that is well, but for these values."""
    values: dict[str, Any] = {"broker": "b1", "boot": "1", "plugin": "0.1.0", "pulsar": "5.0.1", "snapshot_at": now}
    values |= {"revision": at.revision, "epoch": at.epoch, "mark": at.mark, "events_written": 1, "events_dropped": 0}
    return Heartbeat(
        **{**values, "connections": 0, "max_age_seconds": 86_400, "leaving": False, "kicks": True, **other}
    )


def _broker(**values: Any) -> Callable[[Session], object]:
    return lambda session: session.execute(update(BrokerRegistration).values(**values))


def _another_plugin(session: Session) -> None:
    now, at = now_ms(), epochs.current(session)
    heartbeats.store(session, [Report(1, 1, a_beat(at, now, broker="b2", plugin="0.0.9"), now)])


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


def _a_provider(session: Session) -> None:
    values = {"client_id": "c", "scopes": "openid", "name_claim": "sub", "creates_users": 0, "enabled": 1}
    session.add(IdentityProvider(name="acme", issuer="https://sso.example", add_time=1, update_time=1, **values))


def an_old_tenant(session: Session) -> None:
    """A tenant on two clusters from before the rights to replicate; the right of one was revoked."""
    first, two = session.get_one(Cluster, 1), a_cluster(session, "two")
    tenant = a_tenant(session, "acme", first, two)
    a_service(session, "broker.two")
    grants.revoke(session, "admin", a_grant(session, a_service(session, "broker.one"), [102], TENANT, tenant.id).id)


def _an_answer_of_another(session: Session) -> None:
    request = idempotent_answers.Request(1, "key", b"POST /api/v1/groups", "token:x")
    idempotent_answers.keep(session, OTHER, request, idempotent_answers.SentAnswer(201, {}, "{}", 1), now_ms())


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
    "a cluster that may not be called": (
        "addresses.allowed",
        lambda s: s.execute(update(Cluster).values(admin_url="http://broker-1.example:8080")),
        'cluster one may not be called: The host "broker-1.example" is not in PUC_CLUSTER_ADDRESSES.*add its host',
    ),
    "a web hook that may not be called": (
        "addresses.allowed",
        _a_hook("on", "sent"),
        "chat may not be called: .*PUC_WEB_HOOK_HOSTS",
    ),
    "a provider that may not be called": ("addresses.allowed", _a_provider, "acme may not .*PUC_PROVIDER_ADDRESSES"),
    "a cluster without brokers": ("brokers.heard", lambda s: a_cluster(s, "two"), "no broker of two has ever"),
    "a broker that vanished": ("brokers.heard", _broker(last_seen=now_ms() - HOUR), "silent for .* may still decide"),
    "a broker that expired": ("brokers.heard", _broker(last_seen=1), "denies everything"),
    "a broker of another history": ("brokers.history", _broker(known=0), "a back-up was restored"),
    "a broker of another epoch": ("brokers.history", _broker(epoch="before"), "of epoch before"),
    "a broker that observes": ("brokers.enforcing", _broker(observing=1), "only observes"),
    "a broker that ends nothing": ("brokers.enforcing", _broker(kicks=0), "does not end open connections"),
    "a broker with holes": ("brokers.holes", _broker(pulsar_version="4.2.4", kicks=0), "known holes are open: CVE-"),
    "holes behind a setting": (
        "brokers.holes",
        _broker(pulsar_version="4.0.8"),
        r"a setting .*\(functionsWorkerEnabled",
    ),
    "a broker that nobody judged": ("brokers.holes", _broker(pulsar_version="6.0.0"), "nobody has judged the holes"),
    "two plugins": ("brokers.plugins", _another_plugin, r"0\.0\.9, 0\.1\.0"),
    "a clock ahead": ("clocks.brokers", _broker(snapshot_time=now_ms() + HOUR), "ahead"),
    "a clock behind": ("clocks.brokers", _broker(snapshot_time=now_ms() - HOUR), "its clock is behind"),
    "lost events": ("events.lost", _broker(events_dropped=7), "lost 7 access events"),
    "replication that nobody let in": ("replication.rights", an_old_tenant, "^broker.two may not write to acme"),
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
