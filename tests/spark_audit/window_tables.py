"""The tables of a window as the jobs make them, from rows in memory, so that each is computed once."""

import json
from datetime import date
from functools import reduce

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as sf

from app.access import vocabulary
from spark_audit import schemas
from spark_audit.sources import operations
from spark_audit.transforms.coverage import sequence_numbers
from spark_audit.transforms.coverage.unproven import without_proof
from spark_audit.transforms.coverage.watched_days import watched_days
from spark_audit.transforms.findings import kinds, watched_logs
from spark_audit.transforms.findings.kinds import KnownTables, of_accounts, of_denials, of_rights
from spark_audit.transforms.findings.lifecycle import settle
from spark_audit.transforms.findings.rights.creep import creep
from spark_audit.transforms.findings.rights.leaves import known_since
from spark_audit.transforms.gold import center_uses, super_users
from spark_audit.transforms.gold.denials import without_despite
from spark_audit.transforms.gold.per_date import PER_DATE
from spark_audit.transforms.gold.usage_totals import usage_totals
from spark_audit.transforms.gold.would_allow import would_allow
from spark_audit.transforms.history.after_revocation import after_revocation, sum_recomputed
from spark_audit.transforms.history.recomputation import recomputed_daily
from spark_audit.transforms.status.grant_status import Bounds, grant_status
from tests.spark_audit.frames import frame
from tests.spark_audit.random_companies import Company
from tests.spark_audit.random_pasts import Line
from tests.spark_audit.twin import COUNTED, LINES, Judged

DAY_MS = 86_400_000


def by_spark(spark: SparkSession, estate: Company, judged: list[Judged]) -> dict[str, list[Line]]:
    """`recomputed_daily`, and `<table> <until>` of each window → rows."""
    events = frame(spark, schemas.EVENTS, estate.events)
    past = {table: frame(spark, LINES[table], rows) for table, rows in vars(estate).items() if table != "events"}
    past["rights"] = operations.read(spark, vocabulary.FILE)
    past_tables = past["grants"], past["users"], past["rights"]
    past["recomputed_daily"] = recomputed_daily(
        events, *past_tables, lambda rows: rows.localCheckpoint()
    ).localCheckpoint()
    past["ranges"] = sequence_numbers.sequences(events).localCheckpoint()
    past |= {table: PER_DATE[table](events).localCheckpoint() for table in COUNTED}
    past["earlier"] = frame(spark, schemas.FINDINGS, [])
    found = {"recomputed_daily": _collected({"recomputed_daily": past["recomputed_daily"]})["recomputed_daily"]}
    for window in judged:
        rows = _collected(_window(spark, events, past, window))
        past["earlier"] = frame(spark, schemas.FINDINGS, rows["findings"])
        found |= {f"{table} {window.days.until}": lines for table, lines in rows.items()}
    return found


def _window(spark: SparkSession, events: DataFrame, past: dict[str, DataFrame], judged: Judged) -> dict[str, DataFrame]:
    days = judged.days
    ranges = past["ranges"].where(_between(date(2000, 1, 1), days.until))
    log = watched_logs.read_watched(ranges, days, judged.min_coverage).localCheckpoint()
    usage, uses, activity, denials, compared = (
        past[name].where(_between(days.since, days.until))
        for name in ("usage_daily", "uses_daily", "activity_daily", "denials_daily", "recomputed_daily")
    )
    bounds = Bounds(days.start, days.end, judged.min_age_days, judged.min_coverage, judged.min_watched_days)
    logs = watched_days(ranges, [(days.since, days.until)], judged.min_coverage)
    judged_by_log = grant_status(past["grants"], usage, uses, logs, bounds)
    at_center = center_uses.in_window(past["center_uses"], days.since, days.until)
    let_in = super_users.grants_of(past["super_users_daily"].where(_between(days.since, days.until)), past["grants"])
    proven = without_proof(judged_by_log, at_center, center_uses.CENTER)
    status = without_proof(proven, let_in, super_users.SUPER_USER).localCheckpoint()
    late = after_revocation(compared, activity, past["credentials"], days.until, DAY_MS).localCheckpoint()
    there = known_since(past["resources"], days.start)
    weighed = creep(past["grants"], status, usage, there, judged.rules.weights, days.until).localCheckpoint()
    summed = sum_recomputed(compared, days.until)
    known = KnownTables(
        **{table: past[table].where(_between(days.first, days.until)) for table in kinds.DAILY},
        logged_since=min(event["date"] for event in events.select("date").distinct().collect()),
        log=log, grants=past["grants"], users=past["users"], resources=past["resources"],
        credentials=past["credentials"],
    )  # fmt: skip
    covered = sequence_numbers.coverage_daily(ranges).where(_between(days.since, days.until))
    said = kinds.JudgedTables(
        after_revocation=late, recomputed=summed, grant_status=status, creep=weighed, coverage_daily=covered
    )
    drafts = of_rights(known, said, days, judged.rules) + of_denials(known, days, judged.rules)
    drafts += of_accounts(known, days, judged.rules)
    union = watched_logs.with_watched_dates(reduce(DataFrame.unionByName, drafts), log).localCheckpoint()
    found = settle(union, past["earlier"], days.until, judged.rules.closed_days)
    return {
        "recomputed": summed, "after_revocation": late, "grant_status": status, "creep": weighed, "findings": found,
        "usage_totals": usage_totals(usage, activity, past["grants"], days.until),
        "would_allow": would_allow(without_despite(denials, compared), past["rights"], past["grants"], days.until),
    }  # fmt: skip


def _between(first: date, last: date) -> Column:
    return sf.col("date").between(sf.lit(first), sf.lit(last))


def _collected(tables: dict[str, DataFrame]) -> dict[str, list[Line]]:
    """The rows of all tables, collected with one action."""
    lines = [
        rows.select(sf.lit(name).alias("table"), sf.to_json(sf.struct("*"), {"ignoreNullFields": "false"}).alias("row"))
        for name, rows in tables.items()
    ]
    found: dict[str, list[Line]] = {table: [] for table in tables}
    for row in reduce(DataFrame.unionByName, lines).collect():
        found[row["table"]].append(json.loads(row["row"]))
    return found
