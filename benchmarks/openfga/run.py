"""`POST /access/check` compared with OpenFGA's `Check`: the same estate and questions, both over HTTP on this machine.

`python -m benchmarks.run openfga`. OpenFGA comes from the PATH, or is built once with Go. First its tuples are in
memory and the center's rows in a SQLite file; then both use one PostgreSQL. The center is the service as users start
it; the caller sends a token. One caller with one kept-alive connection, then 16 with one each. Every answer is compared
before anything is measured; both take turns.
"""

from itertools import cycle, islice
from typing import Any

from benchmarks.big_estate.rows import Size
from benchmarks.connection import Connection, rate
from benchmarks.openfga import changing
from benchmarks.openfga.sides import ONE_POSTGRESQL, Pair, both
from benchmarks.times import Timed, medians, processor

Row = dict[str, Any]
_GRANTS, _QUICK = 10_000, 1_000
_ROUNDS, _CALLERS = 5, 16
_TOGETHER = 3_000
"""Questions in one round of sixteen callers."""


def measure(*, quick: bool = False) -> list[Row]:
    """The rows. Raises AssertionError if the two disagree, and RuntimeError without OpenFGA and Go."""
    grants, rounds = (_QUICK, 2) if quick else (_GRANTS, _ROUNDS)
    rows = []
    for where in ("SQLite and memory", ONE_POSTGRESQL):
        with both(where, Size(grants)) as pair:
            what = f"check, {grants:,} grants, beside OpenFGA, {where}"
            rows += [_row(pair, what, rounds), _together(pair, what, rounds, _TOGETHER // (10 if quick else 1))]
            if where == ONE_POSTGRESQL:
                rows += changing.rows(pair, what, _CALLERS, rounds, _TOGETHER * (1 if quick else 4))
    return rows


def _row(pair: Pair, what: str, rounds: int) -> Row:
    sides = {
        "ours": _in_turn(pair.center.administrator, pair.ours),
        "theirs": _in_turn(pair.fga.connection, pair.theirs),
    }
    found = medians(sides, rounds, at_a_time=100)
    work = [processor(pair.center.pid, sides["ours"]), processor(pair.fga.pid, sides["theirs"])]
    what = f"{what}, 1 caller [processor {work[0]:.2f}, {work[1]:.2f} ms]"
    goal = "faster" if "PostgreSQL" in what else "<= 1.5 x"
    ours, theirs = found["ours"], found["theirs"]
    return {"what": what, "ours": ours, "bare": theirs, "unit": "ms", "ratio": ours / theirs, "goal": goal}


def _in_turn(connection: Connection, requests: list[bytes]) -> Timed:
    waiting = cycle(requests)
    return lambda: connection.milliseconds(next(waiting))


def _together(pair: Pair, what: str, rounds: int, number: int) -> Row:
    sides = {"ours": (pair.center.url, pair.ours), "theirs": (pair.fga.address, pair.theirs)}
    best = dict.fromkeys(sides, 0.0)
    for _ in range(rounds):
        for name, (address, requests) in sides.items():
            best[name] = max(best[name], rate(address, list(islice(cycle(requests), number)), _CALLERS))
    ours, theirs = best["ours"], best["theirs"]
    row = {"what": f"{what}, {_CALLERS} callers", "ours": ours, "bare": theirs, "unit": "/s", "ratio": ours / theirs}
    return {**row, "goal": ">= 1 x"}
