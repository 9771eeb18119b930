"""Files for programs, as gzip. The same text gives the same bytes. Results of older versions have plain text."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import IO, TextIO, cast

ENDING = ".gz"
_LEVEL = 6
"""The default of the gzip program. Python's default of 9 takes three times as long and saves 1 % of the size."""


def found(file: Path) -> Path:
    """The packed form of `file` if it exists, else `file`."""
    packed = file.with_name(file.name + ENDING)
    return packed if packed.exists() else file


def read(file: Path) -> bytes:
    """The content of a file, unpacked if its name ends in `.gz`."""
    return gzip.decompress(file.read_bytes()) if file.suffix == ENDING else file.read_bytes()


def write(file: Path, text: bytes) -> None:
    """Write the text, packed if the name ends in `.gz`."""
    file.write_bytes(gzip.compress(text, _LEVEL, mtime=0) if file.suffix == ENDING else text)


def lines(file: Path) -> TextIO:
    """Open for reading line by line, as UTF-8; only `\\n` ends a line."""
    if file.suffix != ENDING:
        return file.open(encoding="utf-8", newline="\n")
    return TextIOWrapper(cast("IO[bytes]", gzip.GzipFile(file)), encoding="utf-8", newline="\n")


@contextmanager
def open_to_write(file: Path) -> Iterator[TextIO]:
    """Open for writing ASCII, packed, without time and name in the header, so that the bytes are always the same."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with (
        file.open("wb") as raw,
        gzip.GzipFile("", "wb", _LEVEL, raw, mtime=0) as packed,
        TextIOWrapper(cast("IO[bytes]", packed), encoding="ascii", newline="") as text,
    ):
        yield text
