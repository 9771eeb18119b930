"""Files below a directory of this machine."""

import gzip
import hashlib
import zlib
from pathlib import Path
from typing import BinaryIO, cast

from spark_audit.sources.errors import SourceError
from spark_audit.sources.files.entry import Entry, wanted

_PIECE = 1 << 20


class LocalFiles:
    """Files below a path that driver and executors share."""

    def __init__(self, directory: str) -> None:
        """Nothing is looked at yet."""
        self._root = Path(directory)

    def list(self, include_open: bool) -> list[Entry]:
        """Finished files, by name. Raises SourceError when there is no such directory."""
        if not self._root.is_dir():
            raise SourceError(f"{self._root} is not a directory")
        found = (path for path in self._root.rglob("*.jsonl*") if wanted(path.name, include_open) and path.is_file())
        return sorted((self._entry(path) for path in found), key=lambda entry: entry.name)

    def sha256(self, file: Entry) -> str:
        """Of all its bytes."""
        with Path(file.path).open("rb") as content:
            return hashlib.file_digest(content, "sha256").hexdigest()

    def begins_with(self, file: Entry, length: int, sha256: str) -> bool:
        """Whether its first `length` bytes, decompressed, are the content with that hash."""
        total, left = hashlib.sha256(), length
        try:
            with self._text(file) as content:
                while left and (piece := content.read(min(left, _PIECE))):
                    total.update(piece)
                    left -= len(piece)
        except (EOFError, OSError, zlib.error):
            return False
        return not left and total.hexdigest() == sha256

    def text_bytes(self, file: Entry) -> int:
        """How long its text is."""
        if not file.compressed or file.bytes < 4:
            return file.bytes
        with Path(file.path).open("rb") as content:
            content.seek(-4, 2)
            return int.from_bytes(content.read(4), "little")

    def whole(self, file: Entry) -> bool:
        """Whether a compressed file can be read to its end."""
        try:
            with self._text(file) as content:
                while content.read(_PIECE):
                    pass
        except (EOFError, OSError, zlib.error):
            return False
        return True

    def _text(self, file: Entry) -> BinaryIO:
        return cast(BinaryIO, gzip.open(file.path, "rb")) if file.compressed else Path(file.path).open("rb")

    def _entry(self, path: Path) -> Entry:
        about = path.stat()
        name, uri = str(path.relative_to(self._root)), f"file:{path.absolute()}"
        return Entry(name, str(path), uri, about.st_size, about.st_mtime_ns // 1_000_000)
