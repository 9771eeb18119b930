"""Finds and reads brokers' access event files. Layout: docs/audit.md."""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app.cli.exit_status import wrong_usage

_FINISHED = ("*.jsonl", "*.jsonl.gz")
_OPEN = ".open"
LONGEST: Final = 64 * 1024
"""Bytes that are read of a line; brokers write about 350."""
_Moment = Annotated[int, Field(ge=0, le=253_402_300_799_999)]
"""Until the year 9999."""
_Name = Annotated[str, Field(max_length=4000)]


def finished_files(directory: Path) -> list[Path]:
    """Files below `directory` that no broker writes any more, sorted by path. Raises CommandError when it is no
    directory.

    Links are skipped: otherwise whoever can write there could choose which of this user's files are read and shipped.
    """
    if not directory.is_dir():
        raise wrong_usage(f"{directory} is not a directory")
    return sorted(path for ending in _FINISHED for path in directory.rglob(ending) if _is_own(path))


def _is_own(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def all_files(directory: Path) -> list[Path]:
    """Finished files, and those that are still being written. Raises CommandError like `finished_files`."""
    found = finished_files(directory)
    done = {str(path).removesuffix(".gz") for path in found}
    opened = (path for path in directory.rglob(f"*.jsonl{_OPEN}") if _is_own(path))
    unfinished = (path for path in opened if str(path).removesuffix(_OPEN) not in done)
    return sorted([*found, *unfinished])


class Event(BaseModel):
    """The fields of an event that are needed here; times are epoch ms UTC."""

    model_config = ConfigDict(strict=True)

    dec: int
    n: Annotated[int, Field(ge=1, le=2**53)] = 1
    time: _Moment = 0
    t_end: _Moment | None = None
    user: _Name = ""
    op: _Name = ""
    res: _Name = ""
    code: _Name = ""


def events(file: Path) -> Iterator[Event | None]:
    """The events of a file; None for each line that is not an event (cut by a crash, damaged, too long).

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
    """The lines of a file, at most LONGEST bytes in memory; of a longer line only its beginning."""
    if file.suffix == _OPEN and not file.exists():  # it was finished, and so renamed, since it was listed
        plain = file.with_suffix("")
        file = plain if plain.exists() else plain.with_name(f"{plain.name}.gz")
    with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as lines:
        while line := lines.readline(LONGEST):
            yield line
            while len(line) == LONGEST and not line.endswith(b"\n"):
                line = lines.readline(LONGEST)
