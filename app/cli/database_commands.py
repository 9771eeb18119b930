"""Commands on the database of this machine. Each imports what it needs itself, so that the other commands start
fast."""

import functools
import gc
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.command import Command, Group, help_text
from app.cli.exit_status import CommandError, Status, wrong_usage

if TYPE_CHECKING:
    from app.platform.database import Database
    from app.platform.settings import Settings

Name = Annotated[str, typer.Argument(help="User name.")]
commands = Group()
_NOT_LET = {
    "42501": "Its user has to own the database and its tables: docs/operating.md#databases",
    "25006": "It is read-only: a stand-by, or switched so.",
}
"""What PostgreSQL calls it when it does not let the center do what it has to, and what to do."""


def safely(function: Command) -> Command:
    """Prints the message of an unsafe start as it is, and exits with the status for wrong settings."""

    @functools.wraps(function)
    def run_safely(**values: object) -> None:
        from sqlalchemy.exc import DatabaseError, OperationalError

        from app.platform.checked_settings import UnsafeStartError

        try:
            function(**values)
        except UnsafeStartError as error:
            raise CommandError(str(error), Status.USAGE) from error
        except DatabaseError as error:
            database, message = "the database of PUC_DATABASE_URL", " ".join(str(error.orig).split())
            if type(error) in (OperationalError, DatabaseError):  # the latter of a file that is no database
                raise CommandError(f"{database} does not do its part: {message}", Status.USAGE) from error
            if (mend := _NOT_LET.get(getattr(error.orig, "sqlstate", ""))) is None:
                raise
            raise CommandError(f"{database} refuses: {message}. {mend}", Status.USAGE) from error

    return run_safely


def local(where: Group, name: str, *, example: str | None = None) -> Callable[[Command], Command]:
    """Register a command on this machine. `example`: arguments that its help text shows; None: it shows no example.
    An unsafe start is told as it is, with the status for wrong settings."""

    def register(function: Command) -> Command:
        run = safely(function)
        if example is not None:
            run.__doc__ = help_text(function, f"usercenter {name} {example}".rstrip())
        where.add(name)(run)
        return run

    return register


@local(commands, "run")
def run(
    context: typer.Context,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Processes that answer, about as many as processors; not with SQLite.")
    ] = 1,
) -> None:
    """Migrate, create the first administrator, serve API and console until interrupted."""
    gc.disable()  # until it serves: what is made now stays, and looking through it takes a fifth of the start
    if status := context.obj.run(_settings(), workers):
        raise CommandError("the service has ended", Status(status))


@local(commands, "migrate")
def migrate() -> None:
    """Bring the database to this version."""
    settings = _settings()
    from app.platform import migration

    migration.migrate(settings)


@local(commands, "create-admin", example="alice")
def create_admin(name: Name) -> None:
    """Make a person with every right; prints a one-time secret."""
    settings = _settings()
    from app.identity.accounts import recovery

    secret = recovery.create_administrator_in(_database(settings), settings, name)
    print(f"one-time secret of {name}: {secret}")


@local(commands, "recover", example="alice")
def recover(name: Name) -> None:
    """Help when nobody can sign in as administrator: a one-time secret for an administrator whose password is lost.

    When no administrator is left, the named person becomes one again. The trail records it as done by `system`.
    """
    from app.identity.accounts import recovery

    settings = _settings()
    secret = recovery.recover(_database(settings), settings, name)
    print(f"one-time secret of {name}: {secret}")


@local(commands, "new-epoch", example="")
def new_epoch() -> None:
    """After restoring a back-up: brokers take a fresh snapshot, whatever their revision. Compare the trail first.

    Until then brokers keep the newer rights that they have. What was revoked after the back-up is in force again
    afterwards, unless it is revoked anew before. The trail records it as done by `system`.
    """
    from app.audit.trail import epochs, trail
    from app.brokers import broker_states

    with trail.center_transaction(_database(_settings())) as session:
        started = epochs.begin(session, "system", broker_states.epochs_reported(session))
    print(f"epoch {started.epoch} begins with revision {started.revision}")


