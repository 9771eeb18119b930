"""CSV for people with spreadsheets: no cell may be run as a formula."""

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence

_RUNS = ("=", "+", "-", "@", "|", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_IGNORED = " \u00a0\u2007\u202f\u200b\ufeff"
_WITHIN = re.compile(rf"([;\t\r\n])(?=[{_IGNORED}\"]*[=+\-@|＝＋－＠])")
"""Where lists are parted by semicolons, a spreadsheet begins a cell behind these, whatever quotes we write."""


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The rows as CSV. Text that a spreadsheet could run gets a leading apostrophe; numbers stay numbers."""
    return "".join([line(header), *[line(row) for row in rows]])


def line(row: Sequence[object]) -> str:
    """One row with its end."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerow([cell(value) for value in row])
    return text.getvalue()


def cell(value: object) -> object:
    """One value as a cell: None empty, lists joined by a blank, structures as JSON, dangerous text neutralised."""
    if isinstance(value, dict) or (isinstance(value, list) and any(isinstance(item, dict) for item in value)):
        value = json.dumps(value, ensure_ascii=False)
    if isinstance(value, list | tuple):
        value = " ".join(str(item) for item in value)
    if isinstance(value, str):
        begins = "'" if value.lstrip(_IGNORED).startswith(_RUNS) else ""
        return begins + _WITHIN.sub(r"\1'", value)
    return "" if value is None else value
