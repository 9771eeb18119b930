"""The places where a grant reaches a resource, as columns. Paths are those of access events."""

from pyspark.sql import Column
from pyspark.sql import functions as sf

from spark_audit.service_topics import SERVICE

_TENANT, _NAMESPACE, _TOPIC = 2, 3, 4
_PARTITION = r"-partition-(0|[1-9][0-9]{0,9})\z"
TYPES = ("root", "cluster", "tenant", "namespace", "topic")


def plain(path: str | Column) -> Column:
    """The path without a domain (`non-persistent://`, `topic://`), so that its parents can be cut off: their names have
    none."""
    column = sf.col(path) if isinstance(path, str) else path
    return sf.replace(sf.replace(column, sf.lit("/non-persistent://"), sf.lit("/")), sf.lit("/topic://"), sf.lit("/"))


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
    """True if the granted resource is the used one or above it. Topics of two domains are two topics."""
    below = sf.startswith(sf.concat(plain(used), sf.lit("/")), sf.concat(sf.col(granted), sf.lit("/")))
    return (sf.col(granted) == "*") | (sf.col(granted) == sf.col(used)) | below & (type_of(granted) < _TOPIC)


def name_below(granted: str | Column, used: str | Column) -> Column:
    """The name directly below a tenant or namespace on the way to the used resource: of a namespace, then of a topic
    (for a partition, of its topic). Null when the used resource is no deeper, and for other places."""
    place = sf.col(granted) if isinstance(granted, str) else granted
    whole, inside = plain(used), sf.concat(place, sf.lit("/"))
    rest = sf.when(sf.startswith(whole, inside), sf.substr(whole, sf.length(inside) + 1))
    parts = sf.size(sf.split(place, "/"))
    topic = sf.regexp_replace(rest, _PARTITION, sf.lit(""))
    return sf.when(parts == _TENANT, sf.substring_index(rest, "/", 1)).when(parts == _NAMESPACE, topic)


def within(granted: str, used: str | Column, prefix: str = "prefix") -> Column:
    """True if the column `prefix` of a grant is null, or the name below the granted resource begins with it."""
    begins = sf.startswith(name_below(granted, used), sf.col(prefix)) & (sf.col(prefix) != "")
    return sf.col(prefix).isNull() | sf.coalesce(begins, sf.lit(False))


def served(used: str) -> Column:
    """The topic of a retry or dead-letter topic; of several that it may be of, the one with the longest name. Every
    prefix with which one of them begins, this one begins with too."""
    return sf.regexp_extract(sf.col(used), rf"^(.*[^/]){SERVICE}\z", 1)


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
