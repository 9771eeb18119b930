"""Sends the results of an audit run to the center, in parts that fit into a request. A second start resumes."""

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from app.cli.center import Center, progress
from app.cli.exit_status import CommandError, wrong_usage

if TYPE_CHECKING:
    from app.audit.findings.result_lines import Kind

PATH = "/api/v1/audit/runs"
_PART_BYTES = 200_000
_PART_LINES = 2_000
_OWN_FIELDS = ("v", "run", "center", "epoch", "revision", "from", "until", "generated")
KINDS: "tuple[Kind, ...]" = (
    "usage_daily", "grant_status", "findings", "suggestions", "backtest", "creep", "denials", "data_uses",
)  # fmt: skip
"""Repeated here, because importing the module that defines them takes longer than most commands run."""


class RunTarget(Protocol):
    """Where a run is loaded into: a center through its API, or the database of this machine."""

    def begin(self, about: dict[str, Any]) -> dict[str, Any]:
        """Begin to load the run, or find it if that was begun before."""

    def send(self, run: str, kind: "Kind", number: int, content: bytes) -> None:
        """Send some lines of one kind. Raises CommandError."""

    def complete(self, run: str, counts: "dict[Kind, int]") -> dict[str, Any]:
        """Complete the run, so that its results are shown."""


class Api:
    """Loads through the API of a center."""

    def __init__(self, at: Center) -> None:
        self._at = at

    def begin(self, about: dict[str, Any]) -> dict[str, Any]:
        """Begin to load the run, or find it if that was begun before."""
        found: dict[str, Any] = self._at.ask("POST", PATH, json=about).json()
        return found

    def send(self, run: str, kind: "Kind", number: int, content: bytes) -> None:
        """Send some lines of one kind. Raises CommandError."""
        headers = {"Content-Type": "application/x-ndjson"}
        self._at.ask("PUT", f"{PATH}/{run}/parts/{kind}/{number}", headers=headers, content=content)

    def complete(self, run: str, counts: "dict[Kind, int]") -> dict[str, Any]:
        """Complete the run, so that its results are shown."""
        found: dict[str, Any] = self._at.ask("POST", f"{PATH}/{run}/complete", json={"lines": counts}).json()
        return found


def load(target: RunTarget, directory: Path) -> dict[str, Any]:
    """Load the run in `directory`. Returns the run as the center has it now. A complete run is not changed."""
    publish = _publish(directory)
    run = target.begin(_description(publish / "run.json"))
    if run["state"] != "loading":
        return run
    counts = {kind: _send(target, run["run"], kind, _lines_of(publish, kind)) for kind in KINDS}
    written = _read(publish / "run.json").get("lines", {})
    if wrong := [kind for kind, count in counts.items() if written.get(f"{kind}.jsonl", count) != count]:
        raise wrong_usage(
            f"{publish} does not hold the lines of {', '.join(wrong)} that run.json tells of: copy it again"
        )
    return target.complete(run["run"], counts)


def _publish(directory: Path) -> Path:
    """The directory `publish` of a run: given itself, or found below the run's directory or the audit's."""
    pointer = directory / "current.json"
    if pointer.is_file():
        return directory / str(_read(pointer).get("path", "")) / "publish"
    inner = directory / "publish"
    return inner if inner.is_dir() else directory


def _description(file: Path) -> dict[str, Any]:
    run = _read(file)
    summary = {field: value for field, value in run.items() if field not in _OWN_FIELDS}
    return {**{field: run[field] for field in _OWN_FIELDS if field in run}, "summary": summary}


def _read(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise wrong_usage(f"{file} cannot be read: is this what `usercenter-audit run --out` wrote?") from error
    if not isinstance(found, dict):
        raise wrong_usage(f"{file} is no JSON object")
    return found


def _lines_of(publish: Path, kind: "Kind") -> Path:
    """The file with the lines of a kind: compressed, or plain as from audits before 0.2."""
    packed = publish / f"{kind}.jsonl.gz"
    return packed if packed.exists() else publish / f"{kind}.jsonl"


def _send(target: RunTarget, run: str, kind: "Kind", file: Path) -> int:
    """Send one file. A kind without a file has no lines."""
    if not file.exists():
        return 0
    sent = 0
    try:
        for number, part in enumerate(_parts(file), 1):
            target.send(run, kind, number, b"".join(part))
            sent += len(part)
            progress(f"{kind}: {sent} lines", done=False)
    except CommandError as refused:
        raise CommandError(f"{file}, from line {sent + 1} on: {refused}", refused.status) from refused
    except (EOFError, zlib.error) as error:
        raise wrong_usage(f"{file} cannot be read after line {sent}: {error}") from error
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
