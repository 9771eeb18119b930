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
    """A fresh directory for drafts in `out`, for one run at a time; the drafts of a killed run are removed.

    Raises Busy while another process has it.
    """
    out.mkdir(parents=True, exist_ok=True)
    with (out / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Busy(f"another run is writing into {out}") from error
        shutil.rmtree(out / _ASIDE, ignore_errors=True)
        # A random name, because executors of a killed run may still be writing into its directory.
        aside = out / _ASIDE / secrets.token_hex(4)
        aside.mkdir(parents=True)
        try:
            yield aside
        finally:
            shutil.rmtree(out / _ASIDE, ignore_errors=True)


def move(source: Path, target: Path) -> None:
    """Put a finished file or directory in its place, atomically; both must be on one file system."""
    target.parent.mkdir(parents=True, exist_ok=True)
    source.replace(target)


def sync(file: Path) -> None:
    """Force the file to the disk, so that after a power cut it is not empty although something refers to it."""
    with file.open("rb") as content:
        os.fsync(content.fileno())


def write_text(aside: Path, target: Path, text: str, encoding: str = "utf-8") -> None:
    """Write `text` to a draft in `aside`, force it to the disk, and move it to `target`."""
    draft = aside / "draft"
    with draft.open("w", encoding=encoding, errors="backslashreplace", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    move(draft, target)
