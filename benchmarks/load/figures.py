"""What a step of the load came to, as numbers that are kept."""

import statistics
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.load.callers import Outcome, Verdict
from benchmarks.load.shape import Step
from benchmarks.times import children, processor_seconds

Figures = dict[str, Any]
_VERDICTS: tuple[Verdict, ...] = ("right", "refused", "late", "wrong")


class Machine:
    """Processor seconds and memory since it was made, of the center and of PostgreSQL."""

    def __init__(self, center: int, server: int) -> None:
        self._pids = {"center": center, "database": server}
        self._seconds_at_start = {name: processor_seconds(pid) for name, pid in self._pids.items()}
        self._processes = [Path(f"/proc/{pid}") for pid in (center, *children(center))]
        for process in self._processes:
            (process / "clear_refs").write_text("5")  # the most memory counts from now on

    def seconds(self) -> dict[str, float]:
        """Processor seconds of each."""
        return {name: processor_seconds(pid) - self._seconds_at_start[name] for name, pid in self._pids.items()}

    def megabytes(self) -> tuple[float, float]:
        """Memory that the center's largest process has, and the most that it had (resident)."""
        return max(map(_megabytes, self._processes))


def _megabytes(process: Path) -> tuple[float, float]:
    fields = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
    now, most = (int(fields[name].split()[0]) / 1024 for name in ("VmRSS", "VmHWM"))
    return now, most


def of_step(step: Step, found: Sequence[Outcome], machine: Machine) -> Figures:
    """`answered`: right answers a second while requests arrived; `each`: milliseconds of right answers by kind;
    `processor_ms`: of one request that was sent."""
    verdicts = Counter(call.verdict for call in found)
    kinds = defaultdict(list)
    for call in found:
        if call.verdict == "right":
            kinds[call.kind].append(call.ms)
    megabytes, most_megabytes = machine.megabytes()
    return {
        **asdict(step),
        "sent": len(found),
        **{name: verdicts[name] for name in _VERDICTS},
        "answered": sum(call.verdict == "right" and call.at <= step.seconds for call in found) / step.seconds,
        "all": marks([ms for times in kinds.values() for ms in times]),
        "each": {kind: marks(times) for kind, times in sorted(kinds.items())},
        "processor_ms": {name: used / len(found) * 1000 for name, used in machine.seconds().items()},
        "megabytes": megabytes,
        "most_megabytes": most_megabytes,
        "why": dict(Counter(f"{call.kind}: {call.why}" for call in found if call.verdict == "wrong").most_common(5)),
    }


def marks(times: Sequence[float]) -> dict[str, float]:
    """p50, p99 and p999 in the unit of the times; empty for fewer than two."""
    if len(times) < 2:
        return {}
    cuts = statistics.quantiles(times, n=1000, method="inclusive")
    return {"p50": cuts[499], "p99": cuts[989], "p999": cuts[998]}
