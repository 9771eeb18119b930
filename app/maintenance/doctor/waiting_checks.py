"""Checks of what is done again and again, and of what waits: jobs of clusters, e-mails, web hooks, audits, back-ups."""

import datetime
from collections.abc import Iterator

from sqlalchemy import func, select

from app.audit.findings.models import AuditRun
from app.audit.trail import backups as made_backups
from app.maintenance.doctor.check import DAY, HOUR, MINUTE, Diagnosis, OfScene, Scene, ago, problem, warning
from app.platform.outbox.models import DEAD, WAITING, HookDelivery, Mail, WebHook
from app.platform.periodic_jobs import CENTER, PeriodicRun
from app.resources.job_order import FAILED, PENDING
from app.resources.models import ProvisioningJob

_AUDIT_DAYS, _BACKUP_LATE_MS, _BACKUP_OLD_MS = 3, 26 * HOUR, 7 * DAY


def worker(scene: Scene) -> Iterator[Diagnosis]:
    """Does an instance do the periodic jobs?"""
    now = scene.now  # before: what is read slowly is not late for that
    last = scene.session.scalar(select(func.max(PeriodicRun.last_run)))
    if last is None or now - last > MINUTE:
        since = "ever" if last is None else f"for {ago(now - last)}"
        yield problem(f"no instance has done a periodic job {since}", "is the center running? Look at its log")
        return
    runs = {row.name: row.next_run for row in scene.session.scalars(select(PeriodicRun))}
    for job in scene.jobs:
        most = 5 * MINUTE if job.lane == CENTER else 2 * HOUR  # a comparison or an import may take so long
        if (late := now - runs.get(job.name, now)) > most:
            yield problem(f"the periodic job {job.name} is {ago(late)} late", "look at the center's log for its name")


def provisioning(scene: Scene) -> Iterator[Diagnosis]:
    """Have clusters done what the center asked for?"""
    failed = _count(scene, ProvisioningJob.state == FAILED)
    if failed:
        yield problem(
            f"{failed} provisioning jobs have failed", "Operations in the console shows why; retry them there"
        )
    old = _count(scene, ProvisioningJob.state == PENDING, ProvisioningJob.add_time < scene.now - HOUR)
    if old:
        yield warning(
            f"{old} provisioning jobs have waited for over an hour", "does the cluster answer at its address?"
        )


def _count(scene: Scene, *where: object) -> int:
    return scene.session.scalar(select(func.count()).select_from(ProvisioningJob).where(*where)) or 0  # type: ignore[arg-type]


def mail(scene: Scene) -> Iterator[Diagnosis]:
    """Do e-mails leave?"""
    waiting, dead = _late_and_dead(scene, Mail)
    if waiting and scene.settings.mail_host:
        yield problem(f"{waiting} e-mails have waited for over an hour", "look at the mail server and PUC_MAIL_…")
    if dead:
        yield warning(f"{dead} e-mails were given up in the last week", "Operations in the console shows why")


def web_hooks(scene: Scene) -> Iterator[Diagnosis]:
    """Do web hooks answer?"""
    for hook in scene.session.scalars(select(WebHook).where(WebHook.status == "failed")):
        yield problem(
            f"the web hook {hook.name} was switched off after days of failures", "mend it, switch it on again"
        )
    waiting, dead = _late_and_dead(scene, HookDelivery)
    if waiting:
        yield problem(f"{waiting} messages to web hooks have waited for over an hour", "do their receivers answer?")
    if dead:
        yield warning(f"{dead} messages to web hooks were given up in the last week", "look at their receivers")


def _late_and_dead(scene: Scene, model: type[Mail | HookDelivery]) -> tuple[int, int]:
    count = select(func.count()).select_from(model)
    waiting = count.where(model.state == WAITING, model.add_time < scene.now - HOUR)
    dead = count.where(model.state == DEAD, model.end_time > scene.now - 7 * DAY)
    return scene.session.scalar(waiting) or 0, scene.session.scalar(dead) or 0


def audited(scene: Scene) -> Iterator[Diagnosis]:
    """Are access events audited?"""
    last = scene.session.scalar(select(AuditRun.last_date).where(AuditRun.state == "current"))
    if not last:
        yield warning(
            "no audit of access events was loaded", "ship the brokers' event files and run the audit each night"
        )
        return
    today = datetime.datetime.fromtimestamp(scene.now / 1000, datetime.UTC).date()
    days = (today - datetime.date.fromisoformat(last)).days
    if days > _AUDIT_DAYS:
        yield warning(
            f"the last audited day is {last}, {days} days ago", "do events arrive, and does the nightly audit run?"
        )


def backups(scene: Scene) -> Iterator[Diagnosis]:
    """When was the last back-up made with `usercenter backup`?"""
    last = made_backups.newest(scene.session)
    mend = "make one each day with `usercenter backup`, and keep it elsewhere"
    if last is None:
        yield warning(
            "no `usercenter backup` is recorded in this database; of other copies nothing is known here", mend
        )
    elif (age := scene.now - last) > _BACKUP_LATE_MS:
        yield (problem if age > _BACKUP_OLD_MS else warning)(f"the last back-up is {ago(age)} old", mend)


CHECKS: dict[str, OfScene] = {
    "worker.running": worker,
    "provisioning.jobs": provisioning,
    "mail.waiting": mail,
    "web_hooks.waiting": web_hooks,
    "events.audited": audited,
    "backup.age": backups,
}
