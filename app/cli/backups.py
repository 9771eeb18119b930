"""`usercenter backup` and `usercenter restore`, on the database of this machine."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.center import confirm, note, progress, say
from app.cli.command import Group
from app.cli.database_commands import local
from app.cli.exit_status import CommandError, Status, wrong_usage
from app.cli.output import utc

if TYPE_CHECKING:
    from pydantic import SecretStr

    from app.maintenance.backup.restore_loss import RestoreLoss
    from app.maintenance.backup.restoring import RestoreResult
    from app.maintenance.backup.verifying import BackupCheck
    from app.platform.settings import Settings

commands = Group()
_SHOWN = 20
_EVERY = 10_000
Verify = Annotated[
    Path | None, typer.Option("--verify", metavar="FILE", help="Read this back-up whole, without restoring it.")
]


@local(commands, "backup", example="/var/backups/user-center")
def backup(
    directory: Annotated[Path | None, typer.Argument(help="Where the back-up is written.")] = None,
    verify: Verify = None,
) -> None:
    """Write everything the center has into one encrypted file, also while it serves.

    The key is PUC_BACKUP_KEY or in the file PUC_BACKUP_KEY_FILE. Not in it: that key, PUC_SECRET_KEY and
    PUC_KEY_ENCRYPTION_KEY, without which a restored center cannot start. Keep them elsewhere.
    """
    if (directory is None) == (verify is None):
        raise wrong_usage("name either a directory to write to, or --verify FILE")
    settings, key = _settings_and_key()
    if verify is not None:
        _verify(verify, key, settings)
    elif directory is not None:
        _make(directory, settings)


@local(commands, "restore", example="user-center-20270101T020000Z-r4711.backup")
def restore(
    file: Annotated[Path, typer.Argument(help="The back-up.")],
    replace: Annotated[bool, typer.Option("--replace", help="Replace what the database holds.")] = False,
    keep_epoch: Annotated[
        bool, typer.Option("--keep-epoch", help="Brokers keep the rights that they have until `new-epoch`.")
    ] = False,
    lost_to: Annotated[
        Path | None, typer.Option("--lost-changes", help="Where changes that get lost are written; else beside FILE.")
    ] = None,
    lost_secret: Annotated[
        bool, typer.Option("--lost-secret-key", help="PUC_SECRET_KEY is lost: what it sealed is set up anew.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Fill the database of PUC_DATABASE_URL from a back-up, of whatever kind of database it was made.

    Stop every instance of the center before. A new epoch begins: brokers take the restored rights as soon as the center
    runs, so what was revoked after the back-up is in force again. With --keep-epoch they keep what they have.
    """
    from app.maintenance.backup import restoring

    settings, key = _settings_and_key()
    wish = restoring.RestoreOptions(file, key, replace, keep_epoch, lost_to, lost_secret)
    with _progress(file) as tell:
        done = restoring.restore(settings, wish, lambda lost: _agree(lost, yes=yes), tell)
    _tell_restored(done)


def _make(directory: Path, settings: "Settings") -> None:
    from app.maintenance.backup import making
    from app.platform.clock import now_ms
    from app.platform.database import Database

    with closing(Database(settings.database_url)) as database, _progress() as tell:
        made = making.make(database, directory, settings, now_ms(), tell)
    say(f"{made.file}\nrevision {made.facts.revision}, {made.rows} rows, {made.size} bytes, sha256 {made.sha256}")
    if not made.facts.key_id:
        note("PUC_SECRET_KEY here is not the one that sealed what the database holds: give it that of the center.")
    note("Not in it: PUC_SECRET_KEY, PUC_KEY_ENCRYPTION_KEY, PUC_BACKUP_KEY. Keep them elsewhere.")


def _verify(file: Path, key: "SecretStr", settings: "Settings") -> None:
    from app.maintenance.backup import verifying

    with _progress(file) as tell:
        found = verifying.verify(file, key, settings, tell)
    say(f"{file} is whole: {_description(found)}")
    _tell_keys(found)
    _tell_trail(found.trail_problems)


