"""Findings over time: the same finding keeps its id, and closes itself when it no longer holds."""

from datetime import date, timedelta

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import EVIDENCE, FINDINGS, names

_ID_DIGITS = 16


def settle(drafts: DataFrame, earlier: DataFrame, until: date, closed_days: int) -> DataFrame:
    """Rows of FINDINGS for the window that ends on `until`; `earlier`: those of the newest window that ended before it.

    Findings in `drafts` are open. An earlier finding that no longer holds is listed as closed, with its last content,
    for `closed_days` after the last window in which it held. If it comes back in that time, it keeps its `first_seen`.
    """
    proven = sf.coalesce("evidence", sf.array().cast(EVIDENCE))
    now = drafts.withColumns({"id": identity(), "evidence": proven})
    both = now.alias("now").join(earlier.alias("old"), "id", "full")
    holds = sf.col("now.kind").isNotNull()
    remembered = sf.col("old.last_seen") >= sf.lit(until - timedelta(days=closed_days))
    settling = {
        "until": sf.lit(until),
        "id": sf.col("id"),
        "state": sf.when(holds, "open").otherwise("closed"),
        "first_seen": sf.coalesce("old.first_seen", sf.lit(until)),
        "last_seen": sf.when(holds, sf.lit(until)).otherwise(sf.col("old.last_seen")),
    }
    kept = {
        column: sf.when(holds, sf.col(f"now.{column}")).otherwise(sf.col(f"old.{column}"))
        for column in names(FINDINGS)
        if column not in settling
    }
    return (
        both.where(holds | remembered)
        .select(*[column.alias(name) for name, column in (settling | kept).items()])
        .select(*names(FINDINGS))
    )


def identity() -> Column:
    """The id: the first 16 hex digits of SHA-256 over the JSON list of kind, subject type, subject and keys."""
    parts = sf.concat(sf.array("kind", "subject_type", "subject"), sf.col("keys"))
    return sf.substring(sf.sha2(sf.to_json(parts), 256), 1, _ID_DIGITS)
