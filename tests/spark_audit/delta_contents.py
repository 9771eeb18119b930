"""Reads a Delta Lake table by its log, without Spark: files that were added and not removed."""

import json
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote

import duckdb


def files(table: Path) -> list[Path]:
    """The files of the newest version, by name."""
    found: set[str] = set()
    for commit in sorted((table / "_delta_log").glob("*.json")):
        actions = [json.loads(line) for line in commit.read_text(encoding="utf-8").splitlines()]
        found -= {action["remove"]["path"] for action in actions if "remove" in action}
        found |= {action["add"]["path"] for action in actions if "add" in action}
    return sorted(table / unquote(path) for path in found)


def rows(parts: Sequence[Path]) -> list[str]:
    """The rows of Parquet files below partitions, sorted."""
    if not parts:
        return []
    read = duckdb.connect().execute("from read_parquet(?, hive_partitioning = true)", [list(map(str, parts))])
    assert read.description is not None
    names = [column[0] for column in read.description]
    return sorted(str(dict(zip(names, row, strict=True))) for row in read.fetchall())
