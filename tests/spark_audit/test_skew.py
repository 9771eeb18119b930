"""One role with very many members, one place with very many grants: no join may be as large as their product.

Small enough to be quick, and skewed enough that a product is thirty times what a join should compare.
"""

from datetime import date
from typing import Any

import pytest
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sf

from spark_audit.schemas import ACTIVITY_DAILY, DENIALS_DAILY, USAGE_DAILY, USES_DAILY, WATCHED_DAYS
from spark_audit.transforms.findings.rights.creep import creep
from spark_audit.transforms.findings.rules import Rules
from spark_audit.transforms.findings.watched_logs import WATCHED, heard_since
from spark_audit.transforms.gold.usage_totals import usage_totals
from spark_audit.transforms.gold.would_allow import would_allow
from spark_audit.transforms.history.attribution import attribute
from spark_audit.transforms.history.recomputation import recomputed_daily
from spark_audit.transforms.status.grant_status import Bounds, grant_status
from tests.spark_audit import histories
from tests.spark_audit.frames import NOON, frame, silver
from tests.spark_audit.pairs import compared

MEMBERS, TOPICS = 300, 4
DAY = date(2026, 11, 7)
PEOPLE = [f"user-{number}" for number in range(MEMBERS)]
PATHS = [f"c/acme/orders/t{number}" for number in range(TOPICS)]
LINE = {"cluster": "c", "authorities": [202, 203], "valid_from": None, "valid_until": None, "add_time": 0}
NAMESPACE = {"type": 3, "res": "c/acme/orders"}
RESOURCES = [
    {"cluster": "c", "res": path, "rtype": kind}
    for path, kind in [("c/acme", "tenant"), ("c/acme/orders", "namespace"), *((path, "topic") for path in PATHS)]
]
"""One namespace with four topics."""


def _grant(number: int, users: list[str], **more: Any) -> dict[str, Any]:
    return {**LINE, **NAMESPACE, "grant": number, "role": number, "role_name": f"r{number}", "users": users, **more}


BIG = _grant(1, PEOPLE)
"""Everybody has it, and uses every topic."""
USES = [(user, path) for user in PEOPLE for path in PATHS]
BOUND = 8 * len(USES)
"""Of pairs that a join may compare: some for each use, of which there are 1,200; a product has 360,000."""


@pytest.fixture(scope="module")
def past(spark: SparkSession) -> Any:
    return histories.of(spark, [BIG], resources=RESOURCES)


@pytest.fixture(scope="module")
def usage(spark: SparkSession) -> DataFrame:
    """A row of USAGE_DAILY for each use."""
    row = {"date": DAY, "grant": 1, "action": 2, "decision": 1, "n": 1, "covering": 1, "applied": 1, "sole": 1,
           "first": NOON, "last": NOON}  # fmt: skip
    return frame(spark, USAGE_DAILY, [{**row, "user": user, "resource": path} for user, path in USES])


def _most(rows: DataFrame) -> int:
    return max(compared(rows).values())


def _bounded(rows: DataFrame) -> DataFrame:
    """A frame that others are built on: its joins are counted here, and not again in all of those."""
    assert max(compared(rows).values(), default=0) <= BOUND
    return rows.localCheckpoint()


def test_a_cross_join_is_recognised(usage: DataFrame) -> None:
    """By its keys, although the condition leaves few rows."""
    members = usage.select(sf.col("grant").alias("one"), sf.col("user").alias("member")).distinct()
    product = usage.join(members, (sf.col("grant") == sf.col("one")) & (sf.length("user") < sf.length("member")))
    assert _most(product) == len(USES) * MEMBERS


def test_creep_compares_few_pairs(past: Any, usage: DataFrame) -> None:
    proven = past.grants.select("grant", sf.lit(True).alias("granted"), sf.lit(None).cast("string").alias("why"))
    rows = creep(past.grants, proven.distinct(), usage, past.resources, Rules().weights, DAY)
    assert _most(rows) <= BOUND
    found = {score["scope"]: score for score in rows.collect()}
    assert len(found) == MEMBERS + 3  # the role, the tenant, the estate
    assert found["1"]["used_leaves"] == TOPICS == found["user-7"]["used_leaves"]


def test_status_and_totals_compare_few_pairs(spark: SparkSession, past: Any, usage: DataFrame) -> None:
    watched, bounds = frame(spark, WATCHED_DAYS, []), Bounds(0, NOON + 1, 0, 99.0, 0)
    assert _most(grant_status(past.grants, usage, frame(spark, USES_DAILY, []), watched, bounds)) <= BOUND
    assert _most(usage_totals(usage, frame(spark, ACTIVITY_DAILY, []), past.grants, DAY)) <= BOUND


@pytest.mark.parametrize(
    "revision", [pytest.param(1, id="all fits"), pytest.param(0, id="nothing fits", marks=pytest.mark.soak)]
)
def test_recomputation_compares_few_pairs(spark: SparkSession, past: Any, revision: int) -> None:
    """Where nothing fits, each use is looked at with its grant, and whether the user is a member."""
    events = [{"uid": f"b-{seq}", "seq": seq, "user": user, "res": path, "grants": [1], "rev": revision,
               "time": histories.BEGIN + 10_000} for seq, (user, path) in enumerate(USES)]  # fmt: skip
    rows = recomputed_daily(silver(spark, *events), past.grants, past.users, past.rights, _bounded)
    assert _most(rows) <= BOUND


def test_would_allow_compares_few_pairs(spark: SparkSession) -> None:
    """Each attempt finds the lowest role of a place, not every one."""
    past = histories.of(spark, [_grant(id, ["somebody"]) for id in range(1, MEMBERS + 1)])
    row = {"date": DAY, "cluster": "c", "op": "CONSUME", "action": 2, "reason": "NO_GRANT", "n": 1, "bursts": 1}
    denied = [{**row, "user": user, "resource": path, "first": NOON, "last": NOON} for user, path in USES]
    rows = would_allow(frame(spark, DENIALS_DAILY, denied), past.rights, past.grants, DAY)
    assert _most(rows) <= BOUND
    assert {denial["example_role"] for denial in rows.collect()} == {"r1"}


def test_heard_since_and_attribution_compare_few_pairs(spark: SparkSession, past: Any) -> None:
    """Members meet clusters, and uses the periods of their own user."""
    log = frame(spark, WATCHED, [{"cluster": "c", "watched_since": DAY, "holes": []}])
    assert _most(heard_since(past.users, past.grants, log, 0)) <= BOUND
    events = [{"uid": f"b-{seq}", "seq": seq, "user": user, "res": path, "source": "log", "op": "CONSUME"}
              for seq, (user, path) in enumerate(USES)]  # fmt: skip
    assert _most(attribute(silver(spark, *events), past.grants, past.users, past.rights)) <= BOUND
