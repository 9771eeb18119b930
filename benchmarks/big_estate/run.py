"""Lists, rights and grants on estates of 10⁴, 10⁵ and 10⁶ grants: cost must grow with the answer, not the tables.

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
_SIZES = (10_000, 100_000, 1_000_000)
_ROUNDS = 9
_GOAL = "<= 1.2 x for a grant; flat for lists"


def measure() -> list[Row]:
    """The rows for `make bench`: milliseconds at the biggest size beside those at the smallest."""
    curves = {size: _measured(size) for size in _SIZES}
    small, big = curves[_SIZES[0]], curves[_SIZES[-1]]
    return [_row(name, big[name], small[name], [curves[size][name] for size in _SIZES]) for name in big]


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


def _row(name: str, big: float, small: float, curve: list[float]) -> Row:
    what = f"big estate: {name}, 10^6 beside 10^4 grants"
    return {"what": what, "ours": big, "bare": small, "unit": "ms", "ratio": big / small, "goal": _GOAL, "curve": curve}


if __name__ == "__main__":
    for row in measure():
        curve = " ".join(f"{value:8.1f}" for value in row["curve"])
        print(f"{row['what']:<75} {curve} ms  {row['ratio']:.2f} x")
