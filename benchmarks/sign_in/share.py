"""What a sign-in takes beside its hash.

The hash is what the center's threads for hashes took, and what the center does when nobody asks is left out; the share
is the middle of all rounds. Bare FastAPI handlers, which find the user and compare, tell what the framework takes.
"""

import itertools
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

from benchmarks import bare
from benchmarks.connection import Connection
from benchmarks.sign_in import served
from benchmarks.sign_in.center import ServedCenter, typed
from benchmarks.times import Timed, nicer, processor

_AT_A_TIME, _IDLE_SECONDS = 40, 3.0


def rows(center: ServedCenter, rounds: int) -> Iterator[dict[str, Any]]:
    """One for each way to sign in."""
    database = center.settings["PUC_DATABASE_URL"]
    with bare.serve(served.application, database) as (least, pid), ExitStack() as stack:
        ours, theirs, asking = (stack.enter_context(Connection(url)) for url in (center.url, least, least))

        def ours_hashed() -> float:
            return nicer(center.pid)

        def theirs_hashed() -> float:
            return float(asking.ask("GET", "/hashed"))

        ways = {
            "by the broker API": (center.pid, _next(ours, center.sign_ins()), ours_hashed),
            "by the console": (center.pid, _next(ours, typed(center.url, "/api/v1/session")), ours_hashed),
            "of a bare FastAPI handler": (pid, _next(theirs, typed(least, "/session")), theirs_hashed),
            "of one that stores a session": (pid, _next(theirs, typed(least, "/kept")), theirs_hashed),
        }
        for name, (process, timed, hashed) in ways.items():
            yield _share(process, name, timed, hashed, rounds)


def _next(connection: Connection, requests: list[bytes]) -> Timed:
    """Sends the next one of these, again and again."""
    turns = itertools.cycle(requests)
    return lambda: connection.milliseconds(next(turns))


def _share(pid: int, name: str, timed: Timed, hashed: Callable[[], float], rounds: int) -> dict[str, Any]:
    for _ in range(_AT_A_TIME):
        timed()
    idle = processor(pid, lambda: _nothing(_IDLE_SECONDS), 1) / _IDLE_SECONDS
    pairs = [_round(pid, timed, hashed, idle) for _ in range(rounds)]
    whole, alone = (statistics.median(values) for values in zip(*pairs, strict=True))
    outside = statistics.median((both - other) / both for both, other in pairs)
    what = f"processor time of a sign-in {name} and of its hash, share outside of the hash"
    return {"what": what, "ours": whole, "bare": alone, "unit": "ms", "ratio": outside, "goal": "<= 0.10"}


def _round(pid: int, timed: Timed, hashed: Callable[[], float], idle: float) -> tuple[float, float]:
    """Processor milliseconds of one sign-in, without what the process takes anyway (`idle`, ms per second), and of its
    hash."""
    before, started = hashed(), time.monotonic()
    whole = processor(pid, timed, _AT_A_TIME) - idle * (time.monotonic() - started) / _AT_A_TIME
    return whole, (hashed() - before) / _AT_A_TIME


def _nothing(seconds: float) -> float:
    time.sleep(seconds)
    return seconds * 1000
