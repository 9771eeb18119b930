"""Golden cases: folders with event lines, an export of grants, and the exact expected rows.

All cases form one estate that one Spark job computes. So that they stay apart, names of clusters, users, broker starts
and grants are made unique per case on the way in, and translated back on the way out.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from tests.spark_audit import histories
from tests.spark_audit.frames import Line

Rows = list[list[Any]]
CASES = sorted(path.parent for path in (Path(__file__).parent / "cases").glob("*/expect.yaml"))
_GRANTS_A_CASE = 1000
_NAMES = re.compile(rb'("(?:uid|user|res)": ")')
_GRANTS = re.compile(rb'(?<="grants": \[)[\d, ]+')


class Case:
    """The names and expectations of one case."""

    def __init__(self, folder: Path, number: int) -> None:
        """`number` makes its grant ids different from those of other cases."""
        self.name, self._folder, self._first = folder.name, folder, number * _GRANTS_A_CASE
        self._prefix = f"{self.name}~"
        expected = yaml.safe_load((folder / "expect.yaml").read_text())
        self.settings: dict[str, Any] = expected.pop("settings", {})
        self.tables: Mapping[str, Rows] = expected

    def events(self, directory: Path) -> Path:
        """Write its event lines to a file of `directory`, unchanged except for names and ids of grants."""
        text = _NAMES.sub(rb"\g<1>" + self._prefix.encode(), (self._folder / "events.jsonl").read_bytes())
        file = directory / f"{self._prefix}.jsonl"
        file.write_bytes(_GRANTS.sub(lambda found: self._numbered(found[0]), text))
        return file

    def grants(self) -> Iterator[Line]:
        """The lines of its export."""
        for line in histories.read(self._folder / "grants.jsonl"):
            place = line["res"] if line["res"] == "*" else self._prefix + line["res"]
            yield line | {
                "grant": self._first + line["grant"], "cluster": self._prefix + line["cluster"], "res": place,
                "users": [self._prefix + user for user in line["users"]],
            }  # fmt: skip

    def own(self, rows: Iterable[Line], columns: Sequence[str]) -> Rows:
        """These columns of the rows about this case, with the case's own names."""
        return [[self._short(column, row[column]) for column in columns] for row in rows if self._owns(row)]

    def _owns(self, row: Line) -> bool:
        named = any(isinstance(value, str) and value.startswith(self._prefix) for value in row.values())
        return named or (row.get("grant") or 0) // _GRANTS_A_CASE == self._first // _GRANTS_A_CASE

    def _short(self, column: str, value: Any) -> Any:
        if column == "grant" and value is not None:
            return value - self._first
        return value.removeprefix(self._prefix) if isinstance(value, str) else value

    def _numbered(self, listed: bytes) -> bytes:
        return re.sub(rb"\d+", lambda number: str(self._first + int(number[0])).encode(), listed)


def cases() -> list[Case]:
    """All cases."""
    return [Case(folder, at) for at, folder in enumerate(CASES, 1)]