@local(
    commands,
    "broker-files",
    example="prod /etc/pulsar-user-center --address pulsar://broker:6650 --admin-url http://broker:8080",
)
def broker_files(
    cluster: Annotated[str, typer.Argument(help="The cluster's own name.")],
    directory: Annotated[Path, typer.Argument(help="Where the files are written.")],
    address: Annotated[str, typer.Option("--address", help="For clients: pulsar://broker:6650.")],
    admin_url: Annotated[str, typer.Option("--admin-url", help="For the center: http://broker:8080.")],
    seen_as: Annotated[
        Path | None, typer.Option("--seen-as", help="What brokers call the directory, if it is another path there.")
    ] = None,
    interceptors: Annotated[
        str, typer.Option("--interceptors", help="Where brokers have the plugin's .nar.")
    ] = "./interceptors",
) -> None:
    """Register a cluster, unless it is, and write what its brokers need: credential, token, public keys, broker.conf.

    May run at every start: what is valid there is kept. The audit log records it as done by `system`.
    """
    from app.brokers import broker_files as files
    from app.cli import sign_ins
    from app.cli.output import utc
    from app.cli.resources import name_of

    cluster, settings = name_of("cluster", cluster), _settings()
    place = files.FileLocation(directory, seen_as or directory.absolute(), interceptors)
    written = files.provide(_database(settings), settings, files.ClusterAddresses(cluster, address, admin_url), place)
    ends = 1000 * sign_ins.claims((directory / files.TOKEN).read_text(encoding="utf-8"))["exp"]
    print(f"{cluster}: {', '.join(written)} written to {directory}")
    print(f"{files.TOKEN} ends at {utc(ends)}: do this again before, and the brokers read the new one")


@local(commands, "openapi")
def openapi(context: typer.Context, file: Annotated[Path, typer.Argument(help="Where to write it.")]) -> None:
    """Write the OpenAPI document to a file."""
    document = context.obj.openapi(_settings())
    file.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


@local(commands, "export-history", example="history")
def export_history(
    directory: Annotated[Path, typer.Argument(help="Where to write it; an earlier export there is replaced.")],
) -> None:
    """Write what the audit jobs need to know: who had which rights when, since the beginning."""
    from app.access import vocabulary
    from app.audit.trail import history_export

    with _database(_settings()).reading() as session:
        print(json.dumps(history_export.write(session, directory, vocabulary.FILE)))


@local(commands, "import-audit")
def import_audit(directory: Annotated[Path, typer.Argument(help="What `usercenter-audit run --out` wrote.")]) -> None:
    """Load the results of an audit run, as `usercenter audit load` does through the API."""
    from app.cli import audit_upload
    from app.cli.local_audit_upload import OwnDatabase

    found = audit_upload.load(OwnDatabase(_database(_settings())), directory)
    print(f"run {found['run']} until {found['last_date']}: {found['state']}")


@local(commands, "observe-report", example="logs/user-center-events")
def observe_report(directory: Annotated[Path, typer.Argument(help="The brokers' access event files.")]) -> None:
    """What brokers in observe mode would have answered differently, had they enforced."""
    from app.cli import event_files, observe_report

    files = event_files.all_files(directory)
    found = observe_report.read(files)
    if not found.seen:
        raise wrong_usage(f"there is no event in the {len(files)} event files below {directory}: nothing was examined")
    print(found.text())


@local(commands, "ship-events", example="--from logs/user-center-events --to /mnt/audit/broker-1")
def ship_events(
    source: Annotated[Path, typer.Option("--from", help="The broker's directory of access events.")],
    target: Annotated[Path, typer.Option("--to", help="A directory, such as a mounted object store.")],
    delete: Annotated[bool, typer.Option("--delete", help="Remove each file here once it has arrived whole.")] = False,
    every: Annotated[int, typer.Option("--every", min=0, help="Go on, every so many seconds; 0: once.")] = 0,
) -> None:
    """Copy finished access event files elsewhere, with checksums; started again, it goes on where it was."""
    import time

    from app.cli import event_files, event_shipping

    if not event_files.finished_files(source):
        print(f"no finished event file (*.jsonl, *.jsonl.gz) is below {source} yet", file=sys.stderr)
    while True:
        for file in event_shipping.ship(source, target, delete=delete):
            print(f"{file.sha256}  {file.name}  {file.size}", flush=True)
        if not every:
            return
        time.sleep(every)


@local(commands, "vault-encrypt")
def vault_encrypt() -> None:
    """Encrypt a secret of the settings with Vault's transit engine. Reads it from standard input, without its line end.

    \b
    Example:
      openssl rand -base64 48 | usercenter vault-encrypt
    """
    from app.platform import checked_settings

    print(checked_settings.encrypted(sys.stdin.read().removesuffix("\n")))


def _settings() -> "Settings":
    from app.platform import checked_settings

    return checked_settings.read()


def _database(settings: "Settings") -> "Database":
    """The database of a center. Raises CommandError when it holds none, or a restore that has not ended."""
    from app.platform import schema
    from app.platform.database import Database

    database = Database(settings.database_url)
    with database.reading() as session:
        connection = session.connection()
        unfinished, tables = schema.is_restore_unfinished(connection), schema.of(connection)
    if tables is None or unfinished:
        database.close()
        none = "the database of PUC_DATABASE_URL holds no center: `usercenter migrate` makes its tables"
        raise CommandError(schema.REPEAT if unfinished else none, Status.USAGE)
    return database


# The command's name before `usercenter` existed.
commands.add("create-administrator", hidden=True)(create_admin)
NAMES = {command.name for command in commands.registered_commands}
