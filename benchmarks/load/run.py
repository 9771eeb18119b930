"""A load on the whole center: `python -m benchmarks.load.run`, or `make load`, which writes docs/load.md from it, too.

One center as users start it, on PostgreSQL with a million grants; two hundred brokers follow its change feed; requests
arrive whether or not earlier ones are answered (see `shape` and `mix`). Every answer is judged. Everything runs on one
machine, so the generator takes its part of the processors; its share is given beside the results.
"""

import argparse
import asyncio
import json
import platform
import random
import resource
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.load import ending, shape, summary
from benchmarks.load.brokers import Seen, following
from benchmarks.load.callers import Callers
from benchmarks.load.estate import Estate, start_center
from benchmarks.load.figures import Figures, Machine, of_step
from benchmarks.load.mix import OF_A_THOUSAND, Mix

RESULTS = Path(__file__).parents[2] / "build" / "load" / "results.json"
_SEED = 20
_SETTLES_SECONDS = 15
_SHORT_SECONDS = 8


@dataclass(frozen=True)
class Options:
    """What to do; see `main`."""

    grants: int
    brokers: int
    peak: float
    most: float
    seconds: float
    soak: float
    short: bool
    workers: int


def main() -> int:
    """Exit status 1 if an answer was wrong, or a broker missed something."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load.run", description=__doc__)
    parser.add_argument("--grants", type=int, default=1_000_000)
    parser.add_argument("--brokers", type=int, default=200)
    parser.add_argument("--peak", type=float, default=80, help="requests a second at the busiest time of the hour")
    parser.add_argument("--most", type=float, default=800, help="requests a second that the load grows to")
    parser.add_argument("--seconds", type=float, default=15, help="of each step")
    parser.add_argument("--soak", type=float, default=180, help="seconds at half of the peak in the end")
    parser.add_argument("--short", action="store_true", help="ten rates up to 800, 8 seconds each, and no page")
    parser.add_argument("--workers", type=int, default=1, help="processes of the center that answer")
    wanted = Options(**vars(parser.parse_args()))
    found = measure(wanted)
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps(found, indent=1) + "\n")
    summary.show(found)
    wrong = sum(step["wrong"] for step in found["steps"]) + len(found["problems"])
    print("\n".join(found["problems"]), f"{wrong} wrong; see {RESULTS}", sep="\n")
    return 1 if wrong else 0


def measure(wanted: Options) -> dict[str, Any]:
    """The results, ready for JSON."""
    with tempfile.TemporaryDirectory() as folder:
        print(f"fills PostgreSQL with {wanted.grants:,} grants …", flush=True)
        with start_center(Path(folder), wanted.grants, wanted.workers) as estate:
            print(f"{wanted.brokers} brokers take their snapshots …", flush=True)
            with following(estate.url, estate.broker, wanted.brokers) as brokers:
                mix = Mix(estate, _SEED, changes=int(wanted.most * wanted.seconds) // 4)
                steps = asyncio.run(_steps(estate, mix, wanted))
                brokers.send("end")
                seen: Seen = brokers.recv()
            problems = [*ending.lost(estate, mix.changing), *ending.behind(estate, seen)]
    return {
        "machine": {"processor": platform.processor() or platform.machine(), "python": platform.python_version()},
        "wanted": vars(wanted), "mix": OF_A_THOUSAND, "steps": steps, "problems": problems,
        "brokers": ending.of_brokers(seen, mix.changing),
        "generator_seconds": _own_seconds(),
    }  # fmt: skip


async def _steps(estate: Estate, mix: Mix, wanted: Options) -> list[Figures]:
    chance, callers, found = random.Random(_SEED), Callers(estate.url), []
    steps = shape.short_steps(_SHORT_SECONDS) if wanted.short else None
    for step in steps or shape.steps(wanted.peak, wanted.seconds, wanted.most, wanted.soak):
        machine = Machine(estate.pid, estate.server)
        outcomes = await callers.take(step, mix, chance)
        found.append(of_step(step, outcomes, machine))
        _tell(found[-1])
    callers.close()
    await asyncio.sleep(_SETTLES_SECONDS)  # brokers read what is still on its way
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


def _own_seconds() -> float:
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


if __name__ == "__main__":
    sys.exit(main())
