"""What stands above what, and in which tenant, as columns. A path is `plain` here: cluster/tenant/namespace/topic."""

from pyspark.sql import Column
from pyspark.sql import functions as sf

from spark_audit.transforms.places import plain

TENANT, NAMESPACE, TOPIC = 2, 3, 4
"""How many parts the path of one has."""

_EVERYWHERE = "*"


def depth(path: Column) -> Column:
    """The number of parts: 1 for a cluster, TOPIC for a topic."""
    return sf.size(sf.split(path, "/"))


def tenant(path: Column) -> Column:
    """The tenant's name; null for a cluster and for everything."""
    return sf.try_element_at(sf.split(path, "/"), sf.lit(TENANT))


def upwards(path: Column) -> Column:
    """The path itself and everything above it, the cluster first."""
    parts = sf.split(path, "/")
    return sf.transform(sf.sequence(sf.lit(1), sf.size(parts)), lambda k: sf.array_join(sf.slice(parts, 1, k), "/"))


def place(cluster: str, res: str) -> Column:
    """Where a grant holds on a cluster; a grant on everything holds on the cluster."""
    return sf.when(sf.col(res) == _EVERYWHERE, sf.col(cluster)).otherwise(plain(res))
