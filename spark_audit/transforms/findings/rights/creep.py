"""How much more is granted than used. The formula is in docs/audit-findings.md; every report prints it."""

from collections.abc import Mapping
from datetime import date

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf

from spark_audit.schemas import CREEP, names
from spark_audit.transforms import paths
from spark_audit.transforms.findings.drafts import draft
from spark_audit.transforms.findings.rights import leaves
from spark_audit.transforms.reach import within

_DENIED = 2
_HOLDER = ("scope_type", "scope")
_LEAVES = ("granted_leaves", "used_leaves", "tenant_leaves")
_WEIGHTS = ("granted_weight", "used_weight")
_DIGITS = 6
_PROVEN = "granted and why is null"


def creep(
    grants: DataFrame, status: DataFrame, usage: DataFrame, resources: DataFrame, weights: Mapping[str, float],
    until: date,
) -> DataFrame:  # fmt: skip
    """Rows of CREEP: what is granted now against what was used in the window. `usage`: USAGE_DAILY of the window.

    Left out are grants whose silence proves nothing by `status` (GRANT_STATUS): not watched, too young, used elsewhere.
    Per role and tenant, and per user and tenant. The rows of a tenant and of the estate are sums over the roles.
    Sub-accounts count with what their roles give, although their main accounts may hold less.
    """
    existing = leaves.leaves(resources)
    proven = grants.join(sf.broadcast(status.where(_PROVEN)), "grant", "left_semi")
    standing = _standing_grants(proven, existing)
    counted = _granted(standing, existing).join(
        _used_leaves(standing, usage, existing), [*_HOLDER, "tenant", "right"], "left"
    )
    weight = sf.create_map(
        *[part for right, value in weights.items() for part in (sf.lit(right), sf.lit(float(value)))]
    )
    used = sf.coalesce("used", sf.lit(0))
    by_holder = counted.groupBy(*_HOLDER, "tenant").agg(
        sf.sum("granted").alias("granted_leaves"),
        sf.sum(used).alias("used_leaves"),
        _weighed(sf.col("granted") * weight[sf.col("right")]).alias("granted_weight"),
        _weighed(used * weight[sf.col("right")]).alias("used_weight"),
    )
    holders = by_holder.join(sf.broadcast(_tenant_leaves(existing)), "tenant", "inner")
    return _indexed(_with_sums(_with_names(holders, standing)), until)


def creeping(rows: DataFrame, status: DataFrame, least: float) -> DataFrame:
    """DRAFT rows for roles and tenants with an index of at least `least`. `rows`: CREEP, made from `status`."""
    watched = [sf.max("watched_since").alias("watched_since"), sf.min("watched_until").alias("watched_until")]
    by_role = status.where(_PROVEN).groupBy(sf.col("role").cast("string").alias("scope")).agg(*watched)
    roles = rows.where("scope_type = 'role'").join(by_role, "scope", "left")
    tenants = rows.where("scope_type = 'tenant'").join(roles.groupBy("tenant").agg(*watched), "tenant", "left")
    high = roles.unionByName(tenants).where(sf.col("index") >= least)
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


def _standing_grants(grants: DataFrame, existing: DataFrame) -> DataFrame:
    """role, role_name, users, grant, rights, place, creating of current grants; `creating` is where create is held.

    A grant with a prefix has a row for each namespace or topic directly below its place that begins so. To create
    topics that begin so is held on the namespace itself, because the topics do not exist yet.
    """
    place, limited = paths.place("cluster", "res"), sf.col("prefix").isNotNull()
    placed = grants.where("until_rev is null").select(
        sf.col("role").cast("string").alias("role"), "role_name", "users", "grant", "prefix",
        leaves.rights("authorities").alias("rights"), place.alias("place"),
    )  # fmt: skip
    below = leaves.directly_below(existing).withColumnRenamed("place", "parent")
    inside = limited & (sf.col("place") == sf.col("parent")) & within("place", "path")
    each = placed.join(below, inside, "left")
    here = sf.when(~limited | (paths.depth(sf.col("place")) == paths.NAMESPACE), sf.col("place"))
    return each.withColumns(
        {"creating": sf.coalesce(here, "path"), "place": sf.when(limited, sf.col("path")).otherwise(sf.col("place"))}
    ).drop("path", "parent", "prefix")


def _held_leaves(standing: DataFrame) -> DataFrame:
    """scope_type, scope, right, place, wide: what each role holds, and each of its members through it.

    `wide`: the place; null for a topic.
    """
    held = standing.withColumn("right", sf.explode("rights"))
    place = sf.when(sf.col("right") == leaves.CREATE, sf.col("creating")).otherwise(sf.col("place"))
    wide = sf.when(paths.depth(place) < paths.TOPIC, place)
    each = held.withColumns({"place": place, "wide": wide}).where("place is not null")
    users = sf.transform("users", lambda user: _holder("user", user))
    holders = sf.concat(sf.array(_holder("role", sf.col("role"))), sf.coalesce(users, sf.array()))
    columns = ("right", "place", "wide")
    return each.select(sf.explode(holders).alias("holder"), *columns).select("holder.*", *columns)


def _with_names(holders: DataFrame, standing: DataFrame) -> DataFrame:
    """Adds `name`: the name of the role, or of the user."""
    roles = standing.groupBy(sf.col("role").alias("scope")).agg(sf.max("role_name").alias("role_name"))
    of_roles = roles.withColumn("scope_type", sf.lit("role"))
    named = holders.join(of_roles, [*_HOLDER], "left").withColumn("name", sf.coalesce("role_name", "scope"))
    return named.drop("role_name")


