"""CSV for people with spreadsheets: no cell may be run as a formula."""

import csv
import io
from collections.abc import Iterable, Sequence

_RUNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The rows as CSV. Text that a spreadsheet could run gets a leading apostrophe; numbers stay numbers."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([cell(value) for value in row] for row in rows)
    return text.getvalue()


def cell(value: object) -> object:
    """One value as a cell: None empty, lists joined by a blank, dangerous text neutralised."""
    if isinstance(value, list | tuple):
        value = " ".join(str(item) for item in value)
    if isinstance(value, str) and value.lstrip(" \u00a0\ufeff").startswith(_RUNS):
        return f"'{value}"
    return "" if value is None else value
