"""What a token takes of the processor while the mix of `benchmarks.load` runs, with brokers that follow.

The mix alone and the mix with tokens take turns, both with requests at the same moments; the difference of what the
center and PostgreSQL take is that of the tokens. Callers ask for these as they do alone: again at once.
"""

import asyncio
import random
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path

from benchmarks.connection import rate
from benchmarks.load.brokers import following
from benchmarks.load.callers import Callers, Outcome
from benchmarks.load.estate import Estate, start_center
from benchmarks.load.figures import Machine
from benchmarks.load.mix import Mix
from benchmarks.load.proving import Proving
from benchmarks.load.shape import Step

RATE = 40
"""Requests of the mix, a second."""
_SEED, _SECONDS = 20, 6


def per_processor_second(grants: int, brokers: int, tokens: int, callers: int, rounds: int) -> float:
    """Tokens, of so many in each round. Raises RuntimeError when one was refused, AssertionError when anything else was
    not answered rightly."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        estate = stack.enter_context(start_center(folder, grants))
        stack.enter_context(following(estate.url, estate.broker, brokers))
        return asyncio.run(_measure(estate, tokens, callers, rounds))


async def _measure(estate: Estate, tokens: int, callers: int, rounds: int) -> float:
    mix, used = Mix(estate, _SEED, changes=int(RATE * _SECONDS * (2 * rounds + 1))), 0.0
    asked = [Proving(estate, random.Random(_SEED)).token().sent] * tokens
    with closing(Callers(estate.url)) as others:
        await _take(others, mix, _SEED)
        for at in range(rounds):
            machine = Machine(estate.pid, estate.server)
            await _take(others, mix, at)
            used -= sum(machine.seconds().values())
            machine = Machine(estate.pid, estate.server)
            await asyncio.gather(_take(others, mix, at), asyncio.to_thread(rate, estate.url, asked, callers))
            used += sum(machine.seconds().values())
    return tokens * rounds / used


async def _take(callers: Callers, mix: Mix, seed: int) -> None:
    found = await callers.take(Step("soak", RATE, _SECONDS), mix, random.Random(seed))
    _judge(found)


def _judge(found: list[Outcome]) -> None:
    wrong = [outcome for outcome in found if outcome.verdict != "right"]
    assert not wrong, f"{len(wrong)} of {len(found)} were not answered rightly: {wrong[:3]}"
