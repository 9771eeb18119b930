"""Tables as files for others: `csv/` for spreadsheets, findings as OCSF for security tools."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TextIO

from spark_audit.sinks import csv_cells, ocsf


def write(
    name: str, columns: Sequence[str], rows: Iterable[Mapping[str, Any]], results: Path, run: Mapping[str, Any]
) -> None:
    """Write `csv/<name>.csv` and of findings `ocsf/findings.jsonl` too; one row is in memory at a time."""
    with ExitStack() as files:
        table = files.enter_context(_opened(results / "csv" / f"{name}.csv", "utf-8-sig"))
        lines = files.enter_context(_opened(results / "ocsf" / "findings.jsonl")) if name == "findings" else None
        table.write(csv_cells.table(columns, []))
        for row in rows:
            table.write(csv_cells.line([row.get(column) for column in columns]))
            if lines:
                lines.write(ocsf.line(row, run) + "\n")


def _opened(file: Path, encoding: str = "utf-8") -> TextIO:
    """For writing. The mark of utf-8-sig lets Excel read names in any language."""
    file.parent.mkdir(parents=True, exist_ok=True)
    return file.open("w", encoding=encoding, errors="backslashreplace", newline="")
