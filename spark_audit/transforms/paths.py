"""Depth, tenant and parents of a path, as columns. Paths are those of access events; `*` (the root) is not one."""

from pyspark.sql import Column
from pyspark.sql import functions as sf

from spark_audit.transforms.reach import plain

TENANT, NAMESPACE, TOPIC = 2, 3, 4
"""Number of parts of such a path."""

_EVERYWHERE = "*"


def depth(path: Column) -> Column:
    """The number of parts: 1 for a cluster, TOPIC for a topic."""
    return sf.size(_parts(path))


def tenant(path: Column) -> Column:
    """The tenant's name; null for a cluster and for everything."""
    return sf.nullif(sf.try_element_at(_parts(path), sf.lit(TENANT)), sf.lit(""))


def upwards(path: Column) -> Column:
    """The path itself and everything above it, the cluster first. Topics of one name in two domains are two topics
    below one namespace."""
    whole = depth(path)

    def first(k: Column) -> Column:
        return sf.when(k == whole, path).otherwise(sf.call_function("substring_index", plain(path), sf.lit("/"), k))

    return sf.transform(sf.sequence(sf.lit(1), whole), first)


def namespace(path: Column) -> Column:
    """The namespace of a topic; any other path as it is."""
    return sf.when(depth(path) >= TOPIC, parent(path)).otherwise(path)


def parent(path: Column) -> Column:
    """The tenant of a namespace, the namespace of a topic."""
    return sf.try_element_at(upwards(path), sf.lit(-2))


def place(cluster: str, res: str) -> Column:
    """The place of a grant on a cluster: its resource; for a grant on the root, the cluster."""
    return sf.when(sf.col(res) == _EVERYWHERE, sf.col(cluster)).otherwise(sf.col(res))


def _parts(path: Column) -> Column:
    return sf.split(plain(path), "/")
