"""`usercenter trail verify`: verifies the hash chain of an export, line by line (`app.audit.trail.chain`)."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from app.audit.trail.chain import ChainProblem, TrailHead, Verifier
from app.cli.center import Center, note, progress, say
from app.cli.exit_status import CommandError, Status, wrong_usage
from app.cli.output import Form

_SHOWN = 20
_EVERY = 5_000


def verify(
    at: Center,
    known: Annotated[list[str] | None, typer.Option(help="REVISION:HASH kept elsewhere; may be given often.")] = None,
    file: Annotated[Path | None, typer.Option(help="A saved export instead of the center's own.")] = None,
) -> None:
    """Check the chain of hashes over the whole trail. Status 5 when something was changed, removed or added.

    Who can write to the database can rewrite the whole chain: keep the head that is printed somewhere else, and name
    it with --known the next time.
    """
    verifier = Verifier([_head(text) for text in known or []])
    lines: Any = file.open("rb") if file else at.stream("/api/v1/trail/export")
    with lines as source:
        head = None if file else _head(source.headers["X-Trail-Head"])
        problems, last = _feed(verifier, _lines(source if file else source.iter_bytes()))
    if last is None:
        raise CommandError(f"{file or 'the answer'} is empty: every trail has an entry")
    problems.extend(verifier.finish(head))
    end = f"{last['revision']}:{last['hash']}"
    _conclude(at, verifier.entries, end, problems)


def _feed(verifier: Verifier, lines: Iterable[dict[str, Any]]) -> tuple[list[ChainProblem], dict[str, Any] | None]:
    problems: list[ChainProblem] = []
    last = None
    for last in lines:
        try:
            problems.extend(verifier.feed(last))
        except (KeyError, TypeError, ValueError) as error:
            raise CommandError(f"entry {verifier.entries} is no entry of a trail") from error
        if verifier.entries % _EVERY == 0:
            progress(f"{verifier.entries} entries", done=False)
    progress("", done=True)
    return problems, last


def _conclude(at: Center, entries: int, end: str, problems: list[ChainProblem]) -> None:
    if at.form is not Form.TABLE:
        listed = [{"kind": problem.kind, "entry": problem.entry, "sentence": problem.sentence} for problem in problems]
        at.show({"entries": entries, "head": end, "problems": listed}, {})
    if problems:
        for problem in problems[:_SHOWN]:
            note(problem.sentence)
        raise CommandError(f"THE TRAIL IS BROKEN: {len(problems)} problems in {entries} entries", Status.BROKEN_TRAIL)
    if at.form is Form.TABLE:
        say(f"The trail is intact: {entries} entries, head {end}")


def _lines(parts: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """The lines of JSON lines, which end with LF only: other line ends may be part of a string."""
    rest = b""
    for part in parts:
        *whole, rest = (rest + part).split(b"\n")
        yield from (_entry(line) for line in whole)
    if rest:
        yield _entry(rest)


def _entry(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError as error:
        raise CommandError("the export has a line that is not JSON: was it cut?") from error
    if not isinstance(found, dict):
        raise CommandError("the export has a line that is no entry")
    return found


def _head(text: str) -> TrailHead:
    try:
        return TrailHead.parse(text)
    except ValueError as error:
        raise wrong_usage(f"{text!r}: {error}") from error
