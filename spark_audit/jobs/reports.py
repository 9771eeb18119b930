"""Reports of the estate and of each tenant, CSV, OCSF and a summary, from the tables of a run."""

import json
import shutil
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from spark_audit import schemas
from spark_audit.jobs import report_tables
from spark_audit.jobs.order import Run
from spark_audit.sinks import table_files
from spark_audit.sinks.report.content import Content, Record, Records
from spark_audit.sinks.report.gathering import Gathering
from spark_audit.sinks.report.shown import curves, show
from spark_audit.sinks.report.write import write
from spark_audit.sinks.summary import summary

_PUBLISHED = ("grant_status", "findings", "creep", "backtest", "suggestions")
_Rows = Iterator[dict[str, Any]]


def build(run: Run) -> None:
    """Write `csv/`, `ocsf/`, `report/` and `summary.md` into the results."""
    facts = json.loads((run.results / "publish" / "run.json").read_text(encoding="utf-8"))
    gathering, coverage = Gathering(), Records()
    for name, columns, rows in _tables(run):
        seen = show(gathering, name, rows)
        table_files.write(name, columns, _kept(seen, coverage) if name == "coverage" else seen, run.results, facts)
    bad = [{"reason": reason, "n": n} for reason, n in run.ledger.reasons().items()]
    settings = {
        "min_age_days": run.order.min_age_days,
        "min_coverage": run.order.min_coverage,
        "creep_weights": dict(run.order.rules.weights),
    }
    _reports(run, gathering, (facts, settings, {"coverage": coverage, "bad": bad}))
    run.progress.done("reports", f"the estate and {len(gathering.tenants())} tenants")


def _reports(run: Run, gathering: Gathering, common: tuple[Record, Record, Mapping[str, Records]]) -> None:
    """Every tenant's report, and with a line about each of them the estate's."""
    tenants = []
    for tenant in gathering.tenants():
        content = gathering.content(tenant, *common)
        write(content, run.results / "report")
        tenants.append(content.line())
    tenants.sort(key=lambda row: (-row["uses"], row["tenant"]))
    facts, settings, shared = common
    estate = gathering.content(None, facts, settings, {**shared, "tenants": tenants})
    write(estate, run.results / "report")
    table_files.write("tenants", list(Content.LINE), iter(tenants), run.results, facts)
    (run.results / "summary.md").write_text(summary(estate), encoding="utf-8", errors="backslashreplace", newline="")


def _tables(run: Run) -> Iterator[tuple[str, list[str], _Rows]]:
    """Every table with its columns and rows, from Spark or as published; read each before the next is asked for."""
    yield from _from_spark(run)
    tests = curves(_published(run, "backtest"))
    for name in _PUBLISHED:
        rows = _published(run, name)
        if name == "suggestions":
            rows = ({**row, "curve": tests.get(row["id"], [])} for row in rows)
        yield name, schemas.names(getattr(schemas, name.upper())), rows


def _from_spark(run: Run) -> Iterator[tuple[str, list[str], _Rows]]:
    """The tables that Spark computes, in one go: written aside, sorted, and read line by line."""
    (columns, computed), draft = report_tables.rows(run), run.results / ".rows"
    computed.write.text(str(draft))
    for name, rows in groupby(_lines(draft), key=lambda line: line[0]):
        yield name, columns.pop(name), (json.loads(row) for _, row in rows)
    for name, header in columns.items():
        yield name, header, iter(())
    shutil.rmtree(draft)


def _lines(draft: Path) -> Iterator[list[str]]:
    (file,) = draft.glob("part-*")
    with file.open(encoding="utf-8", newline="\n") as lines:
        yield from (line.split("\t", 1) for line in lines)


def _published(run: Run, name: str) -> _Rows:
    with (run.results / "publish" / f"{name}.jsonl").open(encoding="utf-8", newline="\n") as lines:
        yield from (json.loads(line) for line in lines)


def _kept(rows: _Rows, kept: Records) -> _Rows:
    for row in rows:
        kept.append(row)
        yield row
