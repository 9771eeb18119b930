"""`wide_grant`: a grant on a namespace, a tenant or more that is used on few of the topics below."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms import paths
from spark_audit.transforms.findings.drafts import draft
from spark_audit.transforms.findings.rights.grant_drafts import weighty
from spark_audit.transforms.findings.rules import Rules
from spark_audit.transforms.reach import within

_TOPIC = 4
_CREATE = 1
_DENIED = 2
_USED = ("essential", "redundant", "used")


def wide_grants(
    status: DataFrame, grants: DataFrame, usage: DataFrame, resources: DataFrame, rules: Rules
) -> DataFrame:
    """DRAFT rows: grants above topics whose every use was on a few of the topics below.

    Left out are grants that were also used on a namespace or above, or to create topics: these are needed there.
    So are grants without proof (too young, log incomplete): these may just not have been used elsewhere yet.
    """
    judged = status.where(sf.col("status").isin(*_USED) & sf.col("why").isNull() & (sf.col("type") < _TOPIC))
    counted = judged.join(_used_topics(usage), "grant", "inner").join(_topics_below(grants, resources), "grant", "left")
    below = sf.greatest(sf.coalesce("topics_below", sf.lit(0)), sf.col("topics_used"))
    share = sf.col("topics_used") / sf.col("topics_below")
    few = (sf.col("topics_used") <= rules.wide_topics) & (sf.col("share") <= rules.wide_share)
    rows = counted.withColumn("topics_below", below).withColumn("share", share)
    return draft(
        rows.where(few & (sf.col("elsewhere") == 0)).withColumn("resource", sf.col("res")),
        "wide_grant",
        ("grant", "grant"),
        severity=2 + weighty(),
        why="few_topics",
        numbers={name: name for name in ("topics_used", "topics_below", "share", "covering", "sole")},
    )


def _used_topics(usage: DataFrame) -> DataFrame:
    """grant → topics_used (topics), elsewhere (uses of anything but topics that exist)."""
    used = usage.where((sf.col("decision") != _DENIED) & sf.col("grant").isNotNull())
    path = sf.col("resource")
    topic = (paths.depth(path) >= paths.TOPIC) & (sf.col("action") != _CREATE)
    return used.groupBy("grant").agg(
        sf.count_distinct(sf.when(topic, path)).alias("topics_used"),
        sf.sum(sf.when(topic, 0).otherwise(sf.col("n"))).alias("elsewhere"),
    )


def _topics_below(grants: DataFrame, resources: DataFrame) -> DataFrame:
    """grant → topics_below: topics that exist now below the places of the grant, within its prefix."""
    path = sf.col("res")
    topics = resources.where(sf.col("until_rev").isNull() & (paths.depth(path) >= paths.TOPIC))
    above = topics.select(sf.explode(paths.upwards(path)).alias("place"), path.alias("topic"))
    standing = grants.where(sf.col("until_rev").isNull() & (sf.col("type") < _TOPIC))
    places = standing.select("grant", paths.place("cluster", "res").alias("place"), "prefix").distinct()
    # Topics are counted before the join, so that they do not meet every grant on a place; by prefix they have to.
    counted = above.groupBy("place").agg(sf.count("*").alias("topics"))
    whole = places.where("prefix is null").join(counted, "place", "inner").select("grant", "topics")
    some = places.where("prefix is not null").join(above, "place", "inner").where(within("place", "topic"))
    every = whole.unionByName(some.select("grant", sf.lit(1).cast("bigint").alias("topics")))
    return every.groupBy("grant").agg(sf.sum("topics").alias("topics_below"))
