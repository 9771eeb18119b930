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
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.load import ending, shape, summary
from benchmarks.load.brokers import Seen, following
from benchmarks.load.course import Course
from benchmarks.load.estate import Estate, start_center
from benchmarks.load.figures import Figures, Machine
from benchmarks.load.mix import OF_A_THOUSAND, Mix
from benchmarks.load.programs import sign_in_at_once
from benchmarks.load.shape import Step

RESULTS = Path(__file__).parents[2] / "build" / "load" / "results.json"
_SEED = 20
_SETTLES_SECONDS = 15
_SHORT_SECONDS = 6


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
    parser.add_argument("--soak", type=float, help="seconds at half of the peak in the end: 180, or 30 with --short")
    parser.add_argument("--short", action="store_true", help="the main numbers: steps of 6 seconds, and no hour")
    parser.add_argument("--workers", type=int, default=1, help="processes of the center that answer")
    given = parser.parse_args()
    given.soak = given.soak or (30 if given.short else 180)
    wanted = Options(**vars(given))
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
            begin, _ = Machine(estate.pid, estate.server).megabytes()
            mix = Mix(estate, _SEED, changes=int(sum(step.rate * step.seconds for step in _planned(wanted)) // 40))
            steps = asyncio.run(_alone(estate, mix, wanted))
            print(f"{wanted.brokers} brokers take their snapshots …", flush=True)
            with following(estate.url, estate.broker, wanted.brokers) as brokers:
                steps += asyncio.run(_followed(estate, mix, wanted))
                programs = asyncio.run(sign_in_at_once(estate, random.Random(_SEED)))
                time.sleep(_SETTLES_SECONDS)  # brokers read what is still on its way
                brokers.send("end")
                seen: Seen = brokers.recv()
            problems = [*ending.lost(estate, mix.changing), *ending.behind(estate, seen), *ending.not_in(programs)]
    return {
        "machine": {"processor": platform.processor() or platform.machine(), "python": platform.python_version()},
        "begin_megabytes": begin, "wanted": vars(wanted), "mix": OF_A_THOUSAND, "steps": steps, "problems": problems,
        "brokers": ending.of_brokers(seen, mix.changing), "programs": programs,
        "generator_seconds": _own_seconds(),
    }  # fmt: skip


def _planned(wanted: Options) -> Iterator[Step]:
    for part in ("alone", "ladder"):
        yield from shape.ladder(part, _ladder_seconds(wanted))
    yield from _afterwards(wanted)


def _ladder_seconds(wanted: Options) -> float:
    return _SHORT_SECONDS if wanted.short else wanted.seconds


def _afterwards(wanted: Options) -> Iterator[Step]:
    if wanted.short:
        yield Step("climb", wanted.most, 2 * _SHORT_SECONDS)
    else:
        yield from shape.steps(wanted.peak, wanted.seconds, wanted.most)
    yield from shape.soak(wanted.peak / 2, wanted.soak)


async def _alone(estate: Estate, mix: Mix, wanted: Options) -> list[Figures]:
    """Without brokers."""
    with closing(Course(estate, mix)) as course:
        return await course.climb("alone", _ladder_seconds(wanted))


async def _followed(estate: Estate, mix: Mix, wanted: Options) -> list[Figures]:
    with closing(Course(estate, mix)) as course:
        found = await course.climb("ladder", _ladder_seconds(wanted))
        return found + [await course.take(step) for step in _afterwards(wanted)]


def _own_seconds() -> float:
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


if __name__ == "__main__":
    sys.exit(main())
