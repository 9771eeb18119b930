"""The program with its groups of commands. Here errors become messages and exit statuses."""

import sys
from collections.abc import Sequence
from functools import cache
from typing import Any

import typer
from typer.main import get_command

from app.cli import (
    access,
    applications,
    audit,
    audit_numbers,
    backups,
    brokers,
    clusters,
    doctor,
    drift,
    grants,
    groups,
    imports,
    live,
    live_changes,
    local,
    messages,
    networks,
    passwords,
    policies,
    policy,
    providers,
    rights,
    roles,
    sign_in,
    signing_keys,
    subscriptions,
    tenants_and_topics,
    trail,
    user_keys,
    user_tokens,
    users,
)
from app.cli.ending import CommandError, Status
from app.errors import UserCenterError

PROGRAM_HELP = """Operate a Pulsar User Center.

`run`, `migrate`, `create-admin`, `recover`, `new-epoch`, `broker-files`, `backup`, `restore`, `doctor`, `openapi`,
`export-history` and `import-audit` work on the database of this machine (settings PUC_…), `observe-report` and
`ship-events` on a broker's event files, and `passwords calibrate` measures this machine. Everything else asks a center
through its API: sign in first with `usercenter login`.

Exit status: 0 done, 1 refused by the center, 2 wrong usage or settings, 3 not signed in, 4 the plan has changes
(plan --check) or a cluster differs (drift --check), 5 the trail is broken, 6 the doctor warns.
"""


_MODULES = (
    *(
        local,
        backups,
        doctor,
        sign_in,
        users,
        user_keys,
        user_tokens,
        groups,
        roles,
        tenants_and_topics,
        clusters,
        policies,
        subscriptions,
        networks,
        grants,
        access,
    ),
    *(rights, policy, imports, trail),
    *(audit, audit_numbers, signing_keys, passwords, providers, applications, messages, brokers),
    *(live, live_changes, drift),
)
_INTERRUPTED = 130
"""The conventional status of a program that was ended by Ctrl-C."""


@cache
def program() -> Any:
    """The commands, built once: that takes a tenth of a second, and tests call many."""
    commands = typer.Typer(
        name="usercenter",
        help=PROGRAM_HELP,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for module in _MODULES:
        module.register(commands)
    return get_command(commands)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit status. An expected error is one message on standard error."""
    try:
        program()(args=arguments, prog_name="usercenter")
    except CommandError as error:
        return _failed(str(error), error.status)
    except UserCenterError as error:
        return _failed(f"{error.detail} ({error.stable_code})", Status.REFUSED)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else Status.DONE
    except KeyboardInterrupt:  # outside of the command itself
        return _INTERRUPTED
    return Status.DONE


def _failed(sentence: str, status: int) -> int:
    print(sentence, file=sys.stderr)
    return int(status)
