"""What the recomputation judges: allowed events, and denials for want of a grant, summed; with the authorities that
would have been enough."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.gold.denials import DENIED, LACKING, PROBE

_ALLOWED = 1
_BY_GRANTS = ("GRANTED", "OWN_SUBSCRIPTION", "SUPER_USER")
_SEPARATORS = "-_./:"
KEYS = (
    "date",
    "cluster",
    "user",
    "op",
    "resource",
    "rev",
    "decided",
    "above_all",
    "skewed",
    "needed",
    "readers",
    "choices",
)
USE = (*KEYS, "n", "first", "last")
TOLD = ("date", "cluster", "user", "op", "resource", "rev")
"""Of KEYS those that an event says itself, none of which is null."""


def uses(silver: DataFrame, rights: DataFrame) -> DataFrame:
    """KEYS, grants → n, first, last: the uses of a day that agree in these are one row.

    `decided`: a use that grants decided, so that all of them must be listed (a probe lists some). `above_all`: allowed
    as a super user, for whom only those grants count. `needed`: the authorities any of which is enough, null for an
    operation that the center does not know; `readers`: those that are enough on a retry or dead-letter topic;
    `choices`: how many rights there are any of which would do.
    """
    return _summed(_granted(silver), rights)


def single_uses(silver: DataFrame, rights: DataFrame, like: DataFrame) -> DataFrame:
    """The same of the uses that say TOLD as one of `like` does: one row per event, with its own first and last."""
    return _summed(_told_in(_granted(silver), like), rights, "time", "t_end")


def denials(silver: DataFrame, rights: DataFrame) -> DataFrame:
    """As `uses`, of attempts in earnest that were denied because a grant was missing; they list no grants."""
    return _summed(_denied_for_want(silver), rights)


def single_denials(silver: DataFrame, rights: DataFrame, like: DataFrame) -> DataFrame:
    """As `single_uses`, of such attempts."""
    return _summed(_told_in(_denied_for_want(silver), like), rights, "time", "t_end")


def _granted(silver: DataFrame) -> DataFrame:
    return silver.where((sf.col("dec") == _ALLOWED) & sf.col("rev").isNotNull() & sf.col("code").isin(*_BY_GRANTS))


def _denied_for_want(silver: DataFrame) -> DataFrame:
    """A sub-account's grant may be listed though its main account was said to have none."""
    lacking = (sf.col("dec") == DENIED) & sf.col("rev").isNotNull() & sf.col("code").isin(*LACKING)
    return silver.where(lacking & (sf.col("kind") != PROBE)).withColumn("grants", sf.lit(None).cast("array<bigint>"))


def _told_in(silver: DataFrame, like: DataFrame) -> DataFrame:
    silver_told = ["date", "cluster", "user", "op", "res", "rev"]
    return silver.join(like.select(*TOLD).toDF(*silver_told), silver_told, "left_semi")


def _summed(events: DataFrame, rights: DataFrame, *moments: str) -> DataFrame:
    summed = events.groupBy(
        "date", "cluster", "user", "op", "rtype", sf.col("res").alias("resource"), "rev",
        (sf.col("kind") != PROBE).alias("decided"), (sf.col("code") == "SUPER_USER").alias("above_all"),
        sf.col("clock").isNotNull().alias("skewed"), _own().alias("own"),
        sf.array_distinct(sf.coalesce("grants", sf.array().cast("array<bigint>"))).alias("grants"), *moments,
    ).agg(sf.sum("n").alias("n"), sf.min("time").alias("first"), sf.max("t_end").alias("last"))  # fmt: skip
    enough = sf.broadcast(needs(rights))
    return summed.join(enough, ["op", "rtype", "own"], "left").select(*KEYS, "grants", "n", "first", "last")


def _own() -> Column:
    """The subscription is named after the user: `alice`, `alice-billing`."""
    rest = sf.expr("substring(sub, length(user) + 1, 1)")
    after = (rest == "") | sf.lit(_SEPARATORS).contains(rest)
    return sf.coalesce(sf.col("sub").startswith(sf.col("user")) & after, sf.lit(False))


def needs(rights: DataFrame) -> DataFrame:
    """op, rtype, own → needed, readers, choices: of every alternative, those for own subscriptions only with `own`."""
    either = rights.withColumn("own", sf.explode(sf.when(sf.col("own"), _array(True)).otherwise(_array(True, False))))
    joined = {
        "needed": sf.array_distinct(sf.flatten(sf.collect_list("authorities"))),
        "readers": sf.array_distinct(sf.flatten(sf.collect_list("readers"))),
        "choices": sf.count("*"),
    }
    return either.groupBy("op", "rtype", "own").agg(*[column.alias(name) for name, column in joined.items()])


def _array(*values: bool) -> Column:
    return sf.array(*map(sf.lit, values))
