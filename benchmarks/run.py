"""`make bench`: run every benchmark, print one table, write the results to build/bench/results.json.

Each entry is a module `benchmarks.<name>.run` with `measure() -> list[dict]`, one dictionary a row:
`what`, `ours`, `bare`, `unit`, `ratio`, `goal` (text), and whatever else it wants kept. With `quick` among its
parameters it knows a smaller size. Ratios come from one run, side by
side; nothing here fails because something was slow.
"""

import argparse
import importlib
import inspect
import json
import platform
import signal
import sys
import traceback
from pathlib import Path
from typing import Any

ENTRIES = (
    "decision",
    "plugin",
    "peers",
    "service_decision",
    "openfga",
    "token_endpoint",
    "sign_in",
    "bare_route",
    "questions",
    "big_estate",
    "change_feed",
    "snapshot",
    "cluster_import",
    "broker",
    "audit",
    "audit_day",
    "audit_skew",
    "audit_real",
)
_RESULTS = Path(__file__).parent.parent / "build" / "bench" / "results.json"


def main() -> int:
    """Run the named benchmarks, or all. Exit status 2 for an unknown name, 1 if one failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(ENTRIES)}; everything by default")
    parser.add_argument("--events", type=int, help="how many events `audit` makes up")
    parser.add_argument("--quick", action="store_true", help="a try: smaller sizes, where an entry knows some")
    wanted = parser.parse_args()
    chosen = wanted.names or list(ENTRIES)
    unknown = set(chosen) - set(ENTRIES)
    if unknown:
        print(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(ENTRIES)}", file=sys.stderr)
        return 2
    # sys.exit on SIGTERM, so that the services it has started are ended too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    rows: list[dict[str, Any]] = []
    failed = [name for name in chosen if not _add_rows(name, wanted, rows)]
    _print(rows)
    if failed:
        print(f"not measured, see above: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def _add_rows(name: str, wanted: argparse.Namespace, rows: list[dict[str, Any]]) -> bool:
    """Add the rows of one benchmark; returns whether it succeeded. An error must not stop the others."""
    try:
        rows += [{"entry": name, **row} for row in _measure(name, wanted)]
        _write(rows)
    except Exception:
        traceback.print_exc()
        return False
    return True


def _write(rows: list[dict[str, Any]]) -> None:
    _RESULTS.parent.mkdir(parents=True, exist_ok=True)
    machine = {"processor": platform.machine(), "python": platform.python_version(), "system": platform.system()}
    _RESULTS.write_text(json.dumps({"machine": machine, "rows": rows}, indent=2) + "\n")


def _measure(name: str, wanted: argparse.Namespace) -> list[dict[str, Any]]:
    print(f"measuring {name} …", flush=True)
    measure = importlib.import_module(f"benchmarks.{name}.run").measure
    known = inspect.signature(measure).parameters
    arguments = {"events": wanted.events, "quick": wanted.quick}
    rows: list[dict[str, Any]] = measure(**{key: value for key, value in arguments.items() if value and key in known})
    return rows


def _print(rows: list[dict[str, Any]]) -> None:
    wide = max((len(row["what"]) for row in rows), default=0) + 1
    print(f"\n{'what':<{wide}}{'ours':>12}{'bare':>12} {'unit':<8}{'ratio':>7}  goal")
    for row in rows:
        ratio = f"{row['ratio']:.2f}" if row.get("ratio") is not None else "-"
        numbers = "".join(f"{_number(row.get(key)):>12}" for key in ("ours", "bare"))
        print(f"{row['what']:<{wide}}{numbers} {row.get('unit', ''):<8}{ratio:>7}  {row.get('goal', '')}")


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:,.3g}" if abs(value) < 1000 else f"{value:,.0f}"


if __name__ == "__main__":
    sys.exit(main())
