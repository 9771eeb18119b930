"""Commit → received and parsed by 12 subscribers, compared with a bare server-sent-event push of the same bytes.

A round is over when all twelve listeners have parsed the frame. Both servers are separate processes; their rounds
alternate, so that noise of the machine affects both. Then the same until twelve simulated brokers enforce it.
"""

import asyncio
import json
from typing import Any

from benchmarks.change_feed import enforced, reports
from benchmarks.change_feed.sides import LISTENERS, marks, start

WARM_UP = 20

Row = dict[str, Any]


def measure(*, quick: bool = False) -> list[Row]:
    """Rows for the median, the slow end, and the bytes of one changed right; then for the time until it is enforced,
    and for what a report costs. `quick`: 30 rounds of each and 1,000 rights instead of 300, 200 and 20,000."""
    pushes, confirmations, rights = (30, 30, 1_000) if quick else (300, 200, 20_000)
    return [*asyncio.run(_measure(pushes, rights)), *enforced.measure(confirmations, rights), *reports.measure(30)]


async def _measure(rounds: int, rights: int) -> list[Row]:
    center, bare, small = await start("center", rights), await start("bare", 0), await start("center", 100)
    small_frame = await small.round(b"go")
    await small.close()
    frame = await center.round(b"go")
    for number in range(WARM_UP + rounds):
        last = await center.round(b"go")
        await bare.round(last.hex().encode())
        await asyncio.sleep(0.005 * (number % 3))
    await center.close()
    await bare.close()
    ours, theirs = marks(center.waits_ms[-rounds:]), marks(bare.waits_ms[-rounds:])
    where = f"commit → received by {LISTENERS} subscribers, {rights:,} rights"
    return [
        _row(f"{where}, p50", ours["p50"], theirs["p50"], "ms", "", **_all(ours, theirs, rounds)),
        _row(f"{where}, p99", ours["p99"], theirs["p99"], "ms", "≤ 5 x", **_all(ours, theirs, rounds)),
        _row(f"one changed right: bytes at {rights:,} and 100 rights", len(frame), len(small_frame), "bytes", "same"),
    ]


def _all(ours: dict[str, float], theirs: dict[str, float], rounds: int) -> Row:
    return {"rounds": rounds, "listeners": LISTENERS, "ours_ms": ours, "bare_ms": theirs}


def _row(what: str, ours: float, bare: float, unit: str, goal: str, **more: Any) -> Row:
    return {"what": what, "ours": ours, "bare": bare, "unit": unit, "ratio": ours / bare, "goal": goal, **more}


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1, ensure_ascii=False))
