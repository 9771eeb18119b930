"""Ten thousand programs that sign in at the same moment, each with a client secret and an address of its own; whoever
is told to come again does so after the seconds that it was told."""

import asyncio
import random
import time
from collections import Counter

from benchmarks.load.ask import Ask
from benchmarks.load.callers import MOST, Callers, judge
from benchmarks.load.estate import Estate
from benchmarks.load.figures import Figures, Machine, marks
from benchmarks.load.proving import Proving

_PATIENCE_SECONDS = 60
"""A program waits for an answer, and before that for one of the connections, for so long at most."""


async def sign_in_at_once(estate: Estate, chance: random.Random) -> Figures:
    """`seconds`: until each has a token or gave up. `verdicts`: of all answers, and what was wrong with some.
    `processor_ms`: of one program."""
    callers, proving, verdicts = Callers(estate.url), Proving(estate, chance), Counter[str]()
    asks = [proving.token_of(*program) for program in estate.programs]
    machine, started = Machine(estate.pid, estate.server), time.monotonic()
    times = await asyncio.gather(*(_sign_in(callers, ask, verdicts) for ask in asks))
    seconds = time.monotonic() - started
    callers.close()
    return {
        "programs": len(asks), "connections": MOST, "seconds": seconds, "verdicts": dict(verdicts),
        "processor_ms": {name: used / len(asks) * 1000 for name, used in machine.seconds().items()},
        "in": sum(time is not None for time in times), "each_ms": marks([ms for ms in times if ms is not None]),
    }  # fmt: skip


async def _sign_in(callers: Callers, ask: Ask, verdicts: Counter[str]) -> float | None:
    """Milliseconds until it had a token; None if it got something else than that or a later time."""
    started = time.monotonic()
    while True:
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                answer = await callers.send(ask)
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            verdicts[f"wrong: {type(error).__name__}"] += 1
            return None
        verdict, why = judge(ask, answer)
        verdicts[f"{verdict}: {why}" if why else verdict] += 1
        if verdict != "refused":
            return (time.monotonic() - started) * 1000 if verdict == "right" else None
        await asyncio.sleep(int(answer.header("retry-after")))