def _weighed(weights: Column) -> Column:
    """The sum, rounded: the last digits depend on the order in which Spark adds."""
    return sf.round(sf.sum(weights), _DIGITS)


def _holder(scope_type: str, scope: Column) -> Column:
    return sf.struct(sf.lit(scope_type).alias("scope_type"), scope.alias("scope"))


def _granted(standing: DataFrame, existing: DataFrame) -> DataFrame:
    """Leaves per holder, tenant and right. Places below another one of the holder are left out: none counts twice."""
    # Nothing is below a topic. So each place is compared only with the few places above topics, not with all topics.
    places = [sf.collect_set("place").alias("places"), sf.collect_set("wide").alias("wider")]
    by_right = _held_leaves(standing).groupBy(*_HOLDER, "right").agg(*places)
    highest = sf.filter("places", lambda place: ~sf.arrays_overlap(_above(place), sf.col("wider")))
    single = sf.when(sf.size("wider") == 0, sf.col("places")).otherwise(highest)
    each = by_right.select(*_HOLDER, "right", sf.explode(single).alias("place"))
    below = existing.select("tenant", "on_topic", sf.explode(paths.upwards(sf.col("path"))).alias("place"))
    sizes = below.groupBy("place", "tenant", "on_topic").agg(sf.count("*").alias("granted"))
    sized = each.withColumn("on_topic", leaves.on_topics("right")).join(sizes, ["place", "on_topic"], "inner")
    return sized.groupBy(*_HOLDER, "tenant", "right").agg(sf.sum("granted").alias("granted"))


def _used_leaves(standing: DataFrame, usage: DataFrame, existing: DataFrame) -> DataFrame:
    """Used leaves per holder, tenant and right: of a role, what any of its grants covered; of a user, its own uses."""
    allowed = usage.where((sf.col("decision") != _DENIED) & sf.col("grant").isNotNull())
    uses = allowed.select("grant", "user", "action", sf.col("resource").alias("path")).distinct()
    given = standing.groupBy("grant").agg(
        sf.max("role").alias("role"),
        sf.array_distinct(sf.flatten(sf.collect_list("rights"))).alias("given"),
        sf.collect_set("place").alias("places"),
        sf.collect_set("creating").alias("creating"),
    )
    by_role = uses.drop("user").distinct().withColumn("scope_type", sf.lit("role")).join(given, "grant", "inner")
    # Joined by grant and user: by grant alone, every member of the role would meet every use of the grant.
    members = standing.select("grant", sf.explode("users").alias("user")).distinct()
    own = uses.join(members, ["grant", "user"], "inner").withColumn("scope_type", sf.lit("user"))
    by_user = own.withColumnRenamed("user", "scope").join(given.drop("role"), "grant", "inner")
    needed = (
        by_role.withColumnRenamed("role", "scope")
        .unionByName(by_user)
        .withColumn("right", leaves.right_shown("action", "given"))
    )
    creates = sf.col("right") == leaves.CREATE
    leaf = needed.where("right is not null").withColumns(
        {
            "on_topic": leaves.on_topics("right"),
            "path": sf.when(creates, paths.namespace(sf.col("path"))).otherwise(sf.col("path")),
            "places": sf.when(creates, sf.col("creating")).otherwise(sf.col("places")),
        }
    )
    # `above` is computed per resource, before the join: not once for each of its uses.
    known = leaf.join(existing.withColumn("above", paths.upwards(sf.col("path"))), ["path", "on_topic"], "inner")
    return (
        known.where(sf.arrays_overlap("places", "above"))
        .groupBy(*_HOLDER, "tenant", "right")
        .agg(sf.count_distinct("path").alias("used"))
    )


def _above(place: Column) -> Column:
    """The places above a place, without itself."""
    return sf.filter(paths.upwards(place), lambda other: other != place)


def _tenant_leaves(existing: DataFrame) -> DataFrame:
    """tenant → tenant_leaves: the number of rights on all its topics and namespaces."""
    rights = sf.when(sf.col("on_topic"), len(leaves.ON_TOPICS)).otherwise(len(leaves.ON_NAMESPACES))
    return existing.groupBy("tenant").agg(sf.sum(rights.cast("bigint")).alias("tenant_leaves"))


def _with_sums(holders: DataFrame) -> DataFrame:
    """Adds the rows of tenants and of the estate: sums over roles. In one pass: each role's row counts three times."""
    own = _scope(sf.col("scope_type"), sf.col("scope"), sf.col("tenant"), sf.col("name"))
    of_tenant = _scope(sf.lit("tenant"), sf.col("tenant"), sf.col("tenant"), sf.col("tenant"))
    estate = _scope(sf.lit("estate"), sf.lit("estate"), sf.lit(None).cast("string"), sf.lit("estate"))
    scopes = sf.when(sf.col("scope_type") == "role", sf.array(own, of_tenant, estate)).otherwise(sf.array(own))
    each = holders.select(sf.explode(scopes).alias("one"), *_LEAVES, *_WEIGHTS)
    leaf_sums = [sf.sum(leaf).alias(leaf) for leaf in _LEAVES]
    weights = [_weighed(sf.col(weight)).alias(weight) for weight in _WEIGHTS]
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
