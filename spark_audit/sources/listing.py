"""Which event files there are, and which of them hold something that was not read before."""

import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from spark_audit.sources.files import Entry, Files

_GZIP_GROWS = 7
"""A compressed file of events has about so many times its size in text."""


@dataclass(frozen=True)
class Found:
    """A file and the hash of its content."""

    entry: Entry
    sha256: str


class Seen:
    """Hashes by name, size and time of files, so that what was read is not hashed every night. Only a cache."""

    def __init__(self, cache: Path) -> None:
        """What an earlier run wrote down, if it can be understood."""
        self._cache = cache
        try:
            self._kept: dict[str, list[int | str]] = json.loads(cache.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            self._kept = {}

    def hashed(self, files: Files, entries: Iterable[Entry]) -> list[Found]:
        """The entries with their hashes, several read at a time."""
        with ThreadPoolExecutor(4) as pool:
            return list(pool.map(lambda entry: self._one(files, entry), entries))

    def write(self, found: Iterable[Found]) -> None:
        """Note these and forget all others."""
        kept = {one.entry.name: [one.entry.bytes, one.entry.modified, one.sha256] for one in found}
        self._cache.write_text(json.dumps(kept), encoding="utf-8")

    def _one(self, files: Files, entry: Entry) -> Found:
        size, modified, sha256 = self._kept.get(entry.name, (None, None, None))
        if (size, modified) == (entry.bytes, entry.modified):
            return Found(entry, str(sha256))
        return Found(entry, files.sha256(entry))


def new(found: Iterable[Found], known: Callable[[str], bool]) -> list[Found]:
    """Those whose content is not `known` (by its sha256), each content once, the oldest first."""
    first: dict[str, Found] = {}
    for one in found:
        if not known(one.sha256):
            first.setdefault(one.sha256, one)
    return sorted(first.values(), key=lambda one: (one.entry.begun, one.entry.name))


def batches(found: Iterable[Found], text_bytes: int) -> Iterator[list[Found]]:
    """Files in their order, together about `text_bytes` long: what one pass reads."""
    batch: list[Found] = []
    size = 0
    for one in found:
        length = one.entry.bytes * (_GZIP_GROWS if one.entry.compressed else 1)
        if batch and size + length > text_bytes:
            yield batch
            batch, size = [], 0
        batch.append(one)
        size += length
    if batch:
        yield batch
