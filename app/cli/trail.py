"""`usercenter trail`: the audit log and its verification."""

import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli import resources, trail_verification
from app.cli.center import Center
from app.cli.command import Group, Limit, Query, ToFile
from app.cli.exit_status import CommandError
from app.cli.output import Columns, Form, fields, moment

trail = Group("trail", "The append-only record of every change.")
PATH = "/api/v1/trail"
COLUMNS: Columns = {
    "revision": "revision",
    "time": moment("time"),
    **fields("actor", "action"),
    "what": "key",
    "address": "address",
}
Revision = Annotated[int, typer.Argument(min=1, help="Revision.")]


@trail.remote("list", example="--actor alice --newest --limit 20")
def list_trail(
    at: Center,
    q: Query = None,
    on: Annotated[str | None, typer.Option("--on", help=f"Only there and below. {resources.HELP}")] = None,
    after: Annotated[int | None, typer.Option(min=0, help="Only later revisions.")] = None,
    actor: Annotated[str | None, typer.Option(help="Who did it.")] = None,
    entity: Annotated[str | None, typer.Option(help="user, grant, topic, …")] = None,
    key: Annotated[str | None, typer.Option(help="Name or number of what was changed.")] = None,
    newest: Annotated[bool, typer.Option(help="Newest first.")] = False,
    limit: Limit = None,
) -> None:
    """Changes, oldest first. Without `--on`, for administrators of the center."""
    query = {"after": after, "actor": actor, "entity": entity, "key": key, "sort": "-id" if newest else None}
    if on is not None:
        place = resources.parse(on)
        query |= {"res_type": place.number, "res_id": place.id_at(at)}
    at.listing(PATH, COLUMNS, limit, q=q, **query)


@trail.remote("show", example="42")
def show(at: Center, revision: Revision) -> None:
    """Everything that was changed together at one revision, with before and after."""
    entries: list[dict[str, Any]] = []
    for page in at.pages(PATH, after=revision - 1):
        entries.extend(entry for entry in page["items"] if entry["revision"] == revision)
        if not page["items"] or page["items"][-1]["revision"] > revision:
            break
    if not entries:
        raise CommandError(f"nothing was recorded at revision {revision} (not_found)")
    at.tell({"items": entries}, (line for entry in entries for line in _entry_lines(entry)))


@trail.remote("export", example="-o trail.jsonl")
def export(at: Center, file: ToFile = None) -> None:
    """Every entry with its hashes as JSON lines, for `verify --file` and for archives."""
    _save(at, file, "export")


@trail.remote("state", example="--revision 42")
def state(
    at: Center, revision: Annotated[int, typer.Option(min=1, help="As of this revision.")], file: ToFile = None
) -> None:
    """The whole state as of a past revision, without secrets, as JSON lines."""
    _save(at, file, "state", revision=revision)


@trail.remote("head")
def head_of_trail(at: Center) -> None:
    """The newest revision and its hash: keep it where nobody of the database can write."""
    found = at.get(f"{PATH}/head")
    at.tell(found, [f"{found['revision']}:{found['hash']}"])


trail.remote("verify", example="--known 42:9f86d081884c7d65…")(trail_verification.verify)


def _entry_lines(entry: dict[str, Any]) -> Iterator[str]:
    origin = ", ".join(str(entry[field]) for field in ("credential", "address", "request_id") if entry.get(field))
    yield f"{moment('time')(entry)}  {entry['actor']}  {entry['action']}  {entry['key']}  {origin}".rstrip()
    for side in ("before", "after"):
        if entry[side] is not None:
            yield f"  {side}  {json.dumps(entry[side], ensure_ascii=False)}"


def _save(at: Center, file: Path | None, what: str, **query: int) -> None:
    at.writes(Form.JSON)
    target = nullcontext(sys.stdout.buffer) if file is None else file.open("wb")
    with at.stream(f"{PATH}/{what}", **query) as answer, target as out:
        for part in answer.iter_bytes():
            out.write(part)
