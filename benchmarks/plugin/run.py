"""What the plugin adds to a broker besides decisions: access events, the interceptor on each message, and finding the
open connections that a change concerns. Measured by JMH; slowness is no failure."""

import json
import tempfile
from pathlib import Path

from benchmarks.jmh import Jmh, Row

_CONNECTIONS = (1_000, 100_000)


def measure(*, quick: bool = False) -> list[Row]:
    """The rows for `make bench`; `quick` in short rounds. Raises CalledProcessError when the build or JMH fails."""
    with tempfile.TemporaryDirectory() as folder:
        jmh = Jmh(Path(folder), quick=quick)
        return [*_events(jmh), *_messages(jmh), *_changes(jmh)]


def _events(jmh: Jmh) -> list[Row]:
    found = jmh.best("EventBenchmark")
    return [
        _row("access event: the broker's thread gives it away", found["handOver"], "ns", "<= 1,000 ns"),
        _row("access event: the writer merges it", found["merge"], "ns", "<= 1,000 ns"),
        _row("access event: the writer makes its line", found["line"], "ns", "<= 1,000 ns"),
    ]


def _messages(jmh: Jmh) -> list[Row]:
    found = jmh.best("InterceptorBenchmark")
    return [
        _row("interceptor: a message produced", found["produced"], "ns", ""),
        _row("interceptor: a message consumed", found["consumed"], "ns", ""),
    ]


def _changes(jmh: Jmh) -> list[Row]:
    rows: list[Row] = []
    least: dict[str, Row] = {}
    for connections in _CONNECTIONS:
        found = jmh.best("ChangeBenchmark", "-p", f"connections={connections}", times=1)
        least = least or found
        for name, (what, goal) in _WHOM.items():
            side = found[name]
            rows.append(_row(f"whom it concerns of {connections:,}: {what}", side, "us", goal, least[name]))
    return rows


_WHOM = {
    "oneGrantOfOneUser": ("one grant of one of 1,000 users", "grows with theirs"),
    "everySignIn": ("a revoked token", "grows with all"),
    "everything": ("everything", ""),
}


def _row(what: str, side: Row, unit: str, goal: str, bare: Row | None = None) -> Row:
    ratio = side["ns"] / bare["ns"] if bare else None
    return {
        "what": f"{what} [{side['bytes']:.0f} B]",
        "ours": side["ns"],
        "bare": bare["ns"] if bare else None,
        "unit": unit,
        "ratio": ratio,
        "goal": goal,
        "bytes": side["bytes"],
    }


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))
