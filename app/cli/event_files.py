"""Access event files of brokers: which there are, and what stands in them. Layout: docs/audit.md."""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app.cli.ending import wrong_usage

_FINISHED = ("*.jsonl", "*.jsonl.gz")
_OPEN = ".open"
LONGEST: Final = 64 * 1024
"""Bytes of a line that are read; brokers write about 350."""
_Moment = Annotated[int, Field(ge=0, le=253_402_300_799_999)]
"""Until the year 9999."""
_Name = Annotated[str, Field(max_length=4000)]


def finished_files(directory: Path) -> list[Path]:
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
    found = finished_files(directory)
    done = {str(path).removesuffix(".gz") for path in found}
    opened = (path for path in directory.rglob(f"*.jsonl{_OPEN}") if _is_own(path))
    begun = (path for path in opened if str(path).removesuffix(_OPEN) not in done)
    return sorted([*found, *begun])


class Event(BaseModel):
    """What of an event is read here; times are epoch ms UTC."""

    model_config = ConfigDict(strict=True)

    dec: int = 0
    n: Annotated[int, Field(ge=1, le=2**53)] = 1
    time: _Moment = 0
    t_end: _Moment | None = None
    user: _Name = ""
    op: _Name = ""
    res: _Name = ""
    code: _Name = ""


def events(file: Path) -> Iterator[Event | None]:
    """The events of a file; None for each line that is none (cut by a crash, damaged, too long).

    Raises CommandError when the file cannot be read to its end.
    """
    try:
        for line in _lines(file):
            yield _event(line)
    except (OSError, EOFError, zlib.error) as error:
        raise wrong_usage(f"{file} cannot be read: {error} (event_file_unreadable)") from error


def _event(line: bytes) -> Event | None:
    try:
        return Event.model_validate_json(line)
    except ValidationError:
        return None


def _lines(file: Path) -> Iterator[bytes]:
    """No more than LONGEST bytes are in memory; of a longer line only its beginning comes."""
    if file.suffix == _OPEN and not file.exists():  # finished since it was listed
        plain = file.with_suffix("")
        file = plain if plain.exists() else plain.with_name(f"{plain.name}.gz")
    with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as lines:
        while line := lines.readline(LONGEST):
            yield line
            while len(line) == LONGEST and not line.endswith(b"\n"):
                line = lines.readline(LONGEST)
