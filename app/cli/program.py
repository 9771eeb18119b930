"""The program with its groups of commands. Here errors become messages and exit statuses."""

import io
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.main import get_command

from app.cli import database_commands
from app.cli.exit_status import CommandError, Status
from app.platform.errors import UserCenterError
from app.platform.version import VERSION

if TYPE_CHECKING:
    from app.platform.periodic_jobs import PeriodicJob
    from app.platform.settings import Settings

PROGRAM_HELP = """Operate a Pulsar User Center.

`run`, `migrate`, `create-admin`, `recover`, `new-epoch`, `broker-files`, `backup`, `restore`, `doctor`, `openapi`,
`export-history` and `import-audit` work on the database of this machine (settings PUC_…), `observe-report` and
`ship-events` on a broker's event files, and `passwords calibrate` measures this machine. Everything else asks a center
through its API: sign in first with `usercenter login`.

Exit status: 0 done, 1 refused by the center, 2 wrong usage or settings, 3 not signed in, 4 the plan has changes
(plan --check) or a cluster differs (drift --check), 5 the trail is broken, 6 the doctor warns.
"""
_INTERRUPTED = 130
"""The conventional status of a program that was ended by Ctrl-C."""


@dataclass(frozen=True)
class Service:
    """What commands use of the service above the command line, handed over as Typer's `obj`. Each function imports what
    it needs itself: most commands need none of it."""

    run: Callable[["Settings", int], int]
    """Serves until interrupted, with so many processes. Returns the exit status."""
    openapi: Callable[["Settings"], dict[str, Any]]
    """The OpenAPI document."""
    jobs: "Callable[[], Sequence[PeriodicJob]]"
    """The periodic jobs of the worker."""


def _say_version(wanted: bool) -> None:
    if wanted:
        print(f"usercenter {VERSION}")
        raise typer.Exit


Version = Annotated[bool, typer.Option("--version", is_eager=True, callback=_say_version, help="Which one this is.")]


def _options(version: Version = False) -> None:
    """Registered for its option alone."""


@cache
def program(*, whole: bool = True) -> Any:
    """The commands, built once: tests call many. `whole`: also those that ask a center."""
    commands = typer.Typer(
        name="usercenter",
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    commands.callback(help=PROGRAM_HELP)(_options)
    commands.add_typer(database_commands.commands)
    if whole:
        from app.cli.commands import register  # here: `run` starts faster without them

        register(commands)
    return get_command(commands)


def main(service: Service, arguments: Sequence[str] | None = None) -> int:
    """Run one command; some use the service of this machine. Returns the exit status. An expected error is one message
    on standard error."""
    _prepare_streams()
    if sys.stdout is None:  # closed: a secret that is shown once would be lost
        return _print_failure("standard output is closed: nothing was done", Status.USAGE)
    try:
        ended = _run(service, sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except UnicodeError as error:
        return _print_failure(f"an argument, an address or the input is no text: {error}", Status.USAGE)
    except OSError as error:
        sys.stdout = io.StringIO()  # what is left to be written would fail again at the end
        if isinstance(error, BrokenPipeError):  # as with `| head`: who reads has read enough
            return int(Status.REFUSED)
        status = Status.USAGE if error.filename else Status.REFUSED
        return _print_failure(f"{error.filename or 'cannot read or write'}: {error.strerror or error}", status)
    return ended


def _run(service: Service, arguments: Sequence[str]) -> int:
    try:
        program(whole=not arguments or arguments[0] not in database_commands.NAMES)(
            args=arguments, prog_name="usercenter", obj=service
        )
    except CommandError as error:
        return _print_failure(str(error), error.status)
    except UserCenterError as error:
        return _print_failure(f"{error.detail} ({error.stable_code})", Status.REFUSED)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else Status.DONE
    except KeyboardInterrupt:  # outside of the command itself
        return _INTERRUPTED
    return Status.DONE


def _prepare_streams() -> None:
    """A terminal that cannot show a letter gets its number: nothing that was done, and no secret, is lost for it."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")
    if sys.stdin is None:  # closed, as in some schedulers
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    if sys.stderr is None:  # `print` would write messages between the answers
        sys.stderr = io.StringIO()


def _print_failure(sentence: str, status: int) -> int:
    print(sentence, file=sys.stderr)
    return int(status)
