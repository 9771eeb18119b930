"""`empty_prefix`: an unused grant that is limited to names that begin so, of which there is none."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms import paths
from spark_audit.transforms.findings.drafts import draft
from spark_audit.transforms.findings.rights.grant_drafts import weighty
from spark_audit.transforms.findings.rights.leaves import directly_below, leaves
from spark_audit.transforms.reach import within


def empty_prefixes(status: DataFrame, grants: DataFrame, resources: DataFrame) -> DataFrame:
    """DRAFT rows: grants with a prefix and status `unused`; no topic or namespace directly below begins with it now."""
    unused = status.where("status = 'unused' and prefix is not null")
    return draft(
        unused.join(_below(grants, resources), "grant", "inner")
        .where("beginning = 0")
        .withColumn("resource", sf.col("res")),
        "empty_prefix",
        ("grant", "grant"),
        severity=1 + weighty(),
        why="nothing_begins_so",
        numbers={"names_below": "names_below", "watched_days": "watched_days"},
    )


def _below(grants: DataFrame, resources: DataFrame) -> DataFrame:
    """grant → names_below: how many names are directly below its places; beginning: those within its prefix."""
    standing = grants.where("until_rev is null and prefix is not null")
    places = standing.select("grant", paths.place("cluster", "res").alias("place"), "prefix").distinct()
    each = places.join(directly_below(leaves(resources)), "place", "left")
    begins = sf.when(sf.col("path").isNotNull() & within("place", "path"), 1).otherwise(0)
    return each.groupBy("grant").agg(sf.count("path").alias("names_below"), sf.sum(begins).alias("beginning"))
