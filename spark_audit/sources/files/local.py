"""Files below a directory of this machine."""

import gzip
import hashlib
import os
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from spark_audit.sources.errors import SourceError
from spark_audit.sources.files.entry import Entry, is_wanted

_PIECE = 1 << 20
_NOBODYS = "lost+found"
"""A directory at the root of a disk that only its administrator can read; it holds no event files."""


class LocalFiles:
    """Files below a path that driver and executors share."""

    def __init__(self, directory: str, called: re.Pattern[str] | None = None) -> None:
        """`called`: names of the files to list; by default those of event files. Nothing is read yet."""
        self._root, self._called = Path(directory), called

    def list(self, include_open: bool) -> list[Entry]:
        """See `Files`. Raises SourceError if there is no such directory, and OSError if some directory below cannot be
        listed: to skip it would lose its files silently."""
        if not self._root.is_dir():
            raise SourceError(f"{self._root} is not a directory")
        root = _absolute(self._root)
        found = (path for path in _below(str(root), frozenset()) if self._wanted(path.name, include_open))
        return sorted((_entry(path, root) for path in found), key=lambda entry: entry.name)

    def sha256(self, file: Entry) -> str:
        """See `Files`."""
        with Path(file.path).open("rb") as content:
            return _hash(content, file.bytes)[0]

    def begins_with(self, file: Entry, length: int, sha256: str) -> bool:
        """See `Files`."""
        try:
            with self.text(file) as content:
                return _hash(content, length) == (sha256, length)
        except (EOFError, OSError, zlib.error):
            return False

    def text_bytes(self, file: Entry) -> int:
        """See `Files`."""
        if not file.compressed or file.bytes < 4:
            return file.bytes
        with Path(file.path).open("rb") as content:
            content.seek(-4, 2)
            return int.from_bytes(content.read(4), "little")

    def unpacked(self, file: Entry) -> int | None:
        """See `Files`."""
        try:
            with self.text(file) as content:
                return sum(len(piece) for piece in iter(lambda: content.read(_PIECE), b""))
        except (EOFError, OSError, zlib.error):
            return None

    def _wanted(self, name: str, include_open: bool) -> bool:
        return bool(self._called.search(name)) if self._called else is_wanted(name, include_open)

    @staticmethod
    def text(file: Entry) -> BinaryIO:
        """The content, unpacked while it is read."""
        return cast(BinaryIO, gzip.open(file.path, "rb")) if file.compressed else Path(file.path).open("rb")


def _absolute(directory: Path) -> Path:
    """The path without `..`, removed textually, as Spark does; resolved if links make that another directory."""
    plain = Path(os.path.normpath(directory.absolute()))
    return plain if plain.is_dir() and plain.samefile(directory) else directory.resolve()


def _below(directory: str, above: frozenset[str]) -> Iterator[Path]:
    """All files below, also through links. A link to a directory above is not followed, so this ends."""
    real = os.path.realpath(directory)
    if real in above:
        return
    with os.scandir(directory) as found:
        entries = list(found)
    for entry in entries:
        if entry.is_dir() and entry.name != _NOBODYS:
            yield from _below(entry.path, above | {real})
        elif entry.is_file():
            yield Path(entry.path)


def _entry(path: Path, root: Path) -> Entry:
    about = path.stat()
    return Entry(str(path.relative_to(root)), str(path), f"file:{path}", about.st_size, about.st_mtime_ns // 1_000_000)


def _hash(content: BinaryIO, length: int) -> tuple[str, int]:
    """Hash of the first `length` bytes, and how many bytes there were. More may follow: brokers go on writing."""
    total, left = hashlib.sha256(), length
    while left and (piece := content.read(min(left, _PIECE))):
        total.update(piece)
        left -= len(piece)
    return total.hexdigest(), length - left
