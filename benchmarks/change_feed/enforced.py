"""Commit → the center confirms that all of 12 simulated brokers enforce it, compared with a bare push of the same
bytes.

A round is over when `GET /clusters/{id}/enforcement` has answered `complete`: each broker has read the delta, applied
and reported it, and the center has stored all twelve reports. A broker enforces a change long before the center knows:
when it has read it (`commit → received`) and applied it, microseconds later (`snapshot`). Rounds alternate with bare
ones.
"""

import asyncio
import time
from typing import Any

from benchmarks.change_feed.brokers import Connection, SimulatedBroker
from benchmarks.change_feed.sides import LISTENERS, Side, marks, start

_WARM_UP = 10
_PAUSE_SECONDS = 0.11
"""With this pause, no round waits because of the one before."""


def measure(rounds: int, rights: int) -> list[dict[str, Any]]:
    """Rows for the median and for the slow end."""
    return asyncio.run(_measure(rounds, rights))


async def _measure(rounds: int, rights: int) -> list[dict[str, Any]]:
    center, bare = await start("center", rights, listeners=0), await start("bare", 0)
    names = [f"broker-{number}:8080" for number in range(LISTENERS)]
    brokers = [await SimulatedBroker.start(name, center.port, center.credential) for name in names]
    center.tasks += [asyncio.create_task(broker.follow()) for broker in brokers]
    asking = await Connection.open(center.port, center.token)
    for number in range(_WARM_UP + rounds):
        await _round(center, asking)
        await bare.round(brokers[0].last_frame.hex().encode())
        await asyncio.sleep(_PAUSE_SECONDS + 0.005 * (number % 3))
    asking.close()
    await center.close()
    await bare.close()
    ours, theirs = marks(center.waits_ms[-rounds:]), marks(bare.waits_ms[-rounds:])
    return [_row(mark, ours, theirs, rights, rounds) for mark in ("p50", "p99")]


async def _round(center: Side, asking: Connection) -> None:
    revision, committed = await center.change(b"go")
    answer = await asking.ask("GET", f"/api/v1/clusters/1/enforcement?revision={revision}&wait_ms=30000")
    center.waits_ms.append((time.monotonic_ns() - committed) / 1e6)
    assert answer["complete"], answer
    assert answer["enforced"] == LISTENERS, answer


def _row(mark: str, ours: dict[str, float], bare: dict[str, float], rights: int, rounds: int) -> dict[str, Any]:
    return {
        "what": f"commit → confirmed for {LISTENERS} brokers, {rights:,} rights, {mark}",
        "ours": ours[mark],
        "bare": bare[mark],
        "unit": "ms",
        "ratio": ours[mark] / bare[mark],
        "goal": "",
        "rounds": rounds,
        "ours_ms": ours,
        "bare_ms": bare,
    }
