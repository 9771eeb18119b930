"""Input of the recomputation: allowed events, and denials for want of a grant, summed, with the authorities that would
be enough."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.addresses import bits
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
    "managed",
    "readers",
    "choices",
    "bits",
    "several",
    "proxied",
)
USE = (*KEYS, "n", "first", "last")
EVENT_KEYS = ("date", "cluster", "user", "op", "resource", "rev")
"""Those of KEYS that are columns of an event (`resource` is `res` there); none of them is null."""


def uses(silver: DataFrame, rights: DataFrame) -> DataFrame:
    """KEYS, grants → n, first, last: uses of a day that agree in KEYS and grants are one row.

    `decided`: not a probe, so all covering grants must be listed (a probe lists only some). `above_all`: allowed as a
    super user; then only super user grants count. `skewed`: the event's clock was wrong. `needed`: authorities of which
    any is enough; null for an operation that the center does not know. `managed`: these, and those that would be enough
    if the subscription were the user's own. `readers`: authorities on a topic that are
    enough for its retry and dead-letter topics. `choices`: how many rights are enough, each alone.
    `bits`: of the address from where it came, null when it is not known. `several`: perhaps from several addresses, so
    it is not known. `proxied`: through a proxy, whose address it may be.
    """
    return _summed(_granted(silver), rights, single=False)


def single_uses(silver: DataFrame, rights: DataFrame, like: DataFrame) -> DataFrame:
    """As `uses`, only events that agree with a row of `like` in EVENT_KEYS, one row each, with their own times."""
    return _summed(_only_like(_granted(silver), like), rights, single=True)


def denials(silver: DataFrame, rights: DataFrame) -> DataFrame:
    """As `uses`, for attempts (no probes) denied for want of a grant. `grants` is empty."""
    return _summed(_denied_for_want(silver), rights, single=False)


def single_denials(silver: DataFrame, rights: DataFrame, like: DataFrame) -> DataFrame:
    """As `single_uses`, for the attempts of `denials`."""
    return _summed(_only_like(_denied_for_want(silver), like), rights, single=True)


def _granted(silver: DataFrame) -> DataFrame:
    return silver.where((sf.col("dec") == _ALLOWED) & sf.col("rev").isNotNull() & sf.col("code").isin(*_BY_GRANTS))


def _denied_for_want(silver: DataFrame) -> DataFrame:
    """Their grants are dropped: a sub-account's denial may list its own grants when the main account had none."""
    lacking = (sf.col("dec") == DENIED) & sf.col("rev").isNotNull() & sf.col("code").isin(*LACKING)
    return silver.where(lacking & (sf.col("kind") != PROBE)).withColumn("grants", sf.lit(None).cast("array<bigint>"))


def _only_like(silver: DataFrame, like: DataFrame) -> DataFrame:
    columns = ["date", "cluster", "user", "op", "res", "rev"]
    return silver.join(like.select(*EVENT_KEYS).toDF(*columns), columns, "left_semi")


def _summed(events: DataFrame, rights: DataFrame, *, single: bool) -> DataFrame:
    # Sums of whole days do not name addresses: what depends on them is judged event by event.
    address = bits(sf.col("ip")) if single else sf.lit(None).cast("string")
    summed = events.groupBy(
        "date", "cluster", "user", "op", "rtype", sf.col("res").alias("resource"), "rev",
        (sf.col("kind") != PROBE).alias("decided"), (sf.col("code") == "SUPER_USER").alias("above_all"),
        sf.col("clock").isNotNull().alias("skewed"), _own().alias("own"),
        sf.array_distinct(sf.coalesce("grants", sf.array().cast("array<bigint>"))).alias("grants"),
        sf.col("via").isNotNull().alias("proxied"), address.alias("bits"),
        *(("time", "t_end") if single else ()),
    ).agg(sf.sum("n").alias("n"), sf.min("time").alias("first"), sf.max("t_end").alias("last"))  # fmt: skip
    whole = summed.withColumn("several", sf.lit(not single))
    enough = sf.broadcast(needs(rights))
    return whole.join(enough, ["op", "rtype", "own"], "left").select(*KEYS, "grants", "n", "first", "last")


def _own() -> Column:
    """The subscription is the user's own, named after it: `alice`, `alice-billing`."""
    rest = sf.expr("substring(sub, length(user) + 1, 1)")
    after = (rest == "") | sf.lit(_SEPARATORS).contains(rest)
    return sf.coalesce(sf.col("sub").startswith(sf.col("user")) & after, sf.lit(False))


def needs(rights: DataFrame) -> DataFrame:
    """op, rtype, own → needed, managed, readers, choices. Rows of RIGHT_LINE with `own` count only for own = true, and
    for `managed` always."""
    either = rights.withColumn("own", sf.explode(sf.when(sf.col("own"), _array(True)).otherwise(_array(True, False))))
    joined = {
        "needed": sf.array_distinct(sf.flatten(sf.collect_list("authorities"))),
        "readers": sf.array_distinct(sf.flatten(sf.collect_list("readers"))),
        "choices": sf.count("*"),
    }
    managed = sf.array_distinct(sf.flatten(sf.collect_list("authorities"))).alias("managed")
    every = rights.groupBy("op", "rtype").agg(managed)
    by_own = either.groupBy("op", "rtype", "own").agg(*[column.alias(name) for name, column in joined.items()])
    return by_own.join(sf.broadcast(every), ["op", "rtype"], "inner")


def _array(*values: bool) -> Column:
    return sf.array(*map(sf.lit, values))
