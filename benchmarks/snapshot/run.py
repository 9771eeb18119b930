"""What a snapshot of a million grants, a delta of one grant and 100,000 prefixes cost a broker, the network and the
center.

The broker's side is measured by JMH and by a program that reads its heap, the center's side in its own process on
SQLite. Slowness is no failure.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.jmh import Jmh, Row

MILLION = 1_000_000
SIZES = (1_000, 100_000, MILLION)


def measure(*, quick: bool = False) -> list[Row]:
    """The rows for `make bench`. `quick`: the center's side alone, with the two smaller sizes."""
    if quick:
        return [row for size in SIZES[:-1] for row in _center(size)]
    with tempfile.TemporaryDirectory() as folder:
        jmh = Jmh(Path(folder))
        return [*_broker(jmh), *_prefixes(jmh), *(row for size in SIZES for row in _center(size))]


def _broker(jmh: Jmh) -> list[Row]:
    package = "io.github.pulsarusercenter.snapshot.rights"
    load = jmh.best("SnapshotLoadBenchmark", times=1)["load"]
    rows = [_row("snapshot: load 1,000,000 grants", load["ns"], "ms", "", bytes=load["bytes"])]
    least: Row | None = None
    for size in SIZES:
        delta = jmh.best("DeltaBenchmark", "-p", f"grants={size}", times=1)["apply"]
        least = least or delta
        what = f"delta of one grant among {size:,} [{delta['bytes']:.0f} B]"
        rows.append(_row(what, delta["ns"], "us", "flat", bare=least["ns"], bytes=delta["bytes"]))
    packed, heap, changed, _ = map(int, jmh.program(f"{package}.SnapshotHeap", str(MILLION), "TOPICS").split())
    rows.append(_row("snapshot: heap for 1,000,000 grants", heap / 1e6, "MB", "<= 300"))
    rows.append(_row("snapshot: the same after 100,000 deltas", changed / 1e6, "MB", "<= 300"))
    rows.append(_row("snapshot: the same, packed", packed / 1e6, "MB", ""))
    return rows


def _prefixes(jmh: Jmh) -> list[Row]:
    """Grants limited to prefixes beside as many on topics: spread over users and namespaces, and all of one role."""
    units = {"load": "ms", "heap": "MB", "a decision that is not remembered": "ns"}
    rows = []
    kinds = (
        ("", "TOPICS", "PREFIXES"),
        (" of one role", "TOPICS_OF_ONE", "PREFIXES_OF_ONE"),
        (" of one role, of which five cover a name", "TOPICS_OF_ONE", "NESTED_PREFIXES_OF_ONE"),
    )
    for whose, bare, limited in kinds:
        topics, side = _kind(jmh, bare), _kind(jmh, limited)
        rows += [
            _row(f"100,000 prefixes{whose}: {what}", side[what], unit, "about 1", bare=topics[what])
            for what, unit in units.items()
        ]
    return rows


def _kind(jmh: Jmh, kind: str) -> dict[str, float]:
    load = jmh.best("SnapshotLoadBenchmark", "-p", "grants=100000", "-p", f"kind={kind}", times=1)["load"]
    decision = jmh.best("PrefixBenchmark", "-p", f"kind={kind}", times=1)["uncached"]
    heap = jmh.program("io.github.pulsarusercenter.snapshot.rights.SnapshotHeap", "100000", kind).split()[1]
    return {"load": load["ns"], "heap": int(heap) / 1e6, "a decision that is not remembered": decision["ns"]}


def _center(size: int) -> list[Row]:
    command = [sys.executable, "-m", "benchmarks.snapshot.center", str(size)]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    rows = [_row(f"delta on the wire, {size:,} grants", found["delta_bytes"], "bytes", "flat", **found)]
    if size == MILLION:
        rows += [
            _row("center: build a snapshot of 1,000,000 grants", found["build_seconds"], "s", ""),
            _row("center: memory it takes at most", found["build_mb"], "MB", ""),
            _row("center: bytes it keeps and sends", found["packed_mb"], "MB", ""),
            _row("center: longest wait of another request meanwhile", found["longest_wait_ms"], "ms", ""),
        ]
    return rows


def _row(what: str, ours: float, unit: str, goal: str, bare: float | None = None, **more: Any) -> Row:
    ratio = ours / bare if bare else None
    return {"what": what, "ours": ours, "bare": bare, "unit": unit, "ratio": ratio, "goal": goal, **more}


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))
