"""Why a grant that an event lists does not fit the history: the first cause that applies, the plainest first."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import RECOMPUTED_DAILY, names
from spark_audit.transforms.addresses import beginnings
from spark_audit.transforms.history.holders import LIMITS, with_ends
from spark_audit.transforms.history.support import (
    IN_FLIGHT,
    at_revision,
    at_time,
    gives,
    in_window,
    is_related,
    perhaps_from_inside,
    reaches,
)
from spark_audit.transforms.history.uses import USE

_PAIR = (*USE, "grant")


def explain(doubtful: DataFrame, held: DataFrame, grants: DataFrame) -> DataFrame:
    """Rows of RECOMPUTED_DAILY for pairs of a use and a grant; none for a pair that several periods support."""
    known = grants.select("grant").distinct().withColumn("known", sf.lit(True))
    lines = with_ends(grants).withColumnRenamed("res", "granted").withColumn("let_in", beginnings("networks"))
    lines = lines.drop("users", "networks").alias("line")
    seen = _by_time(doubtful, held).join(known, "grant", "left").alias("use")
    same = [sf.col(f"use.{key}") == sf.col(f"line.{key}") for key in ("cluster", "grant")]
    then = seen.join(lines, [*same, at_revision()], "left")
    judged = _with_membership(then, grants).withColumn("cause", _cause())
    found = judged.where("cause <> 'none'").withColumn("problem", sf.lit("logged_not_valid"))
    of_use = {key: sf.col(f"use.{key}") for key in ("cluster", "grant")}
    behind = sf.col("cause") == "snapshot_behind"
    revoked = {column: sf.when(behind, sf.col(f"revoked.{column}")) for column in ("revoked_rev", "revoked_time")}
    chosen = {**{column: sf.col(column) for column in names(RECOMPUTED_DAILY)}, **of_use, **revoked}
    return found.select(*[column.alias(name) for name, column in chosen.items()])


def _with_membership(uses: DataFrame, grants: DataFrame) -> DataFrame:
    """Adds `member`: null if the user was not in the role by the line of the history at the use's revision.

    Members are exploded and joined by name. A list of all members beside each use would be large for a large role.
    """
    each = sf.explode(sf.array_distinct("users")).alias("member")
    listed = grants.select(*[sf.col(column).alias(f"of_{column}") for column in ("cluster", "grant", "from_rev")], each)
    same = [sf.col(f"use.{key}") == sf.col(f"of_{key}") for key in ("cluster", "grant")]
    same += [sf.col("line.from_rev") == sf.col("of_from_rev"), sf.col("use.user") == sf.col("member")]
    return uses.join(listed, same, "left")


def _by_time(doubtful: DataFrame, held: DataFrame) -> DataFrame:
    """Adds what the user's periods of the grant say of the use.

    `able`: some period held at the revision; `inside`: and the use was from its networks, the user's included. `began`,
    `lasted`: some period with such networks held at the first, at the last moment, give or take IN_FLIGHT. `revoked`:
    time and revision of the last end of such a period before the use ended.
    """
    pairs, periods = doubtful.alias("use"), held.withColumnRenamed("res", "granted").alias("held")
    same = [sf.col(f"use.{key}") == sf.col(f"held.{key}") for key in ("cluster", "grant", "user")]
    joined = pairs.join(periods, [*same, reaches("resource", "granted") & in_window()], "left")
    inside = perhaps_from_inside(*LIMITS)
    flags = {
        "able": at_revision(),
        "inside": at_revision() & inside,
        "began": at_time("first", -IN_FLIGHT) & inside,
        "lasted": at_time("last", -IN_FLIGHT) & inside,
    }
    gone = inside & (sf.col("until_time") + IN_FLIGHT <= sf.col("last"))
    end = sf.struct(sf.col("until_time").alias("revoked_time"), sf.col("until_rev").alias("revoked_rev"))
    # Columns first: the keys below have names that the conditions use.
    flagged = joined.withColumns({**flags, "ended": sf.when(gone, end)})
    either = [sf.coalesce(sf.bool_or(flag), sf.lit(False)).alias(flag) for flag in flags]
    keys = [sf.col(f"use.{key}").alias(key) for key in _PAIR]
    return flagged.groupBy(*keys).agg(*either, sf.max("ended").alias("revoked"))


def _cause() -> Column:
    early, late = sf.col("first") < sf.col("valid_from"), sf.col("last") >= sf.col("valid_until")
    return (
        sf.when(sf.col("known").isNull(), "not_exported")
        .when(sf.col("line.from_rev").isNull(), "not_valid_at_revision")
        .when(early | late, "out_of_window")
        .when(sf.col("member").isNull(), "user_not_in_role")
        .when(~is_related("resource", "granted"), "resource_not_covered")
        .when(~gives("resource", "granted"), "right_not_given")
        .when(~perhaps_from_inside("let_in"), "outside_network")
        .when(~sf.col("able"), "user_disabled")
        .when(~sf.col("inside"), "outside_network")
        .when(sf.col("began") & sf.col("lasted"), "none")
        .when(sf.col("skewed"), "clock_skew")
        .when(sf.col("revoked").isNotNull(), "snapshot_behind")
        .otherwise("clock_skew")
    )
