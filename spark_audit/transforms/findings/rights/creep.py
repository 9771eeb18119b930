"""How much more is granted than used. The formula is in docs/audit-findings.md; every report prints it."""

from collections.abc import Mapping
from datetime import date

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import CREEP, names
from spark_audit.transforms import paths
from spark_audit.transforms.findings.drafts import draft
from spark_audit.transforms.findings.rights import leaves

_DENIED = 2
_HOLDER = ("scope_type", "scope")
_LEAVES = ("granted_leaves", "used_leaves", "tenant_leaves")
_WEIGHTS = ("granted_weight", "used_weight")
_DIGITS = 6


def creep(
    grants: DataFrame, usage: DataFrame, resources: DataFrame, weights: Mapping[str, float], until: date
) -> DataFrame:
    """Rows of CREEP for what stands now and was used in the window (`usage`: its rows).

    Per role and tenant, per user and tenant; a tenant and the estate are the sums over the roles. Sub-accounts count
    with what their roles give, although their main accounts may hold less.
    """
    there, standing = leaves.leaves(resources), _standing_grants(grants)
    counted = _granted(standing, there).join(
        _used_leaves(standing, usage, there), [*_HOLDER, "tenant", "right"], "left"
    )
    weight = sf.create_map(*[part for name, value in weights.items() for part in (sf.lit(name), sf.lit(float(value)))])
    used = sf.coalesce("used", sf.lit(0))
    by_holder = counted.groupBy(*_HOLDER, "tenant").agg(
        sf.sum("granted").alias("granted_leaves"),
        sf.sum(used).alias("used_leaves"),
        _weighed(sf.col("granted") * weight[sf.col("right")]).alias("granted_weight"),
        _weighed(used * weight[sf.col("right")]).alias("used_weight"),
    )
    holders = by_holder.join(sf.broadcast(_tenant_leaves(there)), "tenant", "inner")
    return _indexed(_with_sums(_with_names(holders, standing)), until)


def creeping(rows: DataFrame, least: float) -> DataFrame:
    """DRAFT rows for CREEP rows of roles and tenants with at least this index."""
    high = rows.where(sf.col("scope_type").isin("role", "tenant") & (sf.col("index") >= least))
    role = sf.when(sf.col("scope_type") == "role", sf.col("scope").cast("bigint"))
    return draft(
        high.withColumn("role", role),
        "creep",
        (sf.col("scope_type"), "scope"),
        keys=["tenant"],
        severity=3,
        why="more_than_used",
        numbers={name: name for name in ("granted_leaves", "used_leaves", "tenant_leaves", "creep", "reach", "index")},
    )


def _standing_grants(grants: DataFrame) -> DataFrame:
    """role, role_name, users, grant, rights, place: what stands. `wide`: a place above topics, null for a topic."""
    place = paths.place("cluster", "res")
    return grants.where("until_rev is null").select(
        sf.col("role").cast("string").alias("role"), "role_name", "users", "grant",
        leaves.rights("authorities").alias("rights"), place.alias("place"),
        sf.when(paths.depth(place) < paths.TOPIC, place).alias("wide"),
    )  # fmt: skip


def _held_leaves(standing: DataFrame) -> DataFrame:
    """scope_type, scope, right, place, wide: what roles hold, and their members."""
    each = standing.withColumn("right", sf.explode("rights"))
    users = sf.transform("users", lambda user: _holder("user", user))
    holders = sf.concat(sf.array(_holder("role", sf.col("role"))), sf.coalesce(users, sf.array()))
    told = ("right", "place", "wide")
    return each.select(sf.explode(holders).alias("holder"), *told).select("holder.*", *told)


def _with_names(holders: DataFrame, standing: DataFrame) -> DataFrame:
    """With `name`: of roles the one that they have, of users their own."""
    roles = standing.groupBy(sf.col("role").alias("scope")).agg(sf.max("role_name").alias("role_name"))
    of_roles = roles.withColumn("scope_type", sf.lit("role"))
    named = holders.join(of_roles, [*_HOLDER], "left").withColumn("name", sf.coalesce("role_name", "scope"))
    return named.drop("role_name")


def _weighed(weights: Column) -> Column:
    """Their sum, rounded: the order in which Spark adds must not show in the last digits."""
    return sf.round(sf.sum(weights), _DIGITS)


def _holder(scope_type: str, scope: Column) -> Column:
    return sf.struct(sf.lit(scope_type).alias("scope_type"), scope.alias("scope"))


