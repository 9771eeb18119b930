"""What all commands that use a center share: the connection, ids for names, and the form of the output."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli import output, refreshing, sign_ins
from app.cli.connection import CenterConnection, RenewedToken
from app.cli.exit_status import CommandError, wrong_usage
from app.cli.output import Columns, Form

if TYPE_CHECKING:
    import httpx

REVISION = "X-Revision"


class Center(CenterConnection):
    """A connection that prints answers, with the options that commands share."""

    def __init__(
        self, server: str, token: str | RenewedToken, form: Form, *, yes: bool = False, dry_run: bool = False
    ) -> None:
        super().__init__(server, token)
        self.form, self.yes, self.dry_run = form, yes, dry_run
        self.revision: int | None = None
        """Of the newest change that was made."""

    def show(self, value: Any, columns: Columns) -> None:
        """Print one item, or a list in the API's form (`items`)."""
        if self.form is not Form.TABLE:
            say(output.as_data(value, self.form))
        elif isinstance(value, list) or "items" in value:
            say(output.as_table(value if isinstance(value, list) else value["items"], columns))
        else:
            say(output.as_facts(value, columns))

    def tell(self, value: Any, lines: Iterable[str]) -> None:
        """Print these lines for people, and the value for programs."""
        if self.form is not Form.TABLE:
            self.show(value, {})
            return
        for line in lines:
            say(line)

    def writes(self, form: Form) -> None:
        """For a command that writes this form only. Raises CommandError when --output wants another."""
        if self.form not in (Form.TABLE, form):
            raise wrong_usage(f"this writes {form.upper()} only: leave --output out")

    def listing(self, path: str, columns: Columns, limit: int | None = None, **query: Any) -> None:
        """Print a list, all pages of it or the first `limit` items."""
        whole: dict[str, Any] = {"items": []}
        for page in self.pages(path, limit, **query):
            items = [*whole["items"], *page["items"]]
            whole = {**page, "items": items}
            progress(f"{len(items)} of {page.get('total', '?')}", done=not page.get("next_cursor"))
        self.show(whole, columns)
        _tell_left_out(whole)

    def change(
        self, method: str, path: str, *, of: dict[str, Any] | None = None, dry_run: bool = False, **options: Any
    ) -> "httpx.Response":
        """Make a change and print its revision on standard error. `of`: the item, so that only the version that was
        read is changed. `dry_run`: check it alone, also without --dry-run."""
        dry_run = dry_run or self.dry_run
        if of is not None:
            options["headers"] = {"If-Match": f'"{of["version"]}"'}
        if dry_run:
            options["params"] = {**options.get("params", {}), "dry_run": "true"}
        answer = self.ask(method, path, **options)
        if dry_run and answer.headers.get("X-Dry-Run") != "true":
            raise CommandError("This center knows no dry run of this: IT WAS DONE.")
        if dry_run:
            note("dry run: checked, nothing was changed")
        elif REVISION in answer.headers:
            self.revision = int(answer.headers[REVISION])
            note(f"revision {self.revision}")
        return answer

    def confirm(self, question: str) -> None:
        """As the function, unless nothing is changed."""
        confirm(question, yes=self.yes or self.dry_run)

    def find(self, kind: str, name: str) -> int:
        """The id of what has exactly this name; before that of a place its type may stand. Raises CommandError."""
        from app.cli import resources  # here: it needs this module

        exact = resources.name_of(kind, name) if kind in resources.TYPES else name
        found: int = self.get("/api/v1/names", kind=kind, name=exact)["id"]
        return found

    def path(self, kind: str, name: str) -> str:
        """The API's path of the item with this name. Raises CommandError as `find` does."""
        return f"/api/v1/{kind}s/{self.find(kind, name)}"


def open_center(
    *, server: str | None, token_file: Path | None, output: Form, yes: bool = False, dry_run: bool = False
) -> Center:
    """The chosen center with the available credential. Raises CommandError when either is missing."""
    address = server_of(server)
    return Center(address, _token(address, token_file), output, yes=yes, dry_run=dry_run)


def server_of(named: str | None) -> str:
    """`--server` (or PUC_SERVER), else the center of the last sign-in."""
    found = named or sign_ins.last_server()
    if not found:
        raise wrong_usage("Which center? Name it with --server https://center.example or PUC_SERVER.")
    return sign_ins.checked_address(found)


def say(text: str) -> None:
    """Print on standard output."""
    print(text, flush=True)


def note(text: str) -> None:
    """Print on standard error: messages for people that are not part of the answer."""
    print(text, file=sys.stderr, flush=True)


def progress(text: str, *, done: bool) -> None:
    """Print a line that replaces itself, on terminals only."""
    if sys.stderr.isatty():
        print("\r\033[K" if done else f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def confirm(question: str, *, yes: bool) -> None:
    """Ask a person to agree. Raises CommandError when there is no terminal, or the answer is no."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise wrong_usage(f"{question} Say --yes to do it without being asked.")
    if input(f"{question} [y/N] ").strip().lower() not in ("y", "yes"):
        raise CommandError("nothing was changed")


def _tell_left_out(whole: dict[str, Any]) -> None:
    """Say so when `--limit` ended a list early: otherwise it would pass for the whole list."""
    if whole.get("next_cursor"):
        left = whole["total"] - len(whole["items"])
        note(f"{left}{'' if whole['total_is_exact'] else ' or more'} more: leave out --limit to list all")


def _token(server: str, file: Path | None) -> str | RenewedToken:
    if file is not None:
        return _of_file(file)
    if token := os.environ.get("PUC_TOKEN", "").strip():
        return _check(token, "PUC_TOKEN")
    if key := os.environ.get("PUC_CLIENT_KEY", "").strip():
        from app.cli import client_key  # here: only this way of signing in needs cryptography

        client = os.environ.get("PUC_CLIENT_ID", "").strip()
        return RenewedToken(lambda _: client_key.token(server, client, Path(key)))
    return RenewedToken(lambda refused: refreshing.token(server, refused))


def _of_file(file: Path) -> str:
    try:
        return _check(file.read_text(encoding="utf-8").strip(), str(file))
    except (OSError, UnicodeDecodeError) as error:
        raise wrong_usage(f"the token file {file} cannot be read") from error


def _check(token: str, source: str) -> str:
    if not token.isascii() or not token.isprintable() or " " in token or not token:
        raise wrong_usage(f"{source} holds no token")
    return token
