"""The clusters on which a grant held lately: the logs of these show whether it was used."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

_FOR_EVER = (1 << 63) - 1


def clusters(grants: DataFrame, since: int) -> DataFrame:
    """grant, cluster, begun: clusters on which some period of the grant ended after `since` or has no end.

    `begun`: the beginning of the first of these periods. A grant that had ended everywhere by `since` has rows for all
    its clusters, so that it gets a status too. Times are epoch ms.
    """
    places = grants.groupBy("grant").agg(sf.collect_list(sf.struct("cluster", "from_time", "until_time")).alias("ever"))
    lately = sf.filter("ever", lambda period: sf.coalesce(period["until_time"], sf.lit(_FOR_EVER)) > since)
    held = places.select("grant", sf.inline(sf.when(sf.size(lately) > 0, lately).otherwise(sf.col("ever"))))
    return held.groupBy("grant", "cluster").agg(sf.min("from_time").alias("begun"))
