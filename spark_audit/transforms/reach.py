"""Where a grant may stand to reach a resource, as columns. Paths are those of access events."""

from pyspark.sql import Column
from pyspark.sql import functions as sf

from spark_audit.service_topics import SERVICE

_TOPIC = 4
TYPES = ("root", "cluster", "tenant", "namespace", "topic")


def plain(path: str | Column) -> Column:
    """The path without the domain of a topic that is not persistent: its parents are named without one."""
    return sf.replace(sf.col(path) if isinstance(path, str) else path, sf.lit("/non-persistent://"), sf.lit("/"))


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
    # Of a type there are as many above as its number says; a filter would work the type out for each of them.
    number = sf.coalesce(type_of(path), sf.lit(0))
    return sf.concat(sf.array(itself), sf.slice(sf.array(*above, root), sf.lit(len(TYPES)) - number, number))


def is_above(granted: str, used: str) -> Column:
    """True when the granted resource is the used one or above it; a topic's two domains are two topics."""
    below = sf.startswith(sf.concat(plain(used), sf.lit("/")), sf.concat(sf.col(granted), sf.lit("/")))
    return (sf.col(granted) == "*") | (sf.col(granted) == sf.col(used)) | below & (type_of(granted) < _TOPIC)


def is_served(granted: str, used: str) -> Column:
    """True when the used topic is a retry or dead-letter topic of the granted one.

    A tenant or a namespace serves nothing: `acme-eu` only has a name that begins like `acme`.
    """
    rest = sf.substr(sf.col(used), sf.length(granted) + 1)
    named_after = sf.startswith(sf.col(used), sf.col(granted)) & rest.rlike(rf"^{SERVICE}\z")
    return named_after & (type_of(granted) == _TOPIC)


def is_service_topic(used: str) -> Column:
    """True for `<topic>-<subscription>-RETRY` and `-DLQ`, which whoever reads the topic may use."""
    return sf.col(used).rlike(rf"[^/]{SERVICE}\z") & (type_of(used) == _TOPIC)
