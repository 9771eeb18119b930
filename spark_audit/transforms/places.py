"""Where a grant may stand to reach a resource, as columns. Paths are those of access events."""

from pyspark.sql import Column
from pyspark.sql import functions as sf

_SERVICE = "-(RETRY|DLQ)$"
TYPES = ("root", "cluster", "tenant", "namespace", "topic")


def plain(path: str) -> Column:
    """The path without the domain of a topic that is not persistent: its parents are named without one."""
    return sf.regexp_replace(path, "/non-persistent://", "/")


def type_of(path: str) -> Column:
    """1 cluster … 4 topic, by the number of parts; 0 for the root."""
    parts = sf.least(sf.size(sf.split(plain(path), "/")), sf.lit(4))
    return sf.when(sf.col(path) == "*", 0).otherwise(parts)


def places(path: str) -> Column:
    """Array of (type, res): the resource itself and everything above it, the root last."""
    above = [
        sf.struct(sf.lit(kind).alias("type"), sf.substring_index(plain(path), "/", kind).alias("res"))
        for kind in (3, 2, 1)
    ]
    itself = sf.struct(type_of(path).alias("type"), sf.col(path).alias("res"))
    root = sf.struct(sf.lit(0).alias("type"), sf.lit("*").alias("res"))
    higher = sf.filter(sf.array(*above, root), lambda place: place["type"] < type_of(path))
    return sf.concat(sf.array(itself), higher)


def is_above(granted: str, used: str) -> Column:
    """True when the granted resource is the used one or above it."""
    below = sf.concat(plain(used), sf.lit("/"))
    return (sf.col(granted) == "*") | sf.startswith(below, sf.concat(plain(granted), sf.lit("/")))


def is_served(granted: str, used: str) -> Column:
    """True when the used topic is a retry or dead-letter topic of the granted one."""
    rest = sf.substr(plain(used), sf.length(plain(granted)) + 1)
    return sf.startswith(plain(used), plain(granted)) & rest.rlike("^-.+" + _SERVICE)


def is_service_topic(used: str) -> Column:
    """True for `<topic>-<subscription>-RETRY` and `-DLQ`, which whoever reads the topic may use."""
    return sf.col(used).rlike("[^/]+-[^/]+" + _SERVICE)
