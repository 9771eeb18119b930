"""`export`, `plan`, `apply`: policy as code (docs/policy.md)."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.center import Center, confirm, note, say
from app.cli.command import Group, Tenant, ToFile, Yes
from app.cli.exit_status import CommandError, Status, wrong_usage
from app.cli.output import Form, printable

commands = Group()
File = Annotated[Path, typer.Argument(help="The policy file; - reads standard input.")]
Prune = Annotated[
    list[str] | None,
    typer.Option(
        "--prune",
        help="Delete what the file does not name: users, groups, roles, resources, grants (several by commas).",
    ),
]
PATH = "/api/v1/policy"


@commands.remote("export", example="--tenant acme -o acme.yaml")
def export(at: Center, tenant: Tenant = None, file: ToFile = None) -> None:
    """Users, groups, roles, resources and grants as a YAML file without secrets."""
    at.writes(Form.YAML)
    content = at.ask("GET", PATH, params={"tenant": tenant} if tenant else {}).content
    if file is None:
        sys.stdout.buffer.write(content)  # UTF-8, whatever the terminal shows: `plan` reads it
        return
    file.write_bytes(content)


@commands.remote("plan", example="acme.yaml --tenant acme --check")
def plan(
    at: Center,
    file: File,
    tenant: Tenant = None,
    prune: Prune = None,
    check: Annotated[bool, typer.Option(help="End with status 4 when something would change.")] = False,
) -> None:
    """What applying the file would change, in words. Nothing is changed."""
    found = _post(at, "plan", _content(file), _query(tenant, prune))
    _show(at, found)
    if check and found["changes"]:
        raise CommandError(f"{len(found['changes'])} changes", Status.CHANGES)


@commands.remote("apply", example="acme.yaml --tenant acme --prune grants --yes", dry_run=True, wait=True)
def apply(
    at: Center,
    file: File,
    tenant: Tenant = None,
    prune: Prune = None,
    yes: Yes = False,
    confirm_deletions: Annotated[
        int | None,
        typer.Option(min=0, help="With --yes: how many tenants, namespaces and topics go with their data."),
    ] = None,
) -> None:
    """Show the plan, ask, then make all its changes as one revision, or none; many changes in several parts."""
    text, query = _content(file), _query(tenant, prune)
    planned = _post(at, "plan", text, query)
    if not planned["changes"]:
        _show(at, planned)
        return
    going = planned["deletes_resources"]
    if not (yes or at.dry_run):
        _show(at, planned)
        parts = " They are made in several parts." if planned.get("remaining") else ""
        confirm(f"Make these {len(planned['changes'])} changes?{parts}{_warning(going)}", yes=False)
    elif going and confirm_deletions != len(going) and not at.dry_run:
        raise wrong_usage(f"{_warning(going).strip()}\nSay --confirm-deletions {len(going)} with --yes.")
    query |= {"revision": str(planned["revision"]), "confirm_deletions": str(len(going))}
    for made in _parts(at, text, query, len(planned["changes"])):
        if yes or at.dry_run or at.form is not Form.TABLE:
            _show(at, made)


def _parts(at: Center, text: bytes, query: dict[str, str], whole: int) -> Iterator[dict[str, Any]]:
    """Apply a file in one or more parts. Each part must start at the revision that the part before has left: a change
    by somebody else in between ends the apply."""
    headers, params, done = {"Content-Type": "application/yaml"}, {**query, "in_parts": "true"}, 0
    while True:
        answer = at.change("POST", f"{PATH}/apply", params=params, headers=headers, content=text)
        made: dict[str, Any] = answer.json()
        yield made
        done += len(made["changes"])
        if not made.get("remaining"):
            return
        if at.dry_run:
            note(f"the first {done} of {whole} changes were checked: they are made in parts")
            return
        note(f"{done} of {whole} changes are made")
        left = int(params["confirm_deletions"]) - len(made["deletes_resources"])
        params |= {"revision": str(made["revision"]), "confirm_deletions": str(left)}


def _show(at: Center, found: dict[str, Any]) -> None:
    if at.form is not Form.TABLE:
        at.show(found, {})
        return
    signs = {"create": "+", "change": "~", "delete": "-"}
    for change in found["changes"]:
        say(printable(f"{signs[change['action']]} {change['sentence']}"))
    for reason in found["kept"]:
        note(printable(f"kept: {reason}"))
    counts = ", ".join(f"{found[action]} to {action}" for action in signs)
    say(f"{counts} (revision {found['revision']})" if found["changes"] else "Nothing to change.")


def _warning(going: list[str]) -> str:
    if not going:
        return ""
    shown = "\n".join(f"  {name}" for name in going[:20])
    return f"\nThese go with their data:\n{shown}{' …' if len(going) > 20 else ''}\n"


def _post(at: Center, what: str, text: bytes, query: dict[str, str]) -> dict[str, Any]:
    headers = {"Content-Type": "application/yaml"}
    found: dict[str, Any] = at.ask("POST", f"{PATH}/{what}", params=query, headers=headers, content=text).json()
    return found


def _query(tenant: str | None, prune: list[str] | None) -> dict[str, str]:
    found = {"tenant": tenant} if tenant else {}
    return found | ({"prune": ",".join(prune)} if prune else {})


def _content(file: Path) -> bytes:
    content = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    if not content.strip():
        raise wrong_usage(f"{file} is empty: a policy file begins with `version: 1`")
    return content
