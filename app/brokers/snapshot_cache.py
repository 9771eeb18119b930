"""The last snapshot of each cluster as compressed bytes, built once per revision however many brokers ask.

The snapshot is compressed while it is read, so a million grants need only the memory of their compressed bytes. Builds
run one after the other in their own threads, so brokers that wait for one hold no thread of the service.
"""

import asyncio
import threading
import zlib
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from app.audit.trail import epochs
from app.audit.trail.epochs import StateVersion
from app.platform.database import Database
from app.rights import snapshots

_GZIP = 31
"""zlib's value for a gzip header and checksum."""
_LEVEL = 2
_PIECE = 1 << 16


@dataclass(frozen=True, slots=True)
class SnapshotBytes:
    """One snapshot, compressed."""

    state: StateVersion
    gzipped: bytes

    @property
    def tag(self) -> str:
        """The ETag of its content."""
        return tag(self.state)

    async def pieces(self) -> AsyncIterator[bytes]:
        """The compressed bytes in pieces: a slow reader costs the memory of one piece, not of a copy."""
        for piece in self._cut():
            yield piece

    def _cut(self) -> Iterator[bytes]:
        return (self.gzipped[start : start + _PIECE] for start in range(0, len(self.gzipped), _PIECE))

    def plain(self) -> Iterator[bytes]:
        """The uncompressed JSON in pieces."""
        unpacked = zlib.decompressobj(_GZIP)
        for piece in self._cut():
            yield unpacked.decompress(piece)


def tag(state: StateVersion) -> str:
    """The ETag of a snapshot. The revision alone is not enough: after a back-up was restored it is used again."""
    return f'"{state.epoch}.{state.revision}.{state.mark}"'


class SnapshotCache:
    """Thread-safe. While one thread builds a cluster's snapshot, others that want the same wait for it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._snapshots: dict[int, SnapshotBytes] = {}
        self._building: defaultdict[int, threading.Lock] = defaultdict(threading.Lock)
        self._builders = ThreadPoolExecutor(2, thread_name_prefix="snapshot")

    async def fetch(self, cluster_id: int, known_tags: str | None, reads: int) -> SnapshotBytes | None:
        """The newest snapshot; None when its tag is in `known_tags`, an If-None-Match header. Raises NotFound.

        `reads`: the newest format that the caller reads.
        """
        return await asyncio.get_running_loop().run_in_executor(
            self._builders, self._find, cluster_id, known_tags, reads
        )

    def _find(self, cluster_id: int, known_tags: str | None, reads: int) -> SnapshotBytes | None:
        with self._database.reading() as session:
            newest = epochs.current(session)
            is_known = known_tags is not None and tag(newest) in known_tags.split(", ")
            # Whoever does not read the format has skipped a part of what is there, and must not decide by the rest.
            if is_known and snapshots.is_readable(session, cluster_id, reads):
                return None
        return self.get(cluster_id, newest)

    def get(self, cluster_id: int, version: StateVersion) -> SnapshotBytes:
        """A snapshot at `version` or later. It may be newer than asked for, so brokers that come back together cost one
        or two builds, even while changes go on."""
        with self._building[cluster_id]:
            snapshot = self._snapshots.get(cluster_id)
            state = None if snapshot is None else snapshot.state
            old = state is None or state.epoch != version.epoch or state.revision < version.revision
            if snapshot is None or old:
                snapshot = self._snapshots[cluster_id] = self._build(cluster_id)
            return snapshot

    def _build(self, cluster_id: int) -> SnapshotBytes:
        packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP)
        with self._database.reading() as session:
            newest = epochs.current(session)
            packed = bytearray()
            for part in snapshots.write_parts(session, cluster_id, newest):
                packed += packer.compress(part.encode())
        packed += packer.flush()
        return SnapshotBytes(newest, bytes(packed))
