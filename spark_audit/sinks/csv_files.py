"""`csv/` for spreadsheets, from the rows the report shows."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from spark_audit.schemas import COVERAGE, DIFFERENCES, GRANT_STATUS, names
from spark_audit.sinks import csv_cells
from spark_audit.sinks.report.content import Content

_DENIAL = ("user", "op", "resource", "reason", "n", "first", "last", "days")
_PROBE = ("user", "op", "resource", "decision", "n", "first", "last", "days")


def write(content: Content, directory: Path) -> None:
    """Write every file into `directory`."""
    directory.mkdir()
    written: dict[str, tuple[Sequence[str], Sequence[Mapping[str, Any]]]] = {
        "findings.csv": (names(GRANT_STATUS)[1:], content.findings),
        "denials.csv": (_DENIAL, content.denials),
        "probes.csv": (_PROBE, content.probes),
        "differences.csv": (names(DIFFERENCES), content.differences),
        "coverage.csv": (names(COVERAGE), content.coverage),
    }
    for file, (header, rows) in written.items():
        text = csv_cells.table(header, ([row[name] for name in header] for row in rows))
        # The mark lets Excel read names in any language.
        (directory / file).write_text(text, encoding="utf-8-sig", errors="backslashreplace", newline="")
