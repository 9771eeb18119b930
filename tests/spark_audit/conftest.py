"""One small Spark session for the whole test run."""

import gc
import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import pytest
from pyspark.sql import DataFrame, SparkSession

from spark_audit import session
from spark_audit.jobs import run
from spark_audit.jobs.run_order import Order
from spark_audit.schemas import ACTIVITY_DAILY, DENIALS_DAILY, RECOMPUTED_DAILY, USAGE_DAILY
from spark_audit.transforms.gold.per_date import PER_DATE
from spark_audit.transforms.gold.usage_totals import usage_totals
from spark_audit.transforms.gold.would_allow import would_allow
from spark_audit.transforms.history.after_revocation import after_revocation, sum_recomputed
from spark_audit.transforms.history.recomputation import recomputed_daily
from tests.spark_audit import histories, sample
from tests.spark_audit.frames import frame, silver

_HERE = Path(__file__).parent
_SECONDS = 1200
"""A busy machine may take minutes. A call to the JVM that is broken off leaves its answer unread: all later calls get
the answer of the one before."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Ignore unclosed sockets: PySpark leaves that of every `collect` to the garbage collector, and we open none."""
    for item in items:
        if _HERE in item.path.parents:
            item.add_marker(pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"))
            if item.get_closest_marker("timeout") is None:
                item.add_marker(pytest.mark.timeout(_SECONDS))


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """A session on `local[2]`, otherwise configured as the program does for little data."""
    warehouse = str(tmp_path_factory.mktemp("warehouse"))
    started = session.start({"spark.master": "local[2]", "spark.sql.warehouse.dir": warehouse}, little=True)
    yield started
    started.stop()
    gc.collect()


@pytest.fixture(scope="session")
def gold(spark: SparkSession) -> dict[str, DataFrame]:
    """The gold tables by their transforms; none is computed. For tests of their columns and of their plans."""
    used, past, until = silver(spark, {"grants": [1]}), histories.of(spark, []), date(2026, 11, 30)
    usage, activity = frame(spark, USAGE_DAILY, []), frame(spark, ACTIVITY_DAILY, [])
    compared, denials = frame(spark, RECOMPUTED_DAILY, []), frame(spark, DENIALS_DAILY, [])
    return {
        **{table: transform(used) for table, transform in PER_DATE.items()},
        "recomputed_daily": recomputed_daily(used, past.grants, past.users, past.rights),
        "recomputed": sum_recomputed(compared, until),
        "after_revocation": after_revocation(compared, activity, past.credentials, until, 1),
        "usage_totals": usage_totals(usage, activity, past.grants, until),
        "would_allow": would_allow(denials, past.rights, past.grants, until),
    }


@pytest.fixture(scope="session")
def order(tmp_path_factory: pytest.TempPathFactory) -> Order:
    """An order for three days of the sample, with one damaged line and one duplicate."""
    directory = tmp_path_factory.mktemp("job")
    events, history = sample.write(directory, sample.DAYS)
    first = min(events.iterdir())
    lines = first.read_text().splitlines(keepends=True)
    first.write_text("".join([*lines[:20], "{\n", *lines[21:], lines[3]]))
    since, until = date(2026, 11, 7), date(2026, 11, 9)
    return Order(str(events), str(history), directory / "out", since, until, min_coverage=90.0, min_watched_days=1)


@dataclass(frozen=True)
class Ran:
    """The files of one run, and the plans of its queries."""

    files: dict[str, bytes]
    plans: list[str]


@pytest.fixture(scope="session")
def ran(spark: SparkSession, order: Order) -> Ran:
    """One run of `order`."""
    before = set(_queries(spark))
    run.run(spark, order)
    return Ran(sample.tree(order.out), [plan for number, plan in _queries(spark).items() if number not in before])


def _queries(spark: SparkSession) -> dict[int, str]:
    """Number of the query → plan, for the queries that Spark remembers."""
    executions = spark._jsparkSession.sharedState().statusStore().executionsList()
    queries = (executions.apply(place) for place in range(executions.size()))
    return {query.executionId(): str(query.physicalPlanDescription()) for query in queries}


@pytest.fixture(scope="session")
def done(ran: Ran) -> dict[str, bytes]:
    """The files of one run of `order`."""
    return ran.files


@dataclass(frozen=True)
class Folded:
    """The results of two runs, of which the second merged late files in. `before`: a copy of the first one's."""

    before: Path
    order: Order
    files: dict[str, bytes]


@pytest.fixture(scope="session")
def folded(spark: SparkSession, order: Order, tmp_path_factory: pytest.TempPathFactory) -> Folded:
    """Two runs: one broker's file, then the other's, when the first is gone; renamed, and the last one first.

    Beside the second lies a file with an event that was decided after the export.
    """
    directory = tmp_path_factory.mktemp("folded")
    days = [directory / "today", directory / "tomorrow"]
    for day, file in zip(days, sorted(Path(order.events).iterdir(), reverse=True), strict=True):
        day.mkdir()
        shutil.copyfile(file, day / f"{day.name}.jsonl")
    today, tomorrow = (replace(order, events=str(day), out=directory / "out") for day in days)
    run.run(spark, today)
    shutil.copytree(today.out, directory / "before")
    event = json.loads(min(Path(order.events).iterdir()).read_text().splitlines()[0])
    later = event | {"uid": "later-1", "seq": 1, "rev": 51, "time": sample.START + 30 * sample.DAY + 1, "t_end": None}
    (days[1] / "later.jsonl").write_text(json.dumps(later) + "\n")
    run.run(spark, tomorrow)
    return Folded(directory / "before", tomorrow, sample.tree(tomorrow.out))
