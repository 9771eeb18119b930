"""A larger estate than can be generated in an hour: one of 10 million events, and copies of it with other names.

Each copy has its own users, brokers, tenants and grants on the same days; clusters and times are shared. DuckDB writes
it, so its files are compressed differently from those of the intake.
"""

from pathlib import Path

import duckdb

_NUMBERS = 1_000_000
"""Offset of the ids in each copy: more than the grants or roles in an estate of 10 million events."""
_EVENTS = """
    SELECT * EXCLUDE (copy) REPLACE (
        concat(boot, '-', copy) AS boot, concat(boot, '-', copy, '-', seq) AS uid,
        if(user = '', '', concat(user, '-', copy)) AS user, concat(cred, '-', copy) AS cred, {place} AS res,
        list_transform(grants, lambda one: one + copy * {numbers}) AS grants,
        list_transform(roles, lambda one: one + copy * {numbers}) AS roles
    ) FROM read_parquet('{file}'), range({copies}) AS numbered(copy)
"""
_GRANTS = """
    SELECT * EXCLUDE (copy) REPLACE (
        "grant" + copy * {numbers} AS grant, role + copy * {numbers} AS role, {place} AS res,
        list_transform(users, lambda one: concat(one, '-', copy)) AS users
    ) FROM read_parquet('{file}'), range({copies}) AS numbered(copy)
"""
_PLACE = "if(res LIKE '%/%', regexp_replace(res, '^([^/]+/[^/]+)', concat('\\1-', copy)), res)"


def multiply(directory: Path, copies: int, target: Path) -> None:
    """Write `out/silver/events` and `grants.parquet` of `directory`, `copies` times, below `target`."""
    connection = duckdb.connect(config={"threads": 2, "memory_limit": "6GB"})
    for query, files in ((_EVENTS, "out/silver/events/*/*.parquet"), (_GRANTS, "grants.parquet/*.parquet")):
        for file in sorted(directory.glob(files)):
            copied = target / file.relative_to(directory).parent / "part-00000.parquet"
            copied.parent.mkdir(parents=True, exist_ok=True)
            rows = query.format(file=file, copies=copies, numbers=_NUMBERS, place=_PLACE)
            connection.execute(f"COPY ({rows}) TO '{copied}'")
