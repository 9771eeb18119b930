"""The audit's gold tables and status compared with hand-written Spark SQL and DuckDB, on one generated estate
(`benchmarks.estate`).

The rows of all three are compared before any time counts. `python -m benchmarks.run audit --events 10000000`.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb

from benchmarks.audit import inputs, spark_sql
from benchmarks.audit.copies import multiply
from benchmarks.audit.memory import most

Row = dict[str, Any]
_GRANTS_EACH = 100
"""Events per grant: 10 million events have 100,000 grants."""
_ORDER = ("ours", "by_hand", "duckdb", "ours", "by_hand")
"""Spark's sides take turns."""
_ROUNDS = 2
_MADE_UP = 10_000_000
"""An estate with more events consists of copies of one with so many. It takes long, so it is measured only once."""


def measure(events: int = 1_000_000) -> list[Row]:
    """The rows for `make bench`; for an estate of copies, after those of the original.

    Raises AssertionError if the sides disagree, and CalledProcessError if one fails.
    """
    with tempfile.TemporaryDirectory(prefix="audit-") as folder:
        directory, copies = Path(folder), max(events // _MADE_UP, 1)
        made_up = events // copies
        size = inputs.estate(directory, made_up, max(made_up // _GRANTS_EACH, 50))
        window = (str(size.first), str(size.until))
        intake = _side("silver", directory, window, 1)
        rows = [_intake(made_up, intake), *_beside_others(made_up, directory, window, _ORDER, _ROUNDS)]
        if copies > 1:
            multiply(directory, copies, directory / "copied")
            rows += _beside_others(events, directory / "copied", window, _ORDER[:3], 1)
        return rows


def _beside_others(
    events: int, directory: Path, window: tuple[str, str], order: Sequence[str], rounds: int
) -> list[Row]:
    """Run every side in this order for some rounds. The best round of each side counts."""
    found: dict[str, list[Row]] = {}
    for side in order:
        found.setdefault(side, []).append(_side(side, directory, window, rounds))
        print(f"  {events:,} events, {side}: {found[side][-1]}", flush=True)
    _compare(directory)
    best = {side: min(rows, key=lambda row: float(row["seconds"])) for side, rows in found.items()}
    return [
        _row(events, "hand-written Spark SQL", best["ours"], best["by_hand"], "<= 1.15 x"),
        _row(events, "DuckDB", best["ours"], best["duckdb"], "<= 5 x"),
    ]


def _side(side: str, directory: Path, window: tuple[str, str], rounds: int) -> Row:
    command = [sys.executable, "-m", "benchmarks.audit.sides", side, str(directory), *window, str(rounds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        megabytes = most(process)
        output = process.stdout.read() if process.stdout else ""
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command, output)
    return {**json.loads(output.splitlines()[-1]), "megabytes": megabytes}


def _compare(directory: Path) -> None:
    """Every table that was written by hand has the same rows on every side, in the columns that it has there."""
    connection = duckdb.connect()
    for name in spark_sql.TABLES:
        twin = f"read_parquet('{directory / 'duckdb' / name}.parquet')"
        others = [
            f"read_parquet('{side / name}/**/*.parquet', hive_partitioning = true)"
            for side in (directory / "by_hand", directory / "ours" / "gold")
        ]
        described = [row[0] for row in connection.execute(f"DESCRIBE FROM {others[0]}").fetchall()]
        columns = ", ".join(f'"{column}"' for column in described)
        for other in others[:1] if name == "coverage" else others:  # ours has it in the status of every grant
            for left, right in ((twin, other), (other, twin)):
                query = f"SELECT count(*) FROM (SELECT {columns} FROM {left} EXCEPT ALL SELECT {columns} FROM {right})"
                (missing,) = connection.execute(query).fetchone() or (None,)
                assert missing == 0, f"{missing} rows of {left} are not in {right}"


def _intake(events: int, took: Row) -> Row:
    return {
        "what": f"audit: lines to silver, {events:,} events", "ours": took["seconds"], "bare": None, "unit": "s",
        "goal": "", "megabytes": took["megabytes"], "spark": took["spark"],
    }  # fmt: skip


def _row(events: int, other: str, ours: Row, bare: Row, goal: str) -> Row:
    return {
        "what": f"audit, {events:,} events: gold and status, {other}", "ours": ours["seconds"], "bare": bare["seconds"],
        "unit": "s", "ratio": ours["seconds"] / bare["seconds"], "goal": goal, "rows": "identical",
        "megabytes": {"ours": ours["megabytes"], "bare": bare["megabytes"]}, "spark": ours["spark"],
    }  # fmt: skip
