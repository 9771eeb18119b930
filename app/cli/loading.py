"""Sends the results of an audit run to the center, in parts that fit into a request; started again, it goes on."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from app.cli.center import Center, progress
from app.cli.ending import CommandError, wrong_usage

if TYPE_CHECKING:
    from app.findings.result_lines import Kind

PATH = "/api/v1/audit/runs"
_PART_BYTES = 200_000
_PART_LINES = 2_000
_TOLD = ("v", "run", "center", "epoch", "revision", "from", "until", "generated")
KINDS: "tuple[Kind, ...]" = (
    "usage_daily", "grant_status", "findings", "suggestions", "backtest", "creep", "denials",
)  # fmt: skip
"""Written out: what knows them takes longer to import than most commands take to run."""


class Target(Protocol):
    """Where a run is loaded: a center through its API, or the database of this machine."""

    def begin(self, about: dict[str, Any]) -> dict[str, Any]:
        """Begin, or find what was begun."""

    def send(self, run: str, kind: "Kind", number: int, content: bytes) -> None:
        """Some lines of one kind. Raises CommandError."""

    def complete(self, run: str, counts: "dict[Kind, int]") -> dict[str, Any]:
        """Show the results."""


class Api:
    """Through the API of a center."""

    def __init__(self, at: Center) -> None:
        self._at = at

    def begin(self, about: dict[str, Any]) -> dict[str, Any]:
        """Begin, or find what was begun."""
        found: dict[str, Any] = self._at.ask("POST", PATH, json=about).json()
        return found

    def send(self, run: str, kind: "Kind", number: int, content: bytes) -> None:
        """Some lines of one kind. Raises CommandError."""
        headers = {"Content-Type": "application/x-ndjson"}
        self._at.ask("PUT", f"{PATH}/{run}/parts/{kind}/{number}", headers=headers, content=content)

    def complete(self, run: str, counts: "dict[Kind, int]") -> dict[str, Any]:
        """Show the results."""
        found: dict[str, Any] = self._at.ask("POST", f"{PATH}/{run}/complete", json={"lines": counts}).json()
        return found


def load(target: Target, directory: Path) -> dict[str, Any]:
    """Load the run in `directory`; answers it as the center has it now. A run that is complete is left as it is."""
    publish = _publish(directory)
    begun = target.begin(_about(publish / "run.json"))
    if begun["state"] != "loading":
        return begun
    counts = {kind: _send(target, begun["run"], kind, _lines_of(publish, kind)) for kind in KINDS}
    return target.complete(begun["run"], counts)


def _publish(directory: Path) -> Path:
    """`publish` of a run: the directory itself, one that holds it, or the audit's directory with its pointer."""
    pointer = directory / "current.json"
    if pointer.is_file():
        return directory / str(_read(pointer).get("path", "")) / "publish"
    inner = directory / "publish"
    return inner if inner.is_dir() else directory


def _about(file: Path) -> dict[str, Any]:
    run = _read(file)
    summary = {name: value for name, value in run.items() if name not in _TOLD}
    return {**{name: run[name] for name in _TOLD if name in run}, "summary": summary}


def _read(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise wrong_usage(f"{file} cannot be read: is this what `usercenter-audit run --out` wrote?") from error
    if not isinstance(found, dict):
        raise wrong_usage(f"{file} is no JSON object")
    return found


def _lines_of(publish: Path, kind: "Kind") -> Path:
    """Packed, or as audits before 0.2 left them."""
    packed = publish / f"{kind}.jsonl.gz"
    return packed if packed.exists() else publish / f"{kind}.jsonl"


def _send(target: Target, run: str, kind: "Kind", file: Path) -> int:
    """Send one file; a kind without a file has no lines."""
    if not file.exists():
        return 0
    sent = 0
    for number, part in enumerate(_parts(file), 1):
        try:
            target.send(run, kind, number, b"".join(part))
        except CommandError as refused:
            raise CommandError(f"{file}, from line {sent + 1} on: {refused}", refused.status) from refused
        sent += len(part)
        progress(f"{kind}: {sent} lines", done=False)
    progress(kind, done=True)
    return sent


def _parts(file: Path) -> Iterator[list[bytes]]:
    part: list[bytes] = []
    size = 0
    with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as lines:
        for line in lines:
            if part and (size + len(line) > _PART_BYTES or len(part) == _PART_LINES):
                yield part
                part, size = [], 0
            part.append(line)
            size += len(line)
    if part:
        yield part
