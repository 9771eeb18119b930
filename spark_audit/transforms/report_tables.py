"""Tables of a run as the report lists them: denials with their remedy, suggestions with their back-test, counts."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.report_rows import scopes, with_tenant


def counted(rows: DataFrame, *keys: str) -> DataFrame:
    """scope, keys → n. `rows` have a column `tenant`."""
    per_tenant = rows.groupBy("tenant", *keys).agg(sf.count("*").alias("n"))
    scoped = per_tenant.withColumn("scope", scopes()).groupBy("scope", *keys).agg(sf.sum("n").alias("n"))
    return scoped.select("scope", *keys, "n")


def denials(daily: DataFrame, would_allow: DataFrame) -> DataFrame:
    """tenant, user, op, resource, reason → n, days, bursts, first, last, allow: rights that would have allowed it."""
    keys = ["cluster", "user", "op", "resource"]
    attempts = daily.groupBy(*keys, "reason").agg(
        sf.sum("n").alias("n"),
        sf.count_distinct("date").alias("days"),
        sf.max("bursts").alias("bursts"),
        sf.min("first").alias("first"),
        sf.max("last").alias("last"),
    )
    way = sf.struct("right", "at_type", "at_res", "example_role")
    ways = would_allow.groupBy(*keys).agg(sf.array_sort(sf.collect_set(way)).alias("allow"))
    joined = with_tenant(attempts.join(ways, keys, "left"))
    return joined.select(
        "tenant", "cluster", "user", "op", "resource", "reason", "n", "days", "bursts", "first", "last", "allow"
    )


def suggestions(rows: DataFrame, backtest: DataFrame) -> DataFrame:
    """Each suggestion with its `curve`: the back-test per window length."""
    test = sf.struct("window_days", "train_from", "train_until", "replay_until", "uses", "denied", "share", "users")
    curves = backtest.groupBy(sf.col("suggestion").alias("id")).agg(sf.array_sort(sf.collect_list(test)).alias("curve"))
    return rows.drop("until").join(curves, "id", "left").select(*rows.drop("until").columns, "curve")


def creep_trend(rows: DataFrame) -> DataFrame:
    """scope → the creep rows of the estate and of each tenant, over all runs given."""
    scope = sf.when(sf.col("scope_type") == "estate", "").otherwise(sf.coalesce("tenant", "scope"))
    own = rows.where("scope_type in ('estate', 'tenant')")
    return own.select(scope.alias("scope"), "until", "granted_leaves", "used_leaves", "creep", "reach", "index")
