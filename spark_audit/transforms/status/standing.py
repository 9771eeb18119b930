"""On which clusters a grant held lately: only their logs say whether it was used."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

_FOR_EVER = (1 << 63) - 1


def clusters(grants: DataFrame, since: int) -> DataFrame:
    """grant, cluster, begun: where a period of the grant had not ended before `since`, and when the first such began.

    Of a grant that had ended everywhere, all its clusters: something must be said of it too. Times are epoch ms.
    """
    places = grants.groupBy("grant").agg(sf.collect_list(sf.struct("cluster", "from_time", "until_time")).alias("ever"))
    lately = sf.filter("ever", lambda one: sf.coalesce(one["until_time"], sf.lit(_FOR_EVER)) > since)
    held = places.select("grant", sf.inline(sf.when(sf.size(lately) > 0, lately).otherwise(sf.col("ever"))))
    return held.groupBy("grant", "cluster").agg(sf.min("from_time").alias("begun"))
