"""On which clusters a grant held lately: only their logs say whether it was used."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

_FOR_EVER = (1 << 63) - 1


def clusters(grants: DataFrame, since: int) -> DataFrame:
    """grant, cluster: where a period of the grant had not ended before `since` (epoch ms).

    Of a grant that had ended everywhere, all its clusters: something must be said of it too.
    """
    lately = sf.coalesce("until_time", sf.lit(_FOR_EVER)) > since
    places = grants.groupBy("grant").agg(
        sf.collect_set("cluster").alias("ever"), sf.collect_set(sf.when(lately, sf.col("cluster"))).alias("lately")
    )
    held = sf.when(sf.size("lately") > 0, sf.col("lately")).otherwise(sf.col("ever"))
    return places.select("grant", sf.explode(held).alias("cluster"))
