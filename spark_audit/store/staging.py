"""Write aside, then move: a reader sees the old file or the new one, never half of one.

No library: atomicwrites is archived, and filelock would stand for four lines.
"""

import fcntl
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_ASIDE = ".aside"


class Busy(Exception):
    """Another run writes into the same directory."""


@contextmanager
def workplace(out: Path) -> Iterator[Path]:
    """A fresh directory beside the results of `out`, for one run at a time; what a killed run left is removed.

    Raises Busy while another process is inside.
    """
    out.mkdir(parents=True, exist_ok=True)
    with (out / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Busy(f"another run is writing into {out}") from error
        shutil.rmtree(out / _ASIDE, ignore_errors=True)
        # A name of its own: what a killed run's executors still write must not come into this run's way.
        aside = out / _ASIDE / secrets.token_hex(4)
        aside.mkdir(parents=True)
        try:
            yield aside
        finally:
            shutil.rmtree(out / _ASIDE, ignore_errors=True)


def move(source: Path, target: Path) -> None:
    """Put a finished file in its place, atomically; both must be on one file system."""
    target.parent.mkdir(parents=True, exist_ok=True)
    source.replace(target)


def sync(file: Path) -> None:
    """On the disk, so that a power cut leaves no empty file where something speaks of it."""
    with file.open("rb") as content:
        os.fsync(content.fileno())


def write_text(aside: Path, target: Path, text: str, encoding: str = "utf-8") -> None:
    """Write `text` aside, on the disk, and move it to `target`."""
    draft = aside / "draft"
    with draft.open("w", encoding=encoding, errors="backslashreplace", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    move(draft, target)
