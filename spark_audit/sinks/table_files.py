"""Tables as files for others: `csv.zip` for spreadsheets, findings as OCSF for security tools."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TextIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from spark_audit.sinks import csv_cells, ocsf, packed

CSV = "csv.zip"
_OCSF = Path("ocsf", "findings.jsonl.gz")
_UNIX, _READABLE = 3, 0o644 << 16
_LEVEL = 6
Row = Mapping[str, Any]


class TableFiles:
    """`csv.zip` with a CSV of each table, and `ocsf/findings.jsonl.gz`, of a run's results; whole when it is left.

    One archive, because desktops open it by themselves, which they don't do with gzip, and texts that repeat so much
    take a seventh. The same rows give the same bytes.
    """

    def __init__(self, results: Path, run: Mapping[str, Any]) -> None:
        """`run`: the facts of run.json."""
        self._results, self._run = results, run
        self._archive = ZipFile(results / CSV, "w", ZIP_DEFLATED, compresslevel=_LEVEL)

    def __enter__(self) -> Self:
        """The tables come by `write`."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Write the archive's contents."""
        self._archive.close()

    def write(self, name: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
        """Write `<name>.csv` and of findings OCSF too; one row is in memory at a time."""
        findings = packed.open_to_write(self._results / _OCSF) if name == "findings" else nullcontext()
        with self._csv(name) as table, findings as lines:
            told = self._told(rows, lines) if lines else rows
            csv_cells.write(table, [columns])
            csv_cells.write(table, ([row.get(column) for column in columns] for row in told))

    def _told(self, rows: Iterable[Row], lines: TextIO) -> Iterator[Row]:
        """The rows, each written as OCSF when it comes by."""
        for row in rows:
            lines.write(ocsf.line(row, self._run) + "\n")
            yield row

    @contextmanager
    def _csv(self, name: str) -> Iterator[TextIOWrapper]:
        """For writing. The mark of utf-8-sig lets Excel read names in any language."""
        member = ZipInfo(f"{name}.csv")
        member.compress_type, member.create_system, member.external_attr = ZIP_DEFLATED, _UNIX, _READABLE
        with (
            self._archive.open(member, "w", force_zip64=True) as raw,
            TextIOWrapper(raw, encoding="utf-8-sig", errors="backslashreplace", newline="") as text,
        ):
            yield text
