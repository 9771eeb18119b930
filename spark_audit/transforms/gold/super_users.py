"""Super users of broker.conf. Brokers ask them for no grant, so the log does not show which grants they need."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import SUPER_USERS_DAILY, names

SUPER_USER = "super_user"
"""`why` of their grants in GRANT_STATUS."""
_BY_BROKER_CONF = "BROKER_SUPER_USER"


def super_users_daily(silver: DataFrame) -> DataFrame:
    """Rows of SUPER_USERS_DAILY. Probes count too: they also show that brokers do not ask this user for a grant."""
    named = silver.where(sf.col("code") == _BY_BROKER_CONF)
    daily = named.groupBy("date", "cluster", "user").agg(
        sf.sum("n").alias("n"), sf.min("time").alias("first"), sf.max("t_end").alias("last")
    )
    return daily.select(*names(SUPER_USERS_DAILY))


def grants_of(super_users: DataFrame, grants: DataFrame) -> DataFrame:
    """grant: those that a super user holds now, by any role, on the cluster where broker.conf names it.

    `super_users`: rows of SUPER_USERS_DAILY; `grants`: rows of GRANT_LINE.
    """
    theirs = super_users.select("cluster", "user").distinct()
    members = grants.where("until_rev is null").select("grant", "cluster", sf.explode("users").alias("user"))
    return members.join(sf.broadcast(theirs), ["cluster", "user"], "left_semi").select("grant").distinct()
