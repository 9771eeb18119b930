"""What a token takes of the processor while the mix of `benchmarks.load` runs, with brokers that follow.

The mix alone and the mix with tokens take turns, both with requests at the same moments; the difference of what the
center and PostgreSQL take is that of the tokens.
"""

import asyncio
import random
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path

from benchmarks.load.ask import Ask
from benchmarks.load.brokers import following
from benchmarks.load.callers import Callers, Drawn, Outcome
from benchmarks.load.estate import Estate, start_center
from benchmarks.load.figures import Machine
from benchmarks.load.mix import Mix
from benchmarks.load.proving import Proving
from benchmarks.load.shape import Step

RATE, TOKENS = 40, 300
"""Requests of the mix, and tokens beside them, a second."""
_SEED = 20


def per_processor_second(grants: int, brokers: int, seconds: float, rounds: int) -> float:
    """Tokens. Raises AssertionError when one was refused, or anything was answered wrongly."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        estate = stack.enter_context(start_center(folder, grants))
        stack.enter_context(following(estate.url, estate.broker, brokers))
        return asyncio.run(_measure(estate, seconds, rounds))


async def _measure(estate: Estate, seconds: float, rounds: int) -> float:
    mix = Mix(estate, _SEED, changes=int(RATE * seconds * (rounds + 1)))
    tokens, taken, used = _Tokens(estate), 0, 0.0
    with closing(Callers(estate.url)) as callers:
        await callers.take(_step(RATE, seconds), mix, random.Random(_SEED))
        for at in range(rounds):
            before = await _seconds(estate, callers, at, (mix, _step(RATE, seconds)))
            both = (mix, _step(RATE, seconds)), (tokens, _step(TOKENS, seconds))
            number = tokens.drawn
            used += await _seconds(estate, callers, at, *both) - before
            taken += tokens.drawn - number
    return taken / used


async def _seconds(estate: Estate, callers: Callers, seed: int, *taken: tuple[Drawn, Step]) -> float:
    machine = Machine(estate.pid, estate.server)
    found = await asyncio.gather(*(callers.take(step, source, random.Random(seed)) for source, step in taken))
    _judge([outcome for outcomes in found for outcome in outcomes])
    return sum(machine.seconds().values())


def _judge(found: list[Outcome]) -> None:
    wrong = [outcome for outcome in found if outcome.verdict != "right"]
    assert not wrong, f"{len(wrong)} of {len(found)} were not answered rightly: {wrong[:3]}"


def _step(rate: float, seconds: float) -> Step:
    return Step("soak", rate, seconds)


class _Tokens:
    """Draws requests for tokens, and counts them."""

    def __init__(self, estate: Estate) -> None:
        self._proving, self.drawn = Proving(estate, random.Random(_SEED)), 0

    def draw(self) -> Ask:
        """One."""
        self.drawn += 1
        return self._proving.token()