def _granted(standing: DataFrame, there: DataFrame) -> DataFrame:
    """Leaves per holder, tenant and right, each counted once: places below another place of the holder are left out."""
    # Above a place there is no topic: of very many topics each is compared with the few wider places only.
    places = [sf.collect_set("place").alias("places"), sf.collect_set("wide").alias("wider")]
    by_right = _held_leaves(standing).groupBy(*_HOLDER, "right").agg(*places)
    highest = sf.filter("places", lambda one: ~sf.arrays_overlap(_above(one), sf.col("wider")))
    single = sf.when(sf.size("wider") == 0, sf.col("places")).otherwise(highest)
    each = by_right.select(*_HOLDER, "right", sf.explode(single).alias("place"))
    below = there.select("tenant", "on_topic", sf.explode(paths.upwards(sf.col("path"))).alias("place"))
    sizes = below.groupBy("place", "tenant", "on_topic").agg(sf.count("*").alias("granted"))
    sized = each.withColumn("on_topic", leaves.on_topics("right")).join(sizes, ["place", "on_topic"], "inner")
    return sized.groupBy(*_HOLDER, "tenant", "right").agg(sf.sum("granted").alias("granted"))


def _used_leaves(standing: DataFrame, usage: DataFrame, there: DataFrame) -> DataFrame:
    """Leaves that somebody used, per holder, tenant and right: a role by all its grants, a user by its own uses."""
    allowed = usage.where((sf.col("decision") != _DENIED) & sf.col("grant").isNotNull())
    uses = allowed.select("grant", "user", "action", sf.col("resource").alias("path")).distinct()
    given = standing.groupBy("grant").agg(
        sf.max("role").alias("role"),
        sf.array_distinct(sf.flatten(sf.collect_list("rights"))).alias("given"),
        sf.collect_set("place").alias("places"),
    )
    by_role = uses.drop("user").distinct().withColumn("scope_type", sf.lit("role")).join(given, "grant", "inner")
    # A user finds its own row by its name: all members of a grant's role times all of its uses would be too many.
    members = standing.select("grant", sf.explode("users").alias("user")).distinct()
    own = uses.join(members, ["grant", "user"], "inner").withColumn("scope_type", sf.lit("user"))
    by_user = own.withColumnRenamed("user", "scope").join(given.drop("role"), "grant", "inner")
    needed = (
        by_role.withColumnRenamed("role", "scope")
        .unionByName(by_user)
        .withColumn("right", leaves.right_shown("action", "given"))
    )
    leaf = needed.where("right is not null").withColumn("on_topic", leaves.on_topics("right"))
    # What stands above a path is worked out once for each, not once for each of its uses.
    known = leaf.join(there.withColumn("above", paths.upwards(sf.col("path"))), ["path", "on_topic"], "inner")
    return (
        known.where(sf.arrays_overlap("places", "above"))
        .groupBy(*_HOLDER, "tenant", "right")
        .agg(sf.count_distinct("path").alias("used"))
    )


def _above(place: Column) -> Column:
    """What stands above a place, without itself."""
    return sf.filter(paths.upwards(place), lambda one: one != place)


def _tenant_leaves(there: DataFrame) -> DataFrame:
    """tenant → tenant_leaves: every right on every topic and namespace it has."""
    rights = sf.when(sf.col("on_topic"), len(leaves.ON_TOPICS)).otherwise(len(leaves.ON_NAMESPACES))
    return there.groupBy("tenant").agg(sf.sum(rights.cast("bigint")).alias("tenant_leaves"))


def _with_sums(holders: DataFrame) -> DataFrame:
    """The rows of roles and users, and those of the roles added up per tenant and for the estate, in one pass."""
    own = _scope(sf.col("scope_type"), sf.col("scope"), sf.col("tenant"), sf.col("name"))
    of_tenant = _scope(sf.lit("tenant"), sf.col("tenant"), sf.col("tenant"), sf.col("tenant"))
    estate = _scope(sf.lit("estate"), sf.lit("estate"), sf.lit(None).cast("string"), sf.lit("estate"))
    scopes = sf.when(sf.col("scope_type") == "role", sf.array(own, of_tenant, estate)).otherwise(sf.array(own))
    each = holders.select(sf.explode(scopes).alias("one"), *_LEAVES, *_WEIGHTS)
    leaf_sums = [sf.sum(name).alias(name) for name in _LEAVES]
    weights = [_weighed(sf.col(name)).alias(name) for name in _WEIGHTS]
    sums = each.groupBy("one").agg(*leaf_sums, *weights)
    return sums.select("one.*", *_LEAVES, *_WEIGHTS)


def _scope(scope_type: Column, scope: Column, tenant: Column, name: Column) -> Column:
    return sf.struct(scope_type.alias("scope_type"), scope.alias("scope"), tenant.alias("tenant"), name.alias("name"))


def _indexed(rows: DataFrame, until: date) -> DataFrame:
    unused = sf.lit(1) - sf.col("used_weight") / sf.nullif("granted_weight", sf.lit(0.0))
    reach = sf.col("granted_leaves") / sf.col("tenant_leaves")
    made = rows.withColumns({"creep": sf.lit(100) * sf.coalesce(unused, sf.lit(0.0)), "reach": reach})
    index = sf.lit(100) * sf.sqrt(sf.col("creep") / 100 * sf.col("reach"))
    return made.withColumns({"index": index, "until": sf.lit(until)}).select(*names(CREEP))
