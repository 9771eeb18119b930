"""An import of 10,000 topics with 50,000 native grants beside ones of a half and a quarter of the size.

The cluster is played, in a process of its own; the center is a process with SQLite. Linear is the goal: four times the
size in about four times the seconds of the processor, and in as many questions. Slowness is no failure.
"""

import json
import subprocess
import sys
from typing import Any

Row = dict[str, Any]
WHOLE = 10_000
_PARTS = ("read", "plan", "proof", "apply", "plan again", "calls")


def measure(*, quick: bool = False) -> list[Row]:
    """The rows for `make bench`. `quick`: a tenth of the size."""
    whole = WHOLE // 10 if quick else WHOLE
    small, half, large = (_measure(whole // part) for part in (4, 2, 1))
    rows = [
        _linear(whole, part, share, small, part_times)
        for part in _PARTS
        for share, part_times in ((2, half), (4, large))
    ]
    more = (("memory", "mb", "MB"), ("wall clock", "wall", "s"), ("times that progress was told", "progress", ""))
    return [*rows, *(_row(what, large[key], unit) for what, key, unit in more)]


def _linear(whole: int, part: str, share: int, small: dict[str, float], measured: dict[str, float]) -> Row:
    topics = whole // 4 * share
    return {
        "what": f"import of {topics:,} topics, {topics * 5:,} grants: {part}",
        "ours": measured[part],
        "bare": small[part] * share,
        "unit": "" if part == "calls" else "s of the processor",
        "ratio": measured[part] / (small[part] * share),
        "goal": "about 1: linear",
    }


def _row(what: str, value: float, unit: str) -> Row:
    return {"what": f"import: {what}", "ours": value, "bare": None, "unit": unit, "ratio": None, "goal": ""}


def _measure(topics: int) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.cluster_import.center", str(topics)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found
