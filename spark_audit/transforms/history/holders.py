"""Who held which grant when: the user was in the role, and the account and its main account were enabled."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.transforms.addresses import beginnings

_EVER = 2**62
"""Stands for no end. Margins can be added to it without overflow."""
LIMITS = ("let_in", "own_let_in", "main_let_in")
"""Columns with the networks of a grant, of its user, and of that one's main account, each as `addresses.beginnings`."""
_SPAN = ("from_rev", "until_rev", "from_time", "until_time")


def holders(grants: DataFrame, users: DataFrame) -> DataFrame:
    """cluster, grant, user, sub, res, authorities, prefix, subscriptions, LIMITS, valid_from, valid_until, _SPAN: a row
    per grant, user and period.

    Ends are never null (_EVER). `sub`: the user is a sub-account.
    """
    members = with_ends(grants).withColumn("user", sf.explode("users"))
    able = _renamed(_able(users), "able", "sub", *LIMITS[1:])
    held = members.join(able, sf.col("user") == sf.col("able_user"), "inner").where(_meet("able"))
    since = sf.coalesce("valid_from", sf.lit(0)).alias("valid_from")
    until = sf.coalesce("valid_until", sf.lit(_EVER)).alias("valid_until")
    limits = [beginnings("networks"), *(sf.col(f"able_{limit}") for limit in LIMITS[1:])]
    let_in = [column.alias(name) for name, column in zip(LIMITS, limits, strict=True)]
    return held.select(
        "cluster", "grant", "user", sf.col("able_sub").alias("sub"), "res", "authorities", "prefix", "subscriptions",
        *let_in, since, until, *_both("able"),
    )  # fmt: skip


def _able(users: DataFrame) -> DataFrame:
    """user, sub, LIMITS but for the grant's, and _SPAN: the periods in which the user and its main account, if any,
    were enabled."""
    own = beginnings("networks").alias("own_let_in")
    enabled = with_ends(users).where("enabled").select("user", "main", own, *_SPAN)
    main = _renamed(enabled, "main_account", "own_let_in")
    subs = enabled.where("main is not null").join(main, sf.col("main") == sf.col("main_account_user"), "inner")
    of_subs = subs.where(_meet("main_account")).select(
        "user", "own_let_in", sf.col("main_account_own_let_in").alias("main_let_in"), *_both("main_account"),
        sf.lit(True).alias("sub"),
    )  # fmt: skip
    of_mains = enabled.where("main is null").select("user", "own_let_in", *_SPAN, sf.lit(False).alias("sub"))
    return of_mains.unionByName(of_subs, allowMissingColumns=True)


def with_ends(lines: DataFrame) -> DataFrame:
    """Lines of the history, with _EVER instead of null ends."""
    return lines.withColumns({end: sf.coalesce(end, sf.lit(_EVER)) for end in ("until_rev", "until_time")})


def _renamed(periods: DataFrame, prefix: str, *more: str) -> DataFrame:
    return periods.select(*[sf.col(column).alias(f"{prefix}_{column}") for column in ("user", *_SPAN, *more)])


def _meet(other: str) -> Column:
    return sf.greatest("from_rev", f"{other}_from_rev") < sf.least("until_rev", f"{other}_until_rev")


def _both(other: str) -> list[Column]:
    """The intersection of two periods."""
    latest = [sf.greatest(begin, f"{other}_{begin}").alias(begin) for begin in ("from_rev", "from_time")]
    return [*latest, *[sf.least(end, f"{other}_{end}").alias(end) for end in ("until_rev", "until_time")]]
