"""A whole run of the program on the log of one role with very many members.

It is started as by cron, with the default memory. `python -m benchmarks.run audit_skew`; `--quick` uses a tenth.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.audit_skew import cases
from benchmarks.audit_skew.made import SkewedEstate, write

_PROGRESS = re.compile(r"\[ *[\d.]+ s\] ")
_TICKS = os.sysconf("SC_CLK_TCK")
_MEGABYTE = 1_000_000


def measure(quick: bool = False) -> list[dict[str, Any]]:
    """The row for the log of one role."""
    part = 10 if quick else 1
    role = whole_run(cases.one_role(70_110 // part, 1_000_000 // part))
    return [row("audit: a role with 70,110 members, 1,000,000 lines", role["seconds"], "s", "<= 300")]


def row(what: str, ours: float, unit: str, goal: str) -> dict[str, Any]:
    """A row of the benchmark that is compared with nothing."""
    return {"what": what, "ours": ours, "bare": None, "unit": unit, "goal": goal}


def whole_run(made: SkewedEstate) -> dict[str, float]:
    """Run the audit on the generated log in its own process. Returns `seconds`, `processor` seconds of Python and Java,
    and `megabytes` that are left."""
    with tempfile.TemporaryDirectory(prefix="audit-skew-") as name:
        place = Path(name)
        write(made, place)
        where = ("--events", str(place / "events"), "--history", str(place / "history"), "--out", str(place / "out"))
        began, processor, output = time.monotonic(), 0.0, []
        command = [sys.executable, "-m", "spark_audit", "run", *where]
        with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
            assert process.stderr
            for line in process.stderr:
                output.append(line)
                if _PROGRESS.match(line):  # the last progress line comes when everything is written
                    processor = _processor(process.pid)
        assert process.returncode == 0, "".join(output)
        size = sum(file.stat().st_size for file in (place / "out").rglob("*") if file.is_file())
        return {"seconds": time.monotonic() - began, "processor": processor, "megabytes": size / _MEGABYTE}


def _processor(process: int) -> float:
    """Processor seconds of a process and its children, of which Java is one."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    own = sum(map(int, fields[11:15])) / _TICKS  # user and system time, own and of ended children
    return own + sum(_processor(int(child)) for child in children)
