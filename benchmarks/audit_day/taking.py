"""Runs the audit in its own process and measures it."""

import re
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

_PROGRESS = re.compile(r"\[ *([\d.]+) s\] (\w+)")
_TABLES_DONE = "totals"
"""The progress line that marks the end of the tables; after it, only the window is judged."""

_IO = ("rchar", "wchar")
"""Linux's counters of bytes that a process has read and written, including those from the system's cache."""

Took = dict[str, float]


def take(history: Path, events: Path, out: Path, day: date) -> Took:
    """Seconds until the tables are right, seconds of work (since Spark has started), seconds in all; bytes moved."""
    judged = ("--from", str(day), "--to", str(day), "--missing-days")
    where = ("--events", str(events), "--history", str(history), "--out", str(out))
    command = [sys.executable, "-m", "spark_audit", "run", *where, *judged]
    started, output, took = time.monotonic(), [], dict[str, float]()
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        assert process.stderr
        for line in process.stderr:
            output.append(line)
            if stage := _PROGRESS.match(line):
                took = took | _io(process.pid) | {"work": float(stage[1])}
                took |= {"tables": took["work"]} if stage[2] == _TABLES_DONE else {}
    assert process.returncode == 0, "".join(output)
    return took | {"seconds": time.monotonic() - started}


def _io(process: int) -> Took:
    """Bytes that Python and its Java have read and written so far, including those from the system's cache."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    moved = dict.fromkeys(_IO, 0.0)
    for pid in (process, *children):
        for key, _, value in (line.partition(": ") for line in Path(f"/proc/{pid}/io").read_text().splitlines()):
            moved |= {key: moved[key] + float(value)} if key in moved else {}
    return moved
