"""Lists the event files, and finds those whose content was not read before."""

import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from spark_audit.sources.files import Entry, Files

SEEN = ".files.json"
"""The name of the cache in the directory of the audit."""
_GZIP_GROWS = 7
"""The text of a compressed event file is about so many times larger than the file."""


@dataclass(frozen=True)
class HashedFile:
    """A file and the hash of its content."""

    entry: Entry
    sha256: str


class HashCache:
    """A cache of hashes by path, size and time of a file, so that old files are not hashed again every night."""

    def __init__(self, cache: Path) -> None:
        """With the hashes of an earlier run; empty if the cache is missing or damaged."""
        self._cache = cache
        try:
            self._kept: dict[str, list[int | str]] = json.loads(cache.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            self._kept = {}

    def has(self, entry: Entry) -> bool:
        """Whether the file has the size and time noted for it."""
        return self._kept.get(entry.path, [])[:2] == [entry.bytes, entry.modified]

    def hashed(self, files: Files, entries: Iterable[Entry]) -> list[HashedFile]:
        """The entries with their hashes; four files are read at a time."""
        with ThreadPoolExecutor(4) as pool:
            return list(pool.map(lambda entry: self._hash(files, entry), entries))

    def write(self, found: Iterable[HashedFile]) -> None:
        """Note these and forget all others."""
        kept = {file.entry.path: [file.entry.bytes, file.entry.modified, file.sha256] for file in found}
        self._cache.write_text(json.dumps(kept), encoding="utf-8")

    def _hash(self, files: Files, entry: Entry) -> HashedFile:
        return HashedFile(entry, str(self._kept[entry.path][2]) if self.has(entry) else files.sha256(entry))


def new(found: Iterable[HashedFile], known: Callable[[str], bool]) -> list[HashedFile]:
    """Files with a content that is not `known` by its sha256. Each content once, the oldest file first."""
    first: dict[str, HashedFile] = {}
    for file in found:
        if not known(file.sha256):
            first.setdefault(file.sha256, file)
    return sorted(first.values(), key=lambda file: (file.entry.started, file.entry.name))


def text_bytes(entry: Entry) -> int:
    """Estimated bytes of text in a file."""
    return entry.bytes * (_GZIP_GROWS if entry.compressed else 1)


def batches(found: Iterable[HashedFile], most: int) -> Iterator[list[HashedFile]]:
    """Groups of files, in order, each with about `most` bytes of text; one pass reads one group."""
    batch: list[HashedFile] = []
    size = 0
    for file in found:
        length = text_bytes(file.entry)
        if batch and size + length > most:
            yield batch
            batch, size = [], 0
        batch.append(file)
        size += length
    if batch:
        yield batch
