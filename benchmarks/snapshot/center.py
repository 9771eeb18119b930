"""Measures the center's side of a snapshot, as its own process: `python -m benchmarks.snapshot.center GRANTS`."""

import json
import resource
import sys
import tempfile
import threading
import time

from app.access.rights_snapshot import RULED_FORMAT
from app.audit.trail import epochs, trail
from app.brokers import feed
from app.brokers.feed_events import server_sent_event
from app.brokers.snapshot_cache import SnapshotCache
from app.grants import grants
from app.grants.models import Grant
from app.platform.database import Database
from benchmarks.big_estate.filled import fill
from benchmarks.big_estate.rows import Size


def main() -> None:
    """Print the measurements as one JSON object."""
    size = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        database = Database(fill(f"sqlite:///{folder}/center.db", Size(size)).settings.database_url)
        waits: list[float] = []
        over = threading.Event()
        watching = threading.Thread(target=_ask, args=(database, waits, over))
        watching.start()
        before, started = _peak_mb(), time.monotonic()
        with database.reading() as session:
            wanted = epochs.current(session)
        packed = SnapshotCache(database).get(1, wanted).gzipped
        seconds = time.monotonic() - started
        over.set()
        watching.join()
        found = {
            "build_seconds": round(seconds, 2),
            "build_mb": round(_peak_mb() - before, 1),
            "packed_mb": round(len(packed) / 1e6, 2),
            "longest_wait_ms": round(max(waits) * 1000, 1),
            "delta_bytes": _delta_bytes(database),
        }
    print(json.dumps(found))


def _ask(database: Database, waits: list[float], over: threading.Event) -> None:
    while not over.is_set():
        started = time.monotonic()
        with database.reading() as session:
            epochs.current(session)
        waits.append(time.monotonic() - started)
        time.sleep(0.01)


def _delta_bytes(database: Database) -> int:
    with database.writing() as session:
        trail.lock_revision(session)
        before = epochs.current(session)
        first = session.get_one(Grant, 1)
        grants.change(session, "bench", first, authorities=[303])
    with database.reading() as session:
        newest = epochs.current(session)
        position = feed.ListenerPosition(1, before, True, RULED_FORMAT, server_sent_event)
        return sum(map(len, feed._events(session, newest, position)))


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
