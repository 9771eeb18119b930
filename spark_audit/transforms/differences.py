"""The log against the exported history of grants: every allowed event must be supported by it."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import DIFFERENCES, names

_DENIED = 2


def differences(silver: DataFrame, grants: DataFrame) -> DataFrame:
    """Rows of DIFFERENCES; none is the right answer. Joined by revision, so clocks do not matter.

    not_exported: the grant is unknown. not_valid_at_revision: use before it was given or after it was revoked.
    out_of_window, user_not_in_role, resource_not_covered: known, but not for this time, user or resource.
    """
    uses = _uses(silver)
    known = sf.broadcast(grants.select("grant").distinct().withColumn("known", sf.lit(True)))
    history = sf.broadcast(
        grants.select("grant", "cluster", "from_rev", "until_rev", "valid_from", "valid_until", "users",
                      sf.col("res").alias("granted"))
    )  # fmt: skip
    stood = (sf.col("rev") >= sf.col("from_rev")) & (
        sf.col("until_rev").isNull() | (sf.col("rev") < sf.col("until_rev"))
    )
    same = (sf.col("use.grant") == sf.col("past.grant")) & (sf.col("use.cluster") == sf.col("past.cluster"))
    joined = uses.alias("use").join(history.alias("past"), same & stood, "left")
    kept = joined.select("use.*", "from_rev", "valid_from", "valid_until", "users", "granted")
    judged = kept.join(known, "grant", "left").withColumn("problem", _problem())
    return judged.where("problem is not null").select(*names(DIFFERENCES))


def _uses(silver: DataFrame) -> DataFrame:
    """Allowed events, probes too, summed before the join."""
    allowed = silver.where((sf.col("dec") != _DENIED) & sf.col("rev").isNotNull())
    each = allowed.select("cluster", "user", sf.col("res").alias("resource"), "rev", "n", "time", "t_end",
                          sf.explode("grants").alias("grant"))  # fmt: skip
    return each.groupBy("cluster", "grant", "user", "resource", "rev").agg(
        sf.sum("n").alias("n"), sf.min("time").alias("first"), sf.max("t_end").alias("last")
    )


def _problem() -> Column:
    early, late = sf.col("first") < sf.col("valid_from"), sf.col("last") >= sf.col("valid_until")
    return (
        sf.when(sf.col("known").isNull(), "not_exported")
        .when(sf.col("from_rev").isNull(), "not_valid_at_revision")
        .when(early | late, "out_of_window")
        .when(~sf.array_contains("users", sf.col("user")), "user_not_in_role")
        .when(~_related(), "resource_not_covered")
    )


def _related() -> Column:
    """The granted resource is the used one, above it, below it (listings), or the topic a retry topic serves."""
    used, granted = (sf.regexp_replace(name, "/non-persistent://", "/") for name in ("resource", "granted"))
    above = sf.startswith(sf.concat(used, sf.lit("/")), sf.concat(granted, sf.lit("/")))
    below = sf.startswith(granted, sf.concat(used, sf.lit("/")))
    serves = sf.startswith(used, sf.concat(granted, sf.lit("-"))) & (used.endswith("-RETRY") | used.endswith("-DLQ"))
    return (sf.col("granted") == "*") | above | below | serves
