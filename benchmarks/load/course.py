"""Takes the steps of a load one after the other, and says what came of each."""

import random

from benchmarks.load import shape, summary
from benchmarks.load.callers import Callers
from benchmarks.load.estate import Estate
from benchmarks.load.figures import Figures, Machine, of_step
from benchmarks.load.mix import Mix
from benchmarks.load.shape import Part, Step

_SEED = 20


class Course:
    """Keeps connections between steps."""

    def __init__(self, estate: Estate, mix: Mix) -> None:
        self._estate, self._mix, self._chance, self._callers = estate, mix, random.Random(_SEED), Callers(estate.url)
        self.close = self._callers.close

    async def climb(self, part: Part, seconds: float) -> list[Figures]:
        """Ever higher rates, until two in a row are not served."""
        found: list[Figures] = []
        for step in shape.ladder(part, seconds):
            found.append(await self.take(step))
            if len(found) > 1 and not any(map(summary.is_served, found[-2:])):
                break
        return found

    async def take(self, step: Step) -> Figures:
        """One step."""
        machine = Machine(self._estate.pid, self._estate.server)
        outcomes = await self._callers.take(step, self._mix, self._chance)
        found = of_step(step, outcomes, machine)
        _tell(found)
        return found


def _tell(figures: Figures) -> None:
    times = ", ".join(f"{name} {value:,.1f}" for name, value in figures["all"].items())
    counts = ", ".join(f"{figures[name]} {name}" for name in ("right", "refused", "late", "wrong"))
    print(
        f"{figures['part']:<6} {figures['rate']:>6g}/s: {counts}; ms {times}; {figures['megabytes']:,.0f} MB",
        flush=True,
    )
    for why, times_ in figures["why"].items():
        print(f"       {times_} × {why}", flush=True)
