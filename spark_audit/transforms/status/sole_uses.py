"""Uses that other grants covered too, but not from everywhere where one of them counts."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.addresses import beginnings, cover


def sole_by_network(uses: DataFrame, latest: DataFrame) -> DataFrame:
    """grant → sole_there: uses with other grants, none of which counts from everywhere where this one does.

    `uses`: rows of USES_DAILY. `latest`: grant → networks. Only uses that a grant with networks covered are looked at.
    """
    limited = latest.where("networks is not null").select("grant", beginnings("networks").alias("let_in"))
    lists = _lists(uses, limited)
    each = lists.select("grants", "n", sf.explode("grants").alias("grant"))
    named = each.join(sf.broadcast(limited), "grant", "left")
    mine, other = named.alias("mine"), named.alias("other")
    covered = (sf.col("mine.grants") == sf.col("other.grants")) & (sf.col("mine.grant") != sf.col("other.grant"))
    covered &= cover(sf.col("other.let_in"), sf.col("mine.let_in"))
    left = mine.join(other, covered, "left_anti")
    return left.groupBy("grant").agg(sf.sum("n").alias("sole_there"))


def _lists(uses: DataFrame, limited: DataFrame) -> DataFrame:
    """grants, n: the different lists of several grants with one of `limited` among them, and their uses."""
    each = uses.where(sf.size("grants") > 1).select("grants", "n", sf.explode("grants").alias("grant"))
    with_limits = each.join(sf.broadcast(limited.select("grant")), "grant", "left_semi")
    summed = with_limits.groupBy("grants", "grant").agg(sf.sum("n").alias("n"))
    return summed.groupBy("grants").agg(sf.max("n").alias("n"))
