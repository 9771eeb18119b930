"""The plugin's decision against a bare HashMap look-up of the same keys, measured by JMH.

`python -m benchmarks.decision.run --out DIR`. 1,000 users, 10,000 topics. The two sides of a ratio take turns, and the
best round of each counts, because other work on the machine can only slow a round down. JMH's gc profiler counts
allocation. Slow results never make this fail.
"""

import argparse
import json
import tempfile
from pathlib import Path

from benchmarks.jmh import ROUNDS, Jmh, Row

_FITS = (1, 1024, 32768)
_TOO_MANY = 524288  # questions: more than the 131,072 that the plugin caches


def measure(*, quick: bool = False) -> list[Row]:
    """Build, measure, and answer the rows for `make bench`; `quick` in short rounds. Raises
    CalledProcessError when the build or JMH fails."""
    with tempfile.TemporaryDirectory() as folder:
        jmh = Jmh(Path(folder), quick=quick)
        sides = [_beside(jmh, size) for size in (*_FITS, _TOO_MANY)]
        never = jmh.best("DecisionBenchmark.uncached", "-p", "workingSet=32768", times=1)["uncached"]
        producer = jmh.best("ProducerBenchmark")
        return [
            _row("decision: one producer, the same objects", producer["repeated"], None, "<= 5 ns"),
            _row("decision: the same, as the broker asks", producer["repeatedInForce"], None, ""),
            _row(
                "decision: the same, reading a clock each time", producer["repeatedWithAClock"], None, "for comparison"
            ),
            *sides,
            _row("decision: never remembered", never, None, ""),
        ]


def _beside(jmh: Jmh, size: int) -> Row:
    fits = size in _FITS
    both = "DecisionBenchmark.(bareHashMap|cached)"
    found = jmh.best(both, "-p", f"workingSet={size}", times=ROUNDS if fits else 1)
    what = f"decision: {size:,} question{'s' if size > 1 else ''}{'' if fits else ', too many to remember'}"
    goal = "<= 1.5, 0 bytes" if fits else "none: what misses cost"
    return _row(what, found["cached"], found["bareHashMap"], goal)


def _row(what: str, ours: Row, bare: Row | None, goal: str) -> Row:
    return {
        "what": f"{what} [{ours['bytes']:.0f} B]",
        "ours": ours["ns"],
        "bare": bare["ns"] if bare else None,
        "unit": "ns",
        "ratio": ours["ns"] / bare["ns"] if bare else None,
        "goal": goal,
        "bytes": ours["bytes"],
    }


def main() -> None:
    """Write DIR/decision.json and DIR/decision.txt, and print the table."""
    parser = argparse.ArgumentParser(
        description="The plugin's decision beside a bare HashMap look-up of the same keys."
    )
    parser.add_argument("--out", type=Path, required=True, help="directory for decision.json and decision.txt")
    out: Path = parser.parse_args().out
    rows = measure()
    out.mkdir(parents=True, exist_ok=True)
    (out / "decision.json").write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    table = "\n".join([f"{'':<58}{'ours':>10}{'HashMap':>10}{'ratio':>10}  goal", *map(_line, rows)])
    (out / "decision.txt").write_text(table + "\n", encoding="utf-8")
    print(table)


def _line(row: Row) -> str:
    bare = f"{row['bare']:10.2f}" if row["bare"] else f"{'-':>10}"
    ratio = f"{row['ratio']:7.2f}" if row["ratio"] else f"{'-':>7}"
    return f"{row['what']:<58}{row['ours']:10.2f}{bare} ns{ratio}  {row['goal']}"


if __name__ == "__main__":
    main()
