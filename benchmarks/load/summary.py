"""The main numbers of a load, as a table on the screen."""

from collections.abc import Iterator
from typing import Any

from benchmarks.load.figures import Figures

MOST_MS = 500
"""The slowest hundredth of the answers may take so long for a rate to count as served."""
Row = tuple[str, str]


def rows(found: dict[str, Any]) -> Iterator[Row]:
    """What was measured, and the number, from the results of `measure`."""
    steps: list[Figures] = found["steps"]
    served = [step for step in steps if is_served(step)]
    best, heaviest = max(step["answered"] for step in steps), max(steps, key=lambda step: float(step["rate"]))
    number = found["wanted"]["brokers"]
    highest = max((step["rate"] for step in served), default=0)
    yield f"highest rate with p99 ≤ {MOST_MS} ms and nothing refused, {number} brokers", f"{highest:g} a second"
    share = heaviest["answered"] / best
    yield f"answered in time at {heaviest['rate']:g} a second ÷ the most at any rate", f"{share:.2f}"
    if served:
        used = max(served, key=lambda step: float(step["rate"]))["processor_ms"]
        yield "processor of one request there: center, PostgreSQL", f"{used['center']:.1f}, {used['database']:.1f} ms"
    everywhere = found["brokers"]["everywhere_ms"]
    yield "a change's answer → the last broker has it, p99", f"{everywhere['p99']:,.0f} ms" if everywhere else "-"
    yield f"{number} snapshots of {found['wanted']['grants']:,} grants", f"{found['brokers']['snapshot_seconds']:.1f} s"
    yield "memory of the center in the end", f"{steps[-1]['megabytes']:,.0f} MB"


def is_served(step: Figures) -> bool:
    """Whether every request of the step was answered rightly, and soon enough."""
    return bool(step["right"] == step["sent"] > 0 and step["all"].get("p99", 0) <= MOST_MS)


def show(found: dict[str, Any]) -> None:
    """Print the table."""
    lines = list(rows(found))
    wide = max(len(what) for what, _ in lines)
    print("\n".join(f"{what:<{wide}}  {value:>14}" for what, value in lines))
