"""The places where a grant reaches a resource, as columns. Paths are those of access events."""

from pyspark.sql import Column
from pyspark.sql import functions as sf

from spark_audit.service_topics import SERVICE

_TOPIC = 4
TYPES = ("root", "cluster", "tenant", "namespace", "topic")


def plain(path: str | Column) -> Column:
    """The path without `non-persistent://`, so that its parents can be cut off: their names have no domain."""
    return sf.replace(sf.col(path) if isinstance(path, str) else path, sf.lit("/non-persistent://"), sf.lit("/"))


def type_of(path: str) -> Column:
    """0 root, 1 cluster … 4 topic, by the number of parts."""
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
    # A resource of type n has n places above it. A filter by type would compute the type once per place.
    number = sf.coalesce(type_of(path), sf.lit(0))
    return sf.concat(sf.array(itself), sf.slice(sf.array(*above, root), sf.lit(len(TYPES)) - number, number))


def is_above(granted: str, used: str) -> Column:
    """True if the granted resource is the used one or above it. A topic's two domains are two topics."""
    below = sf.startswith(sf.concat(plain(used), sf.lit("/")), sf.concat(sf.col(granted), sf.lit("/")))
    return (sf.col(granted) == "*") | (sf.col(granted) == sf.col(used)) | below & (type_of(granted) < _TOPIC)


def is_served(granted: str, used: str) -> Column:
    """True if the used topic is a retry or dead-letter topic of the granted one.

    Only topics have such: a tenant `acme-eu` has nothing to do with the tenant `acme`.
    """
    rest = sf.substr(sf.col(used), sf.length(granted) + 1)
    named_after = sf.startswith(sf.col(used), sf.col(granted)) & rest.rlike(rf"^{SERVICE}\z")
    return named_after & (type_of(granted) == _TOPIC)


def is_service_topic(used: str) -> Column:
    """True for `<topic>-<subscription>-RETRY` and `-DLQ`. Reading the topic covers these."""
    return sf.col(used).rlike(rf"[^/]{SERVICE}\z") & (type_of(used) == _TOPIC)
