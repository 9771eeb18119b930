"""Access event files of brokers: which there are, and what stands in them. Layout: docs/audit.md."""

import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from app.cli.ending import wrong_usage

_FINISHED = ("*.jsonl", "*.jsonl.gz")
_OPEN = ".open"


def finished(directory: Path) -> list[Path]:
    """Files that no broker writes any more, below `directory`, sorted by path. Raises CommandError when it is none.

    No links: whoever may write there would choose which files of this user are read and shipped.
    """
    if not directory.is_dir():
        raise wrong_usage(f"{directory} is not a directory")
    return sorted(path for ending in _FINISHED for path in directory.rglob(ending) if _is_own(path))


def _is_own(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def all_files(directory: Path) -> list[Path]:
    """The finished ones, and those still being written. Raises CommandError as `finished` does."""
    found = finished(directory)
    done = {str(path).removesuffix(".gz") for path in found}
    opened = (path for path in directory.rglob(f"*.jsonl{_OPEN}") if _is_own(path))
    begun = (path for path in opened if str(path).removesuffix(_OPEN) not in done)
    return sorted([*found, *begun])


def events(file: Path) -> Iterator[dict[str, Any]]:
    """The events of a file; lines that are none (cut by a crash, damaged) are left out."""
    for line in _lines(file):
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if isinstance(event, dict):
            yield event


def _lines(file: Path) -> Iterable[bytes]:
    if file.suffix == _OPEN and not file.exists():  # finished since it was listed
        plain = file.with_suffix("")
        file = plain if plain.exists() else plain.with_name(f"{plain.name}.gz")
    with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as lines:
        yield from lines
