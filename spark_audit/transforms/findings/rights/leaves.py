"""Leaves: the rights on single topics and namespaces that a grant gives, and the one that a use needed.

A leaf is one right on one topic (read, write, subscriptions, delete, administer) or namespace (create, functions).
Functions, sources, sinks and packages are one leaf, whether the grant gives one of them or all.
"""

from typing import Final

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.right_names import AUDIT, EXACT, OF_FUNCTIONS, RIGHTS
from spark_audit.transforms import paths

CREATE: Final = "create"
ON_NAMESPACES: Final = (CREATE, "functions")
ON_TOPICS: Final = tuple(right for right in RIGHTS if right not in (CREATE, *OF_FUNCTIONS, AUDIT))
_ALL: Final = (*ON_TOPICS, *ON_NAMESPACES)
_LEAF: Final = tuple("functions" if right in OF_FUNCTIONS else right for right in RIGHTS)

_SUPER_USER = 4  # holds every right
_TOPIC_LEVEL = 3
_SHOWS = {
    1: ["create"],
    2: ["read", "subscriptions", "administer"],
    3: ["write", "functions", "subscriptions", "administer"],
    4: ["delete", "subscriptions", "administer"],
}
"""Action → the rights that may allow it, weakest first. The log does not say which right allowed a use, so the weakest
one that the grant gives counts as used."""


def rights(authorities: str) -> Column:
    """The distinct rights on leaves that a column of authorities gives."""
    names = sf.array(*[sf.lit(right) for right in _LEAF])
    named = sf.transform(authorities, lambda authority: sf.element_at(names, (authority % 100 + 1).cast("int")))
    reaching = sf.filter(
        sf.arrays_zip(sf.col(authorities).alias("id"), named.alias("right")),
        lambda zipped: (
            zipped["right"].isin(*_ALL)
            & (~zipped["right"].isin(*EXACT) | (sf.floor(zipped["id"] / 100) == _TOPIC_LEVEL))
        ),
    )
    return sf.when(sf.array_contains(authorities, _SUPER_USER), sf.array(*map(sf.lit, _ALL))).otherwise(
        sf.array_distinct(sf.transform(reaching, lambda zipped: zipped["right"]))
    )


def right_shown(action: str, given: str) -> Column:
    """The right that counts as used by this action, out of the rights `given`; null if none fits."""
    cases = sf.create_map(
        *[part for number, names in _SHOWS.items() for part in (sf.lit(number), sf.array(*map(sf.lit, names)))]
    )
    return sf.try_element_at(sf.array_intersect(cases[sf.col(action)], sf.col(given)), sf.lit(1))


def known_since(resources: DataFrame, moment: int) -> DataFrame:
    """The lines of resources that the center knew at `moment` (epoch ms): younger ones were watched for less time."""
    return resources.where(sf.coalesce("from_time", sf.lit(0)) <= moment)


def leaves(resources: DataFrame) -> DataFrame:
    """path, tenant, on_topic: the namespaces and topics that exist now."""
    existing = resources.where(sf.col("until_rev").isNull()).select(sf.col("res").alias("path")).distinct()
    on_topic = paths.depth(sf.col("path")) >= paths.TOPIC
    kept = existing.where(paths.depth(sf.col("path")) >= paths.NAMESPACE)
    return kept.select("path", paths.tenant(sf.col("path")).alias("tenant"), on_topic.alias("on_topic"))


def directly_below(existing: DataFrame) -> DataFrame:
    """place, path: the topics of each namespace and the namespaces of each tenant, from `path` of `leaves`.

    A namespace is also known by its topics: it may not be listed itself.
    """
    both = sf.array_distinct(sf.array(sf.col("path"), paths.namespace(sf.col("path"))))
    named = existing.select(sf.explode(both).alias("path")).distinct()
    return named.select(paths.parent(sf.col("path")).alias("place"), "path")


def on_topics(right: str) -> Column:
    """True for a right on topics, false for one on namespaces."""
    return sf.col(right).isin(*ON_TOPICS)
