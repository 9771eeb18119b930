"""Write an estate: `python -m benchmarks.estate --seed 7 --days 30 --events 100000 --grants 1000 --out DIR`."""

import argparse
import sys
import time
from datetime import date
from pathlib import Path

from benchmarks.estate.size import Size
from benchmarks.estate.writing import write


def main() -> int:
    """Exit status 2 if such an estate cannot be made."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.estate", description=__doc__)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--events", type=int, default=100_000, help="lines of all brokers, lost ones included")
    parser.add_argument("--grants", type=int, default=1_000)
    parser.add_argument("--until", type=date.fromisoformat, default=date(2026, 10, 31), help="the last day")
    parser.add_argument("--faults", action="store_true", help="also what a broken broker would log")
    parser.add_argument("--plain", action="store_true", help="files without gzip")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True, help="must not exist: events/, history/, truth/")
    options = vars(parser.parse_args())
    out, processes = options.pop("out"), options.pop("processes")
    started = time.monotonic()
    try:
        totals = write(Size(**options), out, processes)
    except (ValueError, FileExistsError) as problem:
        print(problem, file=sys.stderr)
        return 2
    seconds = time.monotonic() - started
    rate = f"{totals['lines'] / seconds:,.0f} lines a second"
    print(f"{out}: {totals['lines']:,} lines, {totals['files']:,} files, {seconds:.1f} s, {rate}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
