"""The log against the exported history of grants: every allowed event must be supported by it."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from spark_audit.schemas import DIFFERENCES, names

_DENIED = 2


def differences(silver: DataFrame, grants: DataFrame) -> DataFrame:
    """Rows of DIFFERENCES; none is the right answer. Joined by revision, so clocks do not matter.

    not_exported: the grant is unknown. not_valid_at_revision: use before it was given or after it was revoked.
    out_of_window, user_not_in_role, resource_not_covered: known, but not for this time, user or resource.
    """
    uses = _uses(silver)
    known = F.broadcast(grants.select("grant").distinct().withColumn("known", F.lit(True)))
    history = F.broadcast(
        grants.select("grant", "cluster", "from_rev", "until_rev", "valid_from", "valid_until", "users",
                      F.col("res").alias("granted"))
    )  # fmt: skip
    stood = (F.col("rev") >= F.col("from_rev")) & (F.col("until_rev").isNull() | (F.col("rev") < F.col("until_rev")))
    same = (F.col("use.grant") == F.col("past.grant")) & (F.col("use.cluster") == F.col("past.cluster"))
    joined = uses.alias("use").join(history.alias("past"), same & stood, "left")
    kept = joined.select("use.*", "from_rev", "valid_from", "valid_until", "users", "granted")
    judged = kept.join(known, "grant", "left").withColumn("problem", _problem())
    return judged.where("problem is not null").select(*names(DIFFERENCES))


def _uses(silver: DataFrame) -> DataFrame:
    """Allowed events, probes too, summed before the join."""
    allowed = silver.where((F.col("dec") != _DENIED) & F.col("rev").isNotNull())
    each = allowed.select("cluster", "user", F.col("res").alias("resource"), "rev", "n", "time", "t_end",
                          F.explode("grants").alias("grant"))  # fmt: skip
    return each.groupBy("cluster", "grant", "user", "resource", "rev").agg(
        F.sum("n").alias("n"), F.min("time").alias("first"), F.max("t_end").alias("last")
    )


def _problem() -> Column:
    early, late = F.col("first") < F.col("valid_from"), F.col("last") >= F.col("valid_until")
    return (
        F.when(F.col("known").isNull(), "not_exported")
        .when(F.col("from_rev").isNull(), "not_valid_at_revision")
        .when(early | late, "out_of_window")
        .when(~F.array_contains("users", F.col("user")), "user_not_in_role")
        .when(~_related(), "resource_not_covered")
    )


def _related() -> Column:
    """The granted resource is the used one, above it, below it (listings), or the topic a retry topic serves."""
    used, granted = (F.regexp_replace(name, "/non-persistent://", "/") for name in ("resource", "granted"))
    above = F.startswith(F.concat(used, F.lit("/")), F.concat(granted, F.lit("/")))
    below = F.startswith(granted, F.concat(used, F.lit("/")))
    serves = F.startswith(used, F.concat(granted, F.lit("-"))) & (used.endswith("-RETRY") | used.endswith("-DLQ"))
    return (F.col("granted") == "*") | above | below | serves
