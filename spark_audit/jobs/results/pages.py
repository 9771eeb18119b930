"""Reports of the estate and of each tenant, CSV, OCSF and a summary, from `publish/` and `drawn/` of a run's results.

Nothing else is needed, neither Spark nor the run. So an erasure replaces the name in these two and draws all again.
"""

import json
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from spark_audit import schemas
from spark_audit.sinks import packed
from spark_audit.sinks.report.content import Content, Record, Records
from spark_audit.sinks.report.gathering import Gathering
from spark_audit.sinks.report.shown import curves, show
from spark_audit.sinks.report.write import write
from spark_audit.sinks.summary import summary
from spark_audit.sinks.table_files import TableFiles

TABLES, ABOUT = Path("drawn", "tables.tsv.gz"), Path("drawn", "about.json")
"""TABLES: rows that Spark computed; per line: name of the table, tab, row as JSON. ABOUT: `columns` of each table,
`settings` of the run, `bad` lines by reason."""
KNOWN_TENANTS = "known_tenants"
"""The table of tenants that may have a report; it is not written as CSV. Results of older versions lack it."""
_PUBLISHED = ("grant_status", "findings", "creep", "backtest", "suggestions")
_NAMED = {"findings": ("role_name", "granted_on", "granted_from", "main", "account_made", "account_ended")}
_Rows = Iterator[dict[str, Any]]


def draw(results: Path) -> int:
    """Write `csv.zip`, `ocsf/`, `report/` and `summary.md` into the results; returns the number of tenants' reports."""
    facts = json.loads((results / "publish" / "run.json").read_text(encoding="utf-8"))
    about = json.loads((results / ABOUT).read_text(encoding="utf-8"))
    gathering, coverage = Gathering(), Records()
    with TableFiles(results, facts) as files:
        for name, columns, rows in _tables(results, about["columns"]):
            if name == KNOWN_TENANTS:
                gathering.know(row["tenant"] for row in rows)
                continue
            seen = show(gathering, name, rows)
            files.write(name, columns, _keep(seen, coverage) if name == "coverage" else seen)
        common = facts, about["settings"], {"coverage": coverage, "bad": about["bad"]}
        tenants = _reports(results, gathering, common)
        files.write("tenants", list(Content.LINE), iter(tenants))
    return len(tenants)


def _reports(results: Path, gathering: Gathering, common: tuple[Record, Record, Mapping[str, Records]]) -> Records:
    """Write the report of every tenant, then the estate's with one line per tenant; returns these lines."""
    tenants, place = [], results / "report"
    for tenant in gathering.tenants():
        content = gathering.content(tenant, *common)
        write(content, place)
        tenants.append(content.line())
    tenants.sort(key=lambda row: (-row["uses"], row["tenant"]))
    facts, settings, shared = common
    estate = gathering.content(None, facts, settings, {**shared, "tenants": tenants})
    write(estate, place)
    (results / "summary.md").write_text(summary(estate), encoding="utf-8", errors="backslashreplace", newline="")
    return tenants


def _tables(results: Path, columns: Mapping[str, list[str]]) -> Iterator[tuple[str, list[str], _Rows]]:
    """Every table with its columns and rows. The rows must be read before the next table is requested."""
    yield from _read_drawn(tables(results), columns)
    tests = curves(_published(results, "backtest"))
    for name in _PUBLISHED:
        rows = _published(results, name)
        if name == "suggestions":
            rows = ({**row, "curve": tests.get(row["id"], [])} for row in rows)
        yield name, [*schemas.names(getattr(schemas, name.upper())), *_NAMED.get(name, ())], rows


def _read_drawn(file: Path, columns: Mapping[str, list[str]]) -> Iterator[tuple[str, list[str], _Rows]]:
    empty = dict(columns)
    for name, rows in groupby(_lines(file), key=lambda line: line[0]):
        yield name, empty.pop(name), (json.loads(row) for _, row in rows)
    for name, header in empty.items():
        yield name, header, iter(())


def tables(results: Path) -> Path:
    """The file of TABLES; results of older versions have it as plain text."""
    return packed.found(results / TABLES.with_suffix(""))


def _lines(file: Path) -> Iterator[list[str]]:
    with packed.lines(file) as lines:
        yield from (line.split("\t", 1) for line in lines)


def _published(results: Path, name: str) -> _Rows:
    with packed.lines(packed.found(results / "publish" / f"{name}.jsonl")) as lines:
        yield from (json.loads(line) for line in lines)


def _keep(rows: _Rows, kept: Records) -> _Rows:
    for row in rows:
        kept.append(row)
        yield row
