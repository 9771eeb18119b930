"""No row leaves the JVM: what Spark plans has no Python in it, and the gold tables are joined on equality only."""

import re
from pathlib import Path

import pytest
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sf

from spark_audit.sources import events
from spark_audit.store.tables import TABLES
from spark_audit.transforms.history.attribution import attribute
from tests.spark_audit import histories
from tests.spark_audit.conftest import Ran
from tests.spark_audit.frames import silver

PYTHON = ("EvalPython", "PythonUDF", "InPandas", "InArrow", "PythonMap")
_PARSED = "conv("
"""In a plan: hexadecimal or decimal digits become bits."""
EACH_WITH_EACH = ("CartesianProduct", "BroadcastNestedLoopJoin")


def plan(rows: DataFrame) -> str:
    """What Spark will do."""
    return str(rows._jdf.queryExecution().executedPlan().toString())


@pytest.fixture(scope="module")
def plans(gold: dict[str, DataFrame]) -> dict[str, str]:
    """By table; nothing is computed."""
    return {table: plan(rows) for table, rows in gold.items()}


def test_gold_has_no_python_and_no_cross_join(plans: dict[str, str]) -> None:
    found = {table: [word for word in (*PYTHON, *EACH_WITH_EACH) if word in text] for table, text in plans.items()}
    assert found == {table: [] for table in plans}
    assert "HashJoin" in plans["recomputed_daily"] or "SortMergeJoin" in plans["recomputed_daily"]


def test_an_address_is_parsed_before_uses_meet_grants(spark: SparkSession, gold: dict[str, DataFrame]) -> None:
    """Once per use, in no condition of a join, which is asked of every use with every grant of its user."""
    used, past = silver(spark, {"grants": [1]}), histories.of(spark, [])
    for rows in (gold["recomputed_daily"], attribute(used, past.grants, past.users, past.rights)):
        text = str(rows._jdf.queryExecution().optimizedPlan().toString())
        assert _PARSED in text
        assert [line for line in text.splitlines() if _PARSED in line and "Join " in line] == []


def test_a_line_is_parsed_once(spark: SparkSession) -> None:
    """Spark puts filters below what they are about and repeats the parsing there."""
    case = Path(__file__).parent / "cases" / "single_use"
    usable = events.bronze(spark, [str(case / "events.jsonl")]).where("fault is null").select("record.*")
    assert str(usable._jdf.queryExecution().optimizedPlan().toString()).count("from_json") == 1


def test_no_query_of_a_run_has_python_in_it(ran: Ran) -> None:
    """Every table that a run writes, and whatever else it asks of Spark."""
    assert {table for text in ran.plans for table in re.findall(r"table-(\w+)", text)} == set(TABLES)
    assert [text for text in ran.plans if any(word in text for word in PYTHON)] == []


def test_the_export_is_parsed_once(ran: Ran) -> None:
    """By the queries that keep it as Parquet: whether it has bad lines is seen there."""
    parsing = [text for text in ran.plans if "add_time" in text and "from_json" in text]
    assert [bool(re.search(r"/export/grants\b", text)) for text in parsing] == [True]


def test_no_code_asks_for_rows_outside_of_sql() -> None:
    """What Spark would not show as a query: RDDs, and functions of ours for each row."""
    asks = re.compile(r"\.rdd\b|parallelize|\budf\b|_udf\b|mapIn|applyIn|foreach|toPandas")
    files = (Path(__file__).parents[2] / "spark_audit").rglob("*.py")
    assert {file.name: asks.findall(text) for file in files if asks.search(text := file.read_text())} == {}


def test_python_and_cross_joins_are_recognised(spark: SparkSession) -> None:
    """The check above can fail."""
    three = spark.range(3)
    assert "EvalPython" in plan(three.select(sf.udf(str, useArrow=False)("id")))
    assert any(word in plan(three.crossJoin(three)) for word in EACH_WITH_EACH)
