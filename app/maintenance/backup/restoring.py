"""Fills a database from a back-up, migrates it, checks it, and begins a new epoch.

A mark in the database keeps centers from starting until all is done, so a killed restore leaves nothing that looks
complete.
"""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from pydantic import SecretStr
from sqlalchemy import Connection, select

from app.audit.trail import chain, epochs, export, trail
from app.brokers import broker_states
from app.brokers.models import ClusterCredential
from app.maintenance.backup import database_in_use, filling, restore_loss, target, verifying
from app.maintenance.backup.failures import BackupError
from app.maintenance.backup.making import Progress
from app.maintenance.backup.restore_loss import RestoreLoss
from app.maintenance.backup.verifying import BackupCheck
from app.platform import private_files, schema
from app.platform.database import Database
from app.platform.database_engine import connected
from app.platform.settings import Settings
from app.resources.broker_registration import BrokerRegistration

ACTION = "backup.restore"
Agree = Callable[[RestoreLoss | None], None]
"""Called with what will be lost (None: it cannot be told) before anything is replaced; raises to stop."""


@dataclass(frozen=True)
class RestoreOptions:
    """What to restore, and how. `replace`: the database may hold something. `keep_epoch`: brokers keep what they have
    until somebody says `usercenter new-epoch`. `lost_to`: where the lost entries of the audit log are written.
    `lost_secret`: go on without the center's PUC_SECRET_KEY."""

    file: Path
    key: SecretStr
    replace: bool = False
    keep_epoch: bool = False
    lost_to: Path | None = None
    lost_secret: bool = False


@dataclass(frozen=True)
class RestoreResult:
    """A finished restore. `epoch`: the new one, or None. `brokers`: how many the back-up knows; `credentials`:
    what others may have come with since."""

    verified: BackupCheck
    losses: RestoreLoss | None
    epoch: str | None
    revision: int
    brokers: int
    credentials: int
    trail_problems: list[str]


def restore(settings: Settings, options: RestoreOptions, agree: Agree, progress: Progress) -> RestoreResult:
    """Restore a back-up into the database of the settings. Raises BackupError, OSError, SQLAlchemyError."""
    verified = verifying.verify(options.file, options.key, settings, progress)
    _refuse_unusable(verified, options)
    url = settings.database_url
    database_in_use.refuse_running(url)
    private_files.keep_database(url)
    lost = _look_at(url, options, verified, agree)
    filling.prepare(url, verified.facts.schema, lost)
    filling.fill(url, options.file, options.key, lost, progress)
    schema.upgrade(url)
    return _finish(url, options, verified, lost)


def _refuse_unusable(verified: BackupCheck, options: RestoreOptions) -> None:
    facts = verified.facts
    if not schema.knows(facts.schema):
        raise BackupError(
            f"the back-up was made by version {facts.version} with schema {facts.schema}, which this version does not "
            "know: restore it with the version that made it, or a newer one"
        )
    if verified.blame:
        raise BackupError(f"the restored center would not start: {verified.blame}")
    if verified.other_secret and not options.lost_secret:
        raise BackupError(f"{verifying.WRONG_KEY}. If it is lost, say --lost-secret-key")


def _look_at(url: str, options: RestoreOptions, verified: BackupCheck, agree: Agree) -> RestoreLoss | None:
    """What is there now, with the agreement to replace it."""
    with connected(url) as connection:
        state = target.state_of(connection)
        if state == "foreign":
            raise BackupError("the database holds tables that are no center's: restore into a database of its own")
        if state == "empty":
            return None
        if not options.replace:
            raise BackupError(
                "a restore into this database was not finished: run it again with --replace"
                if state == "unfinished"
                else "the database is not empty: --replace replaces what is there, and says before what that is"
            )
        if state == "unfinished":
            agree(None)
            return restore_loss.from_restore_facts(schema.restore_facts(connection))
        return _losses(connection, options, verified, agree)


def _losses(connection: Connection, options: RestoreOptions, verified: BackupCheck, agree: Agree) -> RestoreLoss:
    lost = restore_loss.find(connection, verified.facts)
    agree(lost)
    if lost.entries:
        lost.file = options.lost_to or options.file.with_name(f"{options.file.name}.lost-changes.jsonl")
        restore_loss.keep(connection, verified.facts, lost.file)
    return lost


def _finish(url: str, options: RestoreOptions, verified: BackupCheck, loss: RestoreLoss | None) -> RestoreResult:
    """Records the restore, begins a new epoch, and lets centers start on the database again."""
    with closing(Database(url)) as database:
        problems = _problems_of_trail(database)
        with trail.center_transaction(database) as session:
            facts, others = verified.facts, broker_states.epochs_reported(session) | (loss.epochs if loss else set())
            what = {"revision": facts.revision, "epoch": facts.epoch, "made": facts.made, "version": facts.version}
            trail.record(session, "system", ACTION, options.file.name[:512], after=what)
            epoch = None if options.keep_epoch else epochs.begin(session, "system", others).epoch
            revision = trail.current_revision(session)
            brokers = len(session.scalars(select(BrokerRegistration.id)).all())
            credentials = len(session.scalars(select(ClusterCredential.id)).all())
        with database.engine.begin() as connection:
            schema.mark_restore_finished(connection)
    return RestoreResult(verified, loss, epoch, revision, brokers, credentials, problems)


def _problems_of_trail(database: Database) -> list[str]:
    verifier, found = chain.Verifier(), list[str]()
    with database.reading() as session:
        head = trail.newest(session)
        for line in export.lines(session, after=0, until=head.revision):
            found += [problem.sentence for problem in verifier.feed(line)]
    return found + [problem.sentence for problem in verifier.finish(head if verifier.entries else None)]
