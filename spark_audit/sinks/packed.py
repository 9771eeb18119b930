"""Long texts as gzip: what programs read. The same text gives the same bytes; older results have them as plain text."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import IO, TextIO, cast

ENDING = ".gz"
_LEVEL = 6
"""gzip's own default: Python's 9 takes thrice the time for a hundredth of the size."""


def found(file: Path) -> Path:
    """The packed form of `file` when it is there, else `file`."""
    packed = file.with_name(file.name + ENDING)
    return packed if packed.exists() else file


def read(file: Path) -> bytes:
    """The text of a file, unpacked when its name says that it is packed."""
    return gzip.decompress(file.read_bytes()) if file.suffix == ENDING else file.read_bytes()


def write(file: Path, text: bytes) -> None:
    """Write the text, packed when the name says so."""
    file.write_bytes(gzip.compress(text, _LEVEL, mtime=0) if file.suffix == ENDING else text)


def lines(file: Path) -> TextIO:
    """For reading line by line, UTF-8; only `\\n` ends a line."""
    if file.suffix != ENDING:
        return file.open(encoding="utf-8", newline="\n")
    return TextIOWrapper(cast("IO[bytes]", gzip.GzipFile(file)), encoding="utf-8", newline="\n")


@contextmanager
def open_to_write(file: Path) -> Iterator[TextIO]:
    """For writing ASCII line by line, packed; neither a time nor a name is in the file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with (
        file.open("wb") as raw,
        gzip.GzipFile("", "wb", _LEVEL, raw, mtime=0) as packed,
        TextIOWrapper(cast("IO[bytes]", packed), encoding="ascii", newline="") as text,
    ):
        yield text
