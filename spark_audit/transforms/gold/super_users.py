"""Users that broker.conf calls super users: brokers ask them for no grant, so nothing shows which ones they need."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import SUPER_USERS_DAILY, names

SUPER_USER = "super_user"
"""The `why` of a status without proof."""
_BY_BROKER_CONF = "BROKER_SUPER_USER"


def super_users_daily(silver: DataFrame) -> DataFrame:
    """Rows of SUPER_USERS_DAILY. Probes count: whoever is named in broker.conf is never asked for a grant."""
    named = silver.where(sf.col("code") == _BY_BROKER_CONF)
    daily = named.groupBy("date", "cluster", "user").agg(
        sf.sum("n").alias("n"), sf.min("time").alias("first"), sf.max("t_end").alias("last")
    )
    return daily.select(*names(SUPER_USERS_DAILY))


def grants_of(super_users: DataFrame, grants: DataFrame) -> DataFrame:
    """grant: each one that stands on a cluster for somebody who was a super user there. `super_users`: rows of
    SUPER_USERS_DAILY; `grants`: rows of GRANT_LINE."""
    theirs = super_users.select("cluster", "user").distinct()
    members = grants.where("until_rev is null").select("grant", "cluster", sf.explode("users").alias("user"))
    return members.join(sf.broadcast(theirs), ["cluster", "user"], "left_semi").select("grant").distinct()
