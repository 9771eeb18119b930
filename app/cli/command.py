"""Registers commands. Those that use a center share `--server`, `--token-file` and `--output`."""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from app.cli import center
from app.cli.exit_status import wrong_usage
from app.cli.output import Form
from app.cli.resources import name_of

Command = Callable[..., None]
Server = Annotated[
    str | None,
    typer.Option("--server", envvar="PUC_SERVER", help="Address of the center; else where you signed in last."),
]
TokenFile = Annotated[
    Path | None,
    typer.Option("--token-file", help="File with an API token; else PUC_TOKEN, else the sign-in of `login`."),
]
Output = Annotated[Form, typer.Option("--output", help="A table for people; json and yaml are what the API answers.")]
Limit = Annotated[int | None, typer.Option("--limit", min=1, help="At most so many; else all.")]
Query = Annotated[str | None, typer.Option("--q", help="Part of the name.")]
Tenant = Annotated[
    str | None, typer.Option(metavar="NAME", parser=lambda text: name_of("tenant", text), help="Only of this tenant.")
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Check everything, change nothing.")]
Remark = Annotated[str | None, typer.Option("--remark", help="Why; shown beside it.")]
Networks = Annotated[
    list[str] | None, typer.Option("--network", help="Only from there: 10.1.0.0/16, or @office for the list office.")
]
ToFile = Annotated[Path | None, typer.Option("-o", "--to-file", help="Write it there.")]
Wait = Annotated[
    int, typer.Option("--wait", min=0, max=30, help="Seconds to wait until the brokers of each cluster enforce it.")
]

_SHARED: dict[str, tuple[Any, Any]] = {
    "yes": (Yes, False),
    "dry_run": (DryRun, False),
    "wait": (Wait, 0),
    "server": (Server, None),
    "token_file": (TokenFile, None),
    "output": (Output, Form.TABLE),
}
"""What several commands take after their own options, in this order: type and default."""


class _ShortGroup(TyperGroup):
    """The name of its first command may be left out: `drift prod` is `drift show prod`."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command of these words."""
        known = args and self.get_command(ctx, args[0]) is not None
        return super().resolve_command(ctx, args if known or not args else [next(iter(self.commands)), *args])


class Group(typer.Typer):
    """A group of commands, called by these words; without any its commands are the program's own. `short`: the name of
    its first command may be left out."""

    def __init__(self, words: str = "", text: str = "", *, short: bool = False) -> None:
        kind, options = (_ShortGroup, {"ignore_unknown_options": True}) if short else (TyperGroup, {})
        super().__init__(
            name=words.rpartition(" ")[2] or None,
            help=text,
            no_args_is_help=True,
            rich_markup_mode=None,
            cls=kind,
            context_settings=options,
        )
        self._words, self._short = words, short

    def add(self, name: str, *, hidden: bool = False) -> Callable[[Command], Command]:
        """Register a function as Typer does; empty values are refused."""
        return self.command(name, cls=NonEmptyCommand, hidden=hidden)

    def remote(
        self, name: str, *, example: str = "", yes: bool = False, dry_run: bool = False, wait: bool = False
    ) -> Callable[[Command], Command]:
        """Register a function whose first argument is the open Center. Its docstring is the help text. `example`:
        arguments that are shown there. `yes`, `dry_run` and `wait` add these options: the Center knows the first two,
        and with --wait the command ends when every broker enforces the change."""
        wanted = {"yes": yes, "dry_run": dry_run, "wait": wait}
        shared = {option: values for option, values in _SHARED.items() if wanted.get(option, True)}
        own_name = "" if self._short and not self.registered_commands else name
        called = " ".join(filter(None, ("usercenter", self._words, own_name, example)))

        def register(function: Command) -> Command:
            self.add(name)(_connected(function, shared, called))
            return function

        return register


def _connected(function: Command, shared: dict[str, tuple[Any, Any]], example: str) -> Command:
    """The function as Typer calls it: with the shared options instead of the Center."""

    def run(**values: Any) -> None:
        options = {option: values.pop(option) for option in shared}
        seconds = options.pop("wait", 0)
        with center.open_center(**options) as found:
            function(found, **values)
            if seconds and found.revision:
                from app.cli.brokers import wait_for  # here: its commands are made with this module

                wait_for(found, found.revision, seconds)

    own = list(inspect.signature(function, eval_str=True).parameters.values())[1:]
    named = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in own]
    for name, (kind, default) in shared.items():
        named.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind))
    setattr(run, "__signature__", inspect.Signature(named))  # noqa: B010  where Python looks for it
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in named}
    run.__name__ = function.__name__
    run.__doc__ = help_text(function, example)
    return run


def help_text(function: Command, example: str) -> str:
    """What the function's docstring says, with an example."""
    return f"{inspect.getdoc(function) or ''}\n\n\b\nExample:\n  {example}"


def several(texts: list[str] | None) -> list[str] | None:
    """The values of an option that takes several: given again, or by commas."""
    return [part.strip() for text in texts for part in text.split(",")] if texts else None


class NonEmptyCommand(TyperCommand):
    """A command that refuses empty values: a script whose variable is empty would give them. They would mean the same
    as no option (no limit, no end, the whole center), and an empty path the current directory."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Raises CommandError."""
        for before, argument in zip(["", *args], args, strict=False):
            option, sign, value = argument.partition("=") if argument.startswith("--") else (before, "=", argument)
            if sign and not value.strip():
                named = option if option.startswith("-") else "an argument"
                raise wrong_usage(f"{named} is empty: give it a value, or leave it out")
        return super().parse_args(ctx, args)
