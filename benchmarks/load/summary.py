"""The main numbers of a load, as a table: on the screen, and on the page."""

from collections.abc import Iterator
from typing import Any

from benchmarks.load.figures import Figures

MOST_MS = 500
"""The slowest hundredth of the answers may take so long for a rate to count as served."""
Row = tuple[str, str, str]


def rows(found: dict[str, Any]) -> Iterator[Row]:
    """What was measured, the number, and what is wanted, from the results of `measure`."""
    yield from _rates(found)
    yield from _of_brokers(found)
    yield _of_programs(found)
    steps: list[Figures] = found["steps"]
    numbers = found["begin_megabytes"], max(step["most_megabytes"] for step in steps), steps[-1]["megabytes"]
    seconds = sum(step["seconds"] for step in steps)
    sizes = ", ".join(f"{number:,.0f}" for number in numbers)
    yield f"memory of the center in {seconds:,.0f} s of the mix: begin, most, end", f"{sizes} MB", "≤ 300 MB, flat"


def _rates(found: dict[str, Any]) -> Iterator[Row]:
    ladder, alone = ([step for step in found["steps"] if step["part"] == part] for part in ("ladder", "alone"))
    number, highest, without = found["wanted"]["brokers"], _highest(ladder), _highest(alone)
    what = f"highest rate with p99 ≤ {MOST_MS} ms and nothing refused"
    yield f"{what}, {number} brokers", f"{highest['rate']:g} a second", "≥ 200"
    ratio = without["rate"] / highest["rate"] if highest["rate"] else 0
    yield f"{what}, no brokers (÷ with them)", f"{without['rate']:g} a second ({ratio:.2f})", "≥ 1.4 ×"
    followed = [step for step in found["steps"] if step["part"] != "alone"]
    heaviest = max(followed, key=lambda step: float(step["rate"]))
    share = heaviest["answered"] / max(step["answered"] for step in followed)
    yield f"answered while {heaviest['rate']:g} a second arrive ÷ the most at any rate", f"{share:.2f}", "≥ 0.9"
    if highest["rate"]:
        used = ", ".join(f"{highest['processor_ms'][name]:.1f}" for name in ("center", "database"))
        what = f"processor of one request at {highest['rate']:g} a second: center, PostgreSQL"
        yield f"{what}", f"{used} ms", "≤ 2.5, 1.5 ms"


def _of_brokers(found: dict[str, Any]) -> Iterator[Row]:
    brokers, number = found["brokers"], found["wanted"]["brokers"]
    everywhere = brokers["everywhere_ms"]
    last = f"{everywhere['p99']:,.0f} ms" if everywhere else "-"
    yield "a change's answer → the last broker has it, p99", last, "≤ 150 ms"
    what = f"{number} snapshots of {found['wanted']['grants']:,} grants at once"
    yield f"{what}, none built", f"{brokers['snapshot_seconds']:.1f} s", "≤ 8 s"
    yield f"{what}, built", f"{brokers['again_seconds']:.1f} s", "≤ 3 s"


def _of_programs(found: dict[str, Any]) -> Row:
    programs, brokers = found["programs"], found["wanted"]["brokers"]
    number, connections = programs["programs"], programs["connections"]
    what = f"{number:,} programs sign in at once over {connections:,} connections, {brokers} brokers: all have a token"
    refused = programs["verdicts"].get("refused", 0)
    return f"{what} (told to come again)", f"{programs['seconds']:.1f} s ({refused:,})", "≤ 15 s"


def _highest(steps: list[Figures]) -> Figures:
    return max(filter(is_served, steps), key=lambda step: float(step["rate"]), default={"rate": 0})


def is_served(step: Figures) -> bool:
    """Whether every request of the step was answered rightly, and soon enough."""
    return bool(step["right"] == step["sent"] > 0 and step["all"].get("p99", 0) <= MOST_MS)


def show(found: dict[str, Any]) -> None:
    """Print the table."""
    lines = list(rows(found))
    wide, wider = (max(len(line[at]) for line in lines) for at in (0, 1))
    print("\n".join(f"{what:<{wide}}  {value:>{wider}}  {wanted}" for what, value, wanted in lines))
