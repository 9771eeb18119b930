"""The numbers of the report's pictures of use. Each use counts once, under the grant that decided."""

from typing import Final

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms import paths
from spark_audit.transforms.reach import plain
from spark_audit.transforms.reports.report_rows import line, place

USE: Final = {
    "trend": ["tenant", "date", "allowed", "denied"],
    "heat": ["tenant", "role", "area", "n", "grant", "first", "last"],
    "flow": ["tenant", "user", "topic", "n", "first", "last"],
}
"""The tables that `use` makes, with their columns; `grant` is the lowest id of those that decided."""

_DENIED = 2
_KEYS = ("date", "tenant", "role", "namespace", "topic", "user", "path")
_TREND, _TREND_OF, _HEAT, _HEAT_OF, _FLOW = (
    ("date",), ("tenant", "date"), ("role", "namespace"), ("tenant", "role", "topic"), ("tenant", "user", "path"),
)  # fmt: skip


def use(usage: DataFrame, grants: DataFrame) -> DataFrame:
    """Lines (report_rows.line) of the tables `trend`, `heat` and `flow`, in one pass over rows of USAGE_DAILY.

    A null tenant means the estate in trend and heat, and a resource above tenants in flow. `area` in heat: for the
    estate, cluster/tenant/namespace; for a tenant, namespace/topic.
    """
    known = sf.col("tenant").isNotNull()
    line_of_table = (
        sf.when(_set(*_TREND) | (_set(*_TREND_OF) & known), _line("trend", ["tenant", "date"]))
        .when(
            (_set(*_HEAT) | (_set(*_HEAT_OF) & known)) & (sf.col("applied") > 0),
            _line("heat", ["tenant", "-applied", "role", "namespace", "topic"]),
        )
        .when(_set(*_FLOW) & (sf.col("allowed") > 0), _line("flow", ["-allowed", "user", "path"]))
    )
    return _sums(usage, grants).select(line_of_table.alias("line")).where("line is not null").select("line.*")


def _line(table: str, order: list[str]) -> Column:
    columns = {
        "n": sf.col("applied" if table == "heat" else "allowed"),
        "area": sf.coalesce("namespace", "topic"),
        "topic": sf.col("path"),
    }
    row = sf.struct(*[columns.get(column, sf.col(column)).alias(column) for column in USE[table]])
    return line(table, [place(key, key.startswith("-")) for key in order], row)


def _sums(usage: DataFrame, grants: DataFrame) -> DataFrame:
    """Sums by the five groupings at once; the keys that a grouping leaves out are null in its rows."""
    names = grants.groupBy("grant").agg(sf.max_by("role_name", sf.struct("from_rev", "cluster")).alias("role_name"))
    path = plain("resource")
    role = sf.coalesce("role_name", sf.concat(sf.lit("#"), sf.col("grant").cast("string")))
    rows = usage.join(sf.broadcast(names), "grant", "left").select(
        "date", paths.tenant(path).alias("tenant"), role.alias("role"), "user", path.alias("path"),
        sf.substring_index(path, "/", 3).alias("namespace"),
        sf.regexp_replace(path, "^[^/]*/[^/]*/", "").alias("topic"), "grant", "applied", "first", "last",
        _uses().alias("uses"), _denied_n().alias("refused"),
    )  # fmt: skip
    sets = [[sf.col(key) for key in keys] for keys in (_TREND, _TREND_OF, _HEAT, _HEAT_OF, _FLOW)]
    used = sf.col("uses") > 0
    return rows.groupingSets(sets, *_KEYS).agg(
        sf.grouping_id().alias("grouping"),
        sf.sum("uses").alias("allowed"),
        sf.sum("refused").alias("denied"),
        sf.sum("applied").alias("applied"),
        sf.min(sf.when(sf.col("applied") > 0, sf.col("grant"))).alias("grant"),
        sf.min(sf.when(used, sf.col("first"))).alias("first"),
        sf.max(sf.when(used, sf.col("last"))).alias("last"),
    )


def _set(*keys: str) -> Column:
    """The rows of the grouping by these keys. `grouping` has a bit set for each key left out, the first key highest."""
    bits = "".join("0" if key in keys else "1" for key in _KEYS)
    return sf.col("grouping") == int(bits, 2)


def _uses() -> Column:
    """Each use once: in the row of the grant that decided; without a covering grant (super users of broker.conf,
    observed), in the row without one."""
    once = sf.when(sf.col("grant").isNull(), sf.col("n")).otherwise(sf.col("applied"))
    return sf.when(sf.col("decision") == _DENIED, 0).otherwise(once)


def _denied_n() -> Column:
    return sf.when(sf.col("decision") == _DENIED, sf.col("n")).otherwise(0)
