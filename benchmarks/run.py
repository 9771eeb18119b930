"""`make bench`: run every benchmark, print one table, write the results to build/bench/results.json.

Each entry is a module `benchmarks.<name>.run` with `measure() -> list[dict]`, one dictionary a row:
`what`, `ours`, `bare`, `unit`, `ratio`, `goal` (text), and whatever else it wants kept. Ratios come from one run,
side by side; nothing here fails because something was slow.
"""

import argparse
import importlib
import json
import platform
import sys
from pathlib import Path
from typing import Any

ENTRIES = (
    "decision",
    "plugin",
    "peers",
    "service_decision",
    "big_estate",
    "change_feed",
    "snapshot",
    "broker",
    "audit",
    "audit_day",
)
ALONE = ("openfga",)
"""Measured only when named: they need a program that nothing here installs."""
_RESULTS = Path(__file__).parent.parent / "build" / "bench" / "results.json"


def main() -> int:
    """Run what is named on the command line, or everything. Exit status 2 for an unknown name."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run", description=__doc__)
    parser.add_argument(
        "names", nargs="*", help=f"of {', '.join([*ENTRIES, *ALONE])}; everything but the last by default"
    )
    parser.add_argument("--events", type=int, help="how many events `audit` makes up")
    wanted = parser.parse_args()
    chosen = wanted.names or list(ENTRIES)
    unknown = set(chosen) - {*ENTRIES, *ALONE}
    if unknown:
        print(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join([*ENTRIES, *ALONE])}", file=sys.stderr)
        return 2
    rows = [{"entry": name, **row} for name in chosen for row in _measure(name, wanted.events)]
    _RESULTS.parent.mkdir(parents=True, exist_ok=True)
    machine = {"processor": platform.machine(), "python": platform.python_version(), "system": platform.system()}
    _RESULTS.write_text(json.dumps({"machine": machine, "rows": rows}, indent=2) + "\n")
    _print(rows)
    return 0


def _measure(name: str, events: int | None) -> list[dict[str, Any]]:
    print(f"measuring {name} …", flush=True)
    options = {"events": events} if name == "audit" and events else {}
    rows: list[dict[str, Any]] = importlib.import_module(f"benchmarks.{name}.run").measure(**options)
    return rows


def _print(rows: list[dict[str, Any]]) -> None:
    print(f"\n{'what':<58}{'ours':>12}{'bare':>12} {'unit':<8}{'ratio':>7}  goal")
    for row in rows:
        ratio = f"{row['ratio']:.2f}" if row.get("ratio") is not None else "-"
        numbers = "".join(f"{_number(row.get(key)):>12}" for key in ("ours", "bare"))
        print(f"{row['what']:<58}{numbers} {row.get('unit', ''):<8}{ratio:>7}  {row.get('goal', '')}")


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:,.3g}" if abs(value) < 1000 else f"{value:,.0f}"


if __name__ == "__main__":
    sys.exit(main())
