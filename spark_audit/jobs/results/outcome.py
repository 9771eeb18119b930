"""The results of runs: directories that do not change, and `current.json`, which names the one to read."""

import hashlib
import json
from datetime import date
from pathlib import Path

from spark_audit.jobs.run_order import Run
from spark_audit.store import staging
from spark_audit.store.staging import move, write_text

POINTER = "current.json"


def put(out: Path, aside: Path, run: Run) -> Path:
    """Put the files of `run` in place, then let the pointer name them; returns the directory."""
    place = Path("results") / move_into(out / "results", run.results, run.id)
    pointer = {"run": run.id, "path": str(place), "from": str(run.window.since), "until": str(run.window.until)}
    write_text(aside, out / POINTER, json.dumps(pointer) + "\n")
    return out / place


def move_into(results: Path, made: Path, name: str) -> str:
    """Move the directory `made` into `results`; returns its name there, which is `name` if possible.

    A directory with this name and the same bytes is kept. If it has other bytes (damaged, or made by another version of
    this program), the new one is put beside it. So the pointer always names a whole directory.
    """
    if (results / name).exists() and _digest(results / name) != _digest(made):
        name = f"{name}-{_digest(made)[:8]}"
    if not (results / name).exists():
        sync(made)
        move(made, results / name)
    return name


def current(out: Path) -> Path | None:
    """The directory that the pointer names; None before the first run has completed."""
    pointer = out / POINTER
    return out / str(json.loads(pointer.read_text(encoding="utf-8"))["path"]) if pointer.exists() else None


def last_judged(out: Path) -> date | None:
    """The last date of the newest results; None before the first run has completed."""
    pointer = out / POINTER
    if not pointer.exists():
        return None
    return date.fromisoformat(json.loads(pointer.read_text(encoding="utf-8"))["until"])


def _files(directory: Path) -> list[Path]:
    return sorted(path for path in directory.rglob("*") if path.is_file())


def _digest(directory: Path) -> str:
    total = hashlib.sha256()
    for path in _files(directory):
        total.update(f"{path.relative_to(directory)}\n{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()


def sync(directory: Path) -> None:
    """Force all files to the disk before the pointer is written, so that a power cut leaves no empty files."""
    for path in _files(directory):
        staging.sync(path)
