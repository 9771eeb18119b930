"""`publish/` for the center and `csv/` for spreadsheets, both from the rows the report shows."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame

from spark_audit.schemas import COVERAGE, DIFFERENCES, GRANT_STATUS, USAGE_DAILY, names
from spark_audit.sinks import csv_cells, tables
from spark_audit.sinks.report.content import Content
from spark_audit.sinks.staging import write_text

_FINDING = ("grant", "status", "covering", "applied", "sole", "last", "coverage_percent")
_DENIAL = ("user", "op", "resource", "reason", "n", "first", "last", "days")
_PROBE = ("user", "op", "resource", "decision", "n", "first", "last", "days")


def write(usage: DataFrame, content: Content, out: Path, aside: Path) -> None:
    """Write the files of a run; run.json last, so that its presence says the others are there."""
    _csv(content, out / "csv", aside)
    tables.replace_json_lines(usage.select(*names(USAGE_DAILY)), out / "publish" / "usage_daily.jsonl", aside)
    lines = "".join(_json({name: row[name] for name in _FINDING}) + "\n" for row in content.findings)
    write_text(aside, out / "publish" / "findings.jsonl", lines)
    write_text(aside, out / "publish" / "run.json", _json(content.run) + "\n")


def _csv(content: Content, directory: Path, aside: Path) -> None:
    written: dict[str, tuple[Sequence[str], Sequence[Mapping[str, Any]]]] = {
        "findings.csv": (names(GRANT_STATUS), content.findings),
        "denials.csv": (_DENIAL, content.denials),
        "probes.csv": (_PROBE, content.probes),
        "differences.csv": (names(DIFFERENCES), content.differences),
        "coverage.csv": (names(COVERAGE), content.coverage),
    }
    for file, (header, rows) in written.items():
        text = csv_cells.table(header, ([row[name] for name in header] for row in rows))
        write_text(aside, directory / file, text, "utf-8-sig")  # the mark lets Excel read names in any language


def _json(values: Mapping[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))