def _description(found: "BackupCheck") -> str:
    facts = found.facts
    return (
        f"made {utc(facts.made)} by version {facts.version} on {facts.database}, schema {facts.schema}, epoch "
        f"{facts.epoch}, revision {facts.revision}, {len(found.rows)} tables, {sum(found.rows.values())} rows"
    )


def _tell_keys(found: "BackupCheck") -> None:
    from app.maintenance.backup import verifying

    for table, count in sorted(found.closed.items()):
        note(f"PUC_SECRET_KEY and the keys beside it do not open {count} of {table}")
    if found.blame:
        raise CommandError(f"a center restored from it would not start: {found.blame}")
    if found.other_secret:
        raise CommandError(verifying.WRONG_KEY)


def _tell_trail(problems: list[str]) -> None:
    for sentence in problems[:_SHOWN]:
        note(sentence)
    if problems:
        raise CommandError(
            f"THE TRAIL IS BROKEN in the back-up, as it was in the center: {len(problems)} problems",
            Status.BROKEN_TRAIL,
        )


def _agree(lost: "RestoreLoss | None", *, yes: bool) -> None:
    if lost is None:
        note("The database holds a restore that was not finished. It is replaced.")
    else:
        _tell_losses(lost)
    confirm("Replace what the database holds?", yes=yes)


def _tell_losses(lost: "RestoreLoss") -> None:
    note(f"The database holds revision {lost.revision} of epoch {lost.epoch}. It is replaced.")
    if not lost.related:
        note("Its audit log does not contain the back-up's newest entry: it is another center, or older. All is lost.")
    elif lost.entries:
        note(f"{lost.entries} changes after the back-up are lost; {lost.taking} of them took or changed something:")
        for action, count in sorted(lost.actions.items()):
            note(f"  {count} {action}")
    for broker in lost.ahead[:_SHOWN]:
        where = f"Broker {broker.name} of {broker.cluster}"
        note(f"{where} enforces revision {broker.revision}, which the back-up does not know.")


def _tell_restored(done: "RestoreResult") -> None:
    say(f"restored: {_description(done.verified)}")
    if done.epoch:
        say(f"epoch {done.epoch} begins with revision {done.revision}")
    else:
        say("no new epoch: brokers keep the rights that they have until `usercenter new-epoch`")
    if done.losses is not None and done.losses.file is not None:
        note(f"The lost changes are in {done.losses.file}: do again what took rights away, before brokers come back.")
        if done.losses.since > done.verified.facts.revision:
            note(
                f"It begins after revision {done.losses.since}, as a newer back-up was restored first and not finished."
            )
    elif done.losses is None and (done.brokers or done.credentials):
        who = f"{done.brokers} brokers" if done.brokers else "brokers that came later"
        note(
            f"What was changed after the back-up is not known here, but {who} may enforce it: see "
            "docs/operators/backup.md before you start the center."
        )
    for table, count in sorted(done.verified.closed.items()):
        note(f"No key of the settings opens {count} of {table}: their owners set them up anew.")
    _tell_trail(done.trail_problems)


def _settings_and_key() -> "tuple[Settings, SecretStr]":
    from app.platform import checked_settings

    settings = checked_settings.read()
    if not settings.backup_key.get_secret_value():
        raise wrong_usage(
            "PUC_BACKUP_KEY (or the file PUC_BACKUP_KEY_FILE) is missing: make one with `openssl rand -base64 48`, and "
            "keep it away from the back-ups"
        )
    return settings, settings.backup_key


@contextmanager
def _progress(file: Path | None = None) -> Iterator[Callable[[str, int], None]]:
    """Yields what is called with a table and how many of its rows are done. A refusal is told, with the file's name."""
    from app.maintenance.backup.failures import BackupError

    def tell(table: str, done: int) -> None:
        if done % _EVERY == 0:
            progress(f"{table}: {done} rows", done=False)

    try:
        yield tell
    except BackupError as error:
        raise CommandError(f"{file}: {error}" if file else str(error)) from error
    finally:
        progress("", done=True)
