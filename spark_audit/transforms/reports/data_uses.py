"""Who produced to which topics and who consumed from them, in the window: what the center compares with the fetches of
encryption keys."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.reach import TYPES, type_of

_DATA = ("PRODUCE", "CONSUME", "PEEK_MESSAGES")
_READ = 2
_DENIED = 2
_KEYS = ("user", "action", "resource")


def build(uses: DataFrame, usage: DataFrame) -> DataFrame:
    """user, action (2 consumed, 3 produced), resource → n, first, last. `uses`, `usage`: rows of USES_DAILY and
    USAGE_DAILY.

    Whoever was let in without a grant (super users of broker.conf, observed) and read anything of a topic counts as
    consuming, as `usage` does not say what it read: nobody shall be said to have consumed nothing who may have. What
    such an account wrote is left out: brokers and the center itself write so.
    """
    ungranted = usage.where((sf.col("action") == _READ) & sf.col("grant").isNull() & (sf.col("decision") != _DENIED))
    of_topics = type_of("resource") == TYPES.index("topic")
    columns = (*_KEYS, "n", "first", "last")
    both = uses.where(sf.col("op").isin(*_DATA)).select(*columns).unionByName(ungranted.select(*columns))
    return (
        both.where(of_topics)
        .groupBy(*_KEYS)
        .agg(sf.sum("n").alias("n"), sf.min("first").alias("first"), sf.max("last").alias("last"))
    )
