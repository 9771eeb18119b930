"""Lists, rights and grants on estates of 10³ to 10⁶ grants: cost must grow with the answer, not with the tables.

`python -m benchmarks.run big_estate`, on SQLite files in a temporary directory, or on the database in
PUC_BENCH_DATABASE_URL (emptied for each size). It measures the service as users start it, with one kept-alive
connection per caller; the best of several rounds counts. (tests/databases/test_query_plans.py tests that no statement
scans a big table.)
"""

import os
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.big_estate.filled import fill
from benchmarks.big_estate.process import Center, start_center
from benchmarks.big_estate.requests import all_requests
from benchmarks.big_estate.rows import Size

Row = dict[str, Any]
_SIZES = (1_000, 10_000, 100_000, 1_000_000)
_ROUNDS = 9


def measure(*, quick: bool = False) -> list[Row]:
    """The rows for `make bench`: milliseconds at the biggest size beside a small one; the whole curve in `what`.
    `quick`: the biggest has 10,000 grants."""
    curves = [_measure(size) for size in (_SIZES[:2] if quick else _SIZES)]
    return [_row(name, [curve[name] for curve in curves]) for name in curves[0]]


def _measure(grants: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as directory:
        url = os.environ.get("PUC_BENCH_DATABASE_URL", f"sqlite:///{directory}/center.db")
        with start_center(fill(url, Size(grants)), Path(directory)) as center:
            found: dict[str, float] = {}
            for question in all_requests():
                caller = center.administrator if question.who == "administrator" else center.reader
                request = caller.request(question.method, f"/api/v1/{question.path}", question.body)
                found[question.name] = min(caller.milliseconds(request) for _ in range(_ROUNDS))
            return {**found, "grant": min(_grant(center, number) for number in range(3 * _ROUNDS))}


def _grant(center: Center, number: int) -> float:
    body = {"user_id": 3 + number, "res_type": 4, "res_id": 150 + number, "authorities": [304]}
    caller = center.administrator
    return caller.milliseconds(caller.request("POST", "/api/v1/grants", body))


def _row(name: str, curve: list[float]) -> Row:
    # In the smallest estate, lists hold less than a page, so they are compared with the next size.
    small, beside = (curve[0], "10^3") if name == "grant" else (curve[1], "10^4")
    what = f"big estate: {name} [10^3..{2 + len(curve)}: {', '.join(f'{ms:.1f}' for ms in curve)}], beside {beside}"
    row = {"what": what, "ours": curve[-1], "bare": small, "unit": "ms", "ratio": curve[-1] / small}
    return {**row, "goal": "<= 1.2 x" if name == "grant" else "flat", "curve": curve}
