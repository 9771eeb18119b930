"""Lists, rights and grants on estates of 10³ to 10⁶ grants: cost must grow with the answer, not the tables.

`python -m benchmarks.big_estate.run`, on SQLite files in a temporary directory, or on the database that
PUC_BENCH_DATABASE_URL names (emptied for each size). The best of several rounds counts. The plans of all statements are
looked through: a statement that reads a big table from end to end is named.
"""

import os
import tempfile
import time
from typing import Any

from benchmarks.big_estate.plans import scans
from benchmarks.big_estate.requests import Asked, asked
from benchmarks.big_estate.rows import Size
from benchmarks.big_estate.served import Served, serving

Row = dict[str, Any]
_SIZES = (1_000, 10_000, 100_000, 1_000_000)
_ROUNDS = 9


def measure() -> list[Row]:
    """The rows for `make bench`: milliseconds at the biggest size beside a small one; the whole curve in `what`."""
    curves = [_measured(size) for size in _SIZES]
    return [_row(name, [curve[name] for curve in curves]) for name in curves[0]]


def _measured(grants: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as directory:
        url = os.environ.get("PUC_BENCH_DATABASE_URL", f"sqlite:///{directory}/center.db")
        with serving(url, Size(grants)) as served:
            for name, statement in scans(served, asked()):
                print(f"  {grants:,} grants: {name} reads a whole table: {statement[:160]}", flush=True)
            found = {one.name: min(_milliseconds(served, one) for _ in range(_ROUNDS)) for one in asked()}
            return {**found, "grant": min(_grant(served, number) for number in range(3 * _ROUNDS))}


def _milliseconds(served: Served, one: Asked) -> float:
    client = served.administrator if one.who == "administrator" else served.reader
    begun = time.perf_counter()
    answer = client.request(one.method, f"/api/v1/{one.path}", json=one.body)
    took = time.perf_counter() - begun
    assert answer.status_code == 200, (one, answer.text)
    return took * 1000


def _grant(served: Served, number: int) -> float:
    body = {"user_id": 3 + number, "res_type": 4, "res_id": 150 + number, "authorities": [304]}
    begun = time.perf_counter()
    answer = served.administrator.post("/api/v1/grants", json=body)
    took = time.perf_counter() - begun
    assert answer.status_code == 201, answer.text
    return took * 1000


def _row(name: str, curve: list[float]) -> Row:
    # Lists of the smallest estate hold less than a page, so they are compared with the next one.
    small, beside = (curve[0], "10^3") if name == "grant" else (curve[1], "10^4")
    what = f"big estate: {name} [10^3..6: {', '.join(f'{one:.1f}' for one in curve)}], beside {beside}"
    row = {"what": what, "ours": curve[-1], "bare": small, "unit": "ms", "ratio": curve[-1] / small}
    return {**row, "goal": "<= 1.2 x" if name == "grant" else "flat", "curve": curve}


if __name__ == "__main__":
    for row in measure():
        print(f"{row['what']:<95} {row['ratio']:.2f} x")
