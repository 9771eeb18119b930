"""What a report costs the center: its processor time while 12 or 200 brokers report at once, again and again, less what
it takes while they are silent. Over links, and as older plugins report, by requests."""

import asyncio
import json
import os
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from benchmarks.change_feed.brokers import Connection, Link, whole_report
from benchmarks.change_feed.sides import Side, marks, start

_PAUSE_SECONDS = 0.3
"""Between two rounds: all are stored."""
_TICKS = os.sysconf("SC_CLK_TCK")
_PATH = "/api/broker/v1/heartbeat"
Round = Callable[[], Awaitable[Any]]


def measure(rounds: int) -> list[dict[str, Any]]:
    """A row for each number of brokers, and one for how soon 200 brokers have a change."""
    return [asyncio.run(_cost(brokers, rounds)) for brokers in (12, 200)] + [asyncio.run(_until_all_have_it(rounds))]


async def _cost(brokers: int, rounds: int) -> dict[str, Any]:
    center = await start("center", 1_000, listeners=0)
    revision, _ = await center.change(b"go")
    names = [f"broker-{number}:8080" for number in range(brokers)]
    reports = [{**whole_report(name, "bench"), "revision": revision} for name in names]
    links = await _links(center, reports, revision)
    reading = [asyncio.create_task(_read(link)) for link in links]
    requests = [await Connection.open(center.port, center.credential) for _ in names]

    async def over_links() -> None:
        for link in links:
            link.report({"revision": revision, "snapshot_at": time.time_ns()})

    async def by_requests() -> None:
        asks = (connection.ask("POST", _PATH, report) for connection, report in zip(requests, reports, strict=True))
        await asyncio.gather(*asks)

    ours, bare = [await _processor_ms(center, each, rounds) / brokers for each in (over_links, by_requests)]
    for link in links:
        link.close()
    for connection in requests:
        connection.close()
    await asyncio.gather(*reading)
    await center.close()
    what = f"processor of the center for a report, {brokers} brokers at once (bare: by requests)"
    goal = "≤ 0.4 ms" if brokers == 12 else "≤ 0.1 ms"
    return {
        "what": what,
        "ours": ours,
        "bare": bare,
        "unit": "ms",
        "ratio": ours / bare,
        "goal": goal,
        "rounds": rounds,
    }


async def _links(center: Side, reports: list[dict[str, Any]], revision: int) -> list[Link]:
    links = [await Link.open(center.port, center.credential, f"after={revision}") for _ in reports]
    for link, report in zip(links, reports, strict=True):
        link.report(report)
    return links


async def _read(link: Link) -> None:
    with suppress(asyncio.IncompleteReadError, ConnectionError):
        while True:
            await link.message()


async def _processor_ms(center: Side, report: Round, rounds: int) -> float:
    """For one round."""
    taken = []
    for work in (report, lambda: asyncio.sleep(0)):
        await asyncio.sleep(2 * _PAUSE_SECONDS)
        before = _processor_seconds(center)
        for _ in range(rounds):
            begin = time.monotonic()
            await work()
            await asyncio.sleep(max(0.0, begin + _PAUSE_SECONDS - time.monotonic()))
        taken.append(_processor_seconds(center) - before)
    return (taken[0] - taken[1]) * 1000 / rounds


def _processor_seconds(center: Side) -> float:
    user, system = Path(f"/proc/{center.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / _TICKS


async def _until_all_have_it(rounds: int) -> dict[str, Any]:
    """Ten changes a second, all of which every broker reports at once."""
    center, brokers = await start("center", 1_000, listeners=0), 200
    revision, _ = await center.change(b"go")
    reports = [{**whole_report(f"broker-{number}:8080", "bench"), "revision": revision} for number in range(brokers)]
    links = await _links(center, reports, revision)
    last: dict[int, int] = {}
    tasks = [asyncio.create_task(_follow(link, last)) for link in links]
    committed = {}
    for _ in range(4 * rounds):
        number, at = await center.change(b"go")
        committed[number] = at
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    for link in links:
        link.close()
    await asyncio.gather(*tasks)
    await center.close()
    # What came together with a later change came with that.
    seen = {number: min(at for reached, at in last.items() if reached >= number) for number in committed}
    waits = marks([(seen[number] - at) / 1e6 for number, at in committed.items()])
    what = f"commit → received by {brokers} brokers that report it, ten changes a second, p99"
    return {"what": what, "ours": waits["p99"], "bare": None, "unit": "ms", "goal": "≤ 150 ms", "ours_ms": waits}


async def _follow(link: Link, last: dict[int, int]) -> None:
    with suppress(asyncio.IncompleteReadError, ConnectionError):
        while True:
            message = await link.message()
            if message.startswith(b'{"delta":'):
                delta = json.loads(message)["delta"]
                last[delta["revision"]] = time.monotonic_ns()
                link.report({key: delta[key] for key in ("revision", "epoch", "mark")})
