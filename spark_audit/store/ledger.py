"""Which file contents were read, and for which dates gold is out of date. Plain files, without Spark.

Order of writes: first the dates that are about to change (`expect`), then silver, then the ledger. So after a kill at
any point, the next run reads again what the ledger does not have, and knows every date whose gold may be old.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, field, fields
from datetime import date
from pathlib import Path

from spark_audit.store.staging import write_text

_FILES, _PENDING, _CENTER = "ledger/files.jsonl", "ledger/pending.json", "ledger/center.json"
LAYOUT = 1
"""Version of the layout of the whole directory."""
_WITH_A_LINE = 128
"""Bytes. Every gzip file with an event is at least so large; without one, it has about 80 at most."""


@dataclass(frozen=True)
class FileRead:
    """A row of LEDGER; dates are ISO texts."""

    file: str
    bytes: int
    sha256: str
    lines: int
    events: int
    bad: int
    first_date: str | None
    last_date: str | None
    late: int
    very_late: int
    days: dict[str, int]
    reasons: dict[str, int]
    logged: dict[str, int] = field(default_factory=dict)


class Ledger:
    """The ledger of one audit's directory."""

    def __init__(self, out: Path, aside: Path) -> None:
        """Reads what was written so far; nothing in a new directory."""
        self._out, self._aside = out, aside
        self._new: tuple[str, int] | None = None
        self._rows = {row.sha256: row for row in map(_row, _lines(out / _FILES))}

    def rows(self) -> list[FileRead]:
        """The rows, by file name."""
        return sorted(self._rows.values(), key=lambda row: (row.file, row.sha256))

    def has(self, sha256: str) -> bool:
        """Whether this content was read.

        False for a row without any line whose file has _WITH_A_LINE bytes or more: earlier versions wrote such rows for
        gzip files that Spark had skipped. These are read again.
        """
        row = self._rows.get(sha256)
        return row is not None and (row.lines > 0 or row.bad > 0 or row.bytes < _WITH_A_LINE)

    def write(self, added: Iterable[FileRead], gone: Collection[str] = ()) -> None:
        """Add rows and remove those of `gone` (sha256), in one step."""
        kept = {sha256: row for sha256, row in self._rows.items() if sha256 not in gone}
        self._rows = kept | {row.sha256: row for row in added}
        text = "".join(json.dumps(asdict(row), ensure_ascii=False, sort_keys=True) + "\n" for row in self.rows())
        write_text(self._aside, self._out / _FILES, text)

    def pending(self) -> list[date]:
        """Dates of silver that changed since gold was written."""
        return sorted(date.fromisoformat(day) for line in _lines(self._out / _PENDING) for day in json.loads(line))

    def expect(self, dates: Iterable[date]) -> None:
        """Before silver is changed: note the dates whose gold will be old, and in a new directory its center."""
        if self._new:
            center, layout = self._new
            write_text(self._aside, self._out / _CENTER, json.dumps({"v": layout, "center": center}) + "\n")
            self._new = None
        self._note({*dates, *self.pending()})

    def settled(self) -> None:
        """Note that gold is up to date."""
        self._note(())

    def bounds(self) -> tuple[date, date] | None:
        """First and last date of all events read."""
        days = [file.first_date for file in self._rows.values()] + [file.last_date for file in self._rows.values()]
        known = sorted(day for day in days if day is not None)
        return (date.fromisoformat(known[0]), date.fromisoformat(known[-1])) if known else None

    def reasons(self) -> dict[str, int]:
        """Bad lines of all files by reason."""
        total: Counter[str] = Counter()
        for file in self._rows.values():
            total.update(file.reasons)
        return dict(sorted(total.items()))

    def center(self) -> tuple[str, int] | None:
        """The center whose events the directory holds, and its layout; None for a new directory."""
        for line in _lines(self._out / _CENTER):
            record = json.loads(line)
            return record["center"], record["v"]
        return self._new

    def belongs_to(self, center: str) -> None:
        """Set the center of a new directory. Written only by `expect`: until then, the events may still be refused."""
        self._new = (center, LAYOUT)

    def days(self) -> set[date]:
        """Every date that has events."""
        return {date.fromisoformat(day) for file in self._rows.values() for day in file.days}

    def _note(self, dates: Iterable[date]) -> None:
        write_text(self._aside, self._out / _PENDING, json.dumps([str(day) for day in sorted(dates)]) + "\n")


def _row(line: str) -> FileRead:
    """Unknown fields are ignored: a later version may write more as long as LAYOUT stays the same."""
    record = json.loads(line)
    return FileRead(**{field.name: record[field.name] for field in fields(FileRead) if field.name in record})


def _lines(file: Path) -> list[str]:
    """Split at line feeds only: file names may contain other characters that splitlines takes for a line end."""
    return [line for line in file.read_text(encoding="utf-8").split("\n") if line] if file.exists() else []
