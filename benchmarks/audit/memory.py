"""Measures the most memory that a process and its children hold at the same time."""

import subprocess
import time
from pathlib import Path

_EVERY = 0.2


def most(process: "subprocess.Popen[str]") -> int:
    """Waits for the end of the process. Returns megabytes of resident memory, sampled five times a second."""
    peak = 0
    while process.poll() is None:
        peak = max(peak, sum(_resident(pid) for pid in _family(process.pid)))
        time.sleep(_EVERY)
    return peak // 1024


def _family(root: int) -> list[int]:
    parents = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has ended meanwhile
            continue
    found = [root]
    for pid in found:
        found.extend(child for child, parent in parents.items() if parent == pid)
    return found


def _resident(pid: int) -> int:
    """Resident memory in kilobytes."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS:")), 0)
