"""Writes the numbers of docs/load.md between its marks, and its pictures: `python -m benchmarks.load.page`.

The words around them are written by hand: whoever repeats the load on another machine reads both.
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.load import pictures, sizing, summary
from benchmarks.load.figures import Figures
from benchmarks.load.run import RESULTS

_DOCS = Path(__file__).parents[2] / "docs"
_HEADS = ("Arrive", "Answered", "Told to come again", "No answer in 10 s", "Wrong", "p50", "p99", "p999",
          "Processor ms of one request: center, PostgreSQL", "Memory")  # fmt: skip
_PAGE, _PICTURES = _DOCS / "load.md", _DOCS / "pictures"


def main() -> None:
    """Replace each table between `<!-- name -->` and `<!-- end -->`, and pictures; of a short load the main one."""
    found = json.loads(RESULTS.read_text())
    text = _between(_PAGE.read_text(), "main", _main(found))
    _PAGE.write_text(_between(text, "sizes", sizing.table(found)))
    if not found["wanted"]["short"]:
        _write_hour(found)


def _write_hour(found: Figures) -> None:
    parts = {
        name: [step for step in found["steps"] if step["part"] == name] for name in ("hour", "climb", "after", "soak")
    }
    text = _PAGE.read_text()
    for name in ("hour", "climb", "after"):
        text = _between(text, name, _steps(parts[name]))
    busiest = max(parts["hour"], key=lambda step: float(step["rate"]))
    text = _between(text, "kinds", _kinds(busiest))
    text = _between(text, "brokers", _brokers(found))
    _PAGE.write_text(text)
    _PICTURES.mkdir(exist_ok=True)
    pictures.hour(parts["hour"], _PICTURES / "load-hour.svg")
    pictures.climb(parts["climb"], _PICTURES / "load-climb.svg")
    pictures.memory(found["steps"], _PICTURES / "load-memory.svg")


def _between(text: str, name: str, table: Iterable[str]) -> str:
    head, begin, rest = text.partition(f"<!-- {name} -->\n")
    _, end, tail = rest.partition("<!-- end -->")
    if not begin or not end:
        raise SystemExit(f"{_PAGE.name} has no place for {name}")
    return head + begin + "\n".join(table) + "\n" + end + tail


def _main(found: Figures) -> Iterable[str]:
    yield "| | Measured | Wanted |"
    yield "| --- | --- | --- |"
    for line in summary.rows(found):
        yield f"| {' | '.join(line)} |"


def _steps(steps: Sequence[Figures]) -> Iterable[str]:
    yield f"| {' | '.join(_HEADS)} |"
    yield "| --- " * len(_HEADS) + "|"
    for step in steps:
        times = " | ".join(_ms(step["all"].get(name)) for name in ("p50", "p99", "p999"))
        used = ", ".join(f"{step['processor_ms'][name]:.2f}" for name in ("center", "database"))
        counts = " | ".join(f"{step[name]:,}" for name in ("right", "refused", "late", "wrong"))
        yield f"| {step['rate']:g}/s | {counts} | {times} | {used} | {step['megabytes']:,.0f} MB |"


def _kinds(step: Figures) -> Iterable[str]:
    yield f"| At {step['rate']:g}/s | p50 | p99 | p999 |"
    yield "| --- | --- | --- | --- |"
    for kind, times in step["each"].items():
        yield f"| {kind} | " + " | ".join(_ms(times.get(name)) for name in ("p50", "p99", "p999")) + " |"


def _brokers(found: Figures) -> Iterable[str]:
    brokers, wanted = found["brokers"], found["wanted"]
    yield "| | |"
    yield "| --- | --- |"
    seconds = f"{brokers['snapshot_seconds']:.1f} s, {brokers['again_seconds']:.1f} s"
    yield f"| {wanted['brokers']} snapshots of {wanted['grants']:,} grants at once: none built, built | {seconds} |"
    yield f"| one snapshot on the wire | {brokers['snapshot_mb']:.1f} MB |"
    times = ", ".join(f"{name} {_ms(value)}" for name, value in brokers["everywhere_ms"].items())
    yield f"| {brokers['changes']:,} changes, each from its answer until the last broker has it | {times} |"
    yield f"| reports of brokers that were taken | {brokers['reports'].get('taken', 0):,} |"
    other = sum(number for what, number in brokers["reports"].items() if what != "taken")
    yield f"| reports that were refused or got no answer | {other:,} |"
    yield f"| feeds that ended and were opened again | {brokers['feeds_ended']:,} |"


def _ms(value: float | None) -> str:
    return "-" if value is None else f"{value:,.1f} ms" if value < 100 else f"{value:,.0f} ms"


if __name__ == "__main__":
    main()
