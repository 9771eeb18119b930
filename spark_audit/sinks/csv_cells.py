"""CSV for spreadsheets: no cell may be run as a formula.

Not defusedcsv: it leaves full-width signs, what stands behind a blank or a bidi character, and cells behind `;`.
"""

import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import TextIO

_BASIC = 0xFFFF
_RUNS = ("=", "+", "-", "@", "|", "＝", "＋", "－", "＠")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories that are invisible or change the direction of text: control, format, surrogates and so on."""
_HARMLESS = re.compile(r"[\w./:][\w./:@+ -]*", re.ASCII)
_WITHIN = re.compile(r'(;)(?=[\s"]*[=+\-@|＝＋－＠])')
"""Where the separator is a semicolon, a spreadsheet begins a new cell after one, even inside our quotes."""


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The rows as CSV. Text that a spreadsheet could run gets a leading apostrophe; numbers stay numbers."""
    return "".join([line(header), *[line(row) for row in rows]])


def line(row: Sequence[object]) -> str:
    """One row with its line end."""
    text = io.StringIO()
    write(text, [row])
    return text.getvalue()


def write(file: TextIO, rows: Iterable[Sequence[object]]) -> None:
    """Write rows, each with its line end."""
    csv.writer(file, lineterminator="\r\n").writerows([cell(value) for value in row] for row in rows)


def cell(value: object) -> object:
    """One value as a cell: None is empty, lists are joined by blanks, structures are JSON, formulas are neutralised."""
    if value is None:
        return ""
    if isinstance(value, int | float) or (isinstance(value, str) and _HARMLESS.fullmatch(value)):
        return value  # a shortcut for nearly all cells
    if isinstance(value, dict) or (isinstance(value, list) and any(isinstance(item, dict) for item in value)):
        shown = json.dumps(value, ensure_ascii=False)
        value = shown if shown.isprintable() else json.dumps(value)
    if isinstance(value, list | tuple):
        value = " ".join(str(item) for item in value)
    if isinstance(value, str):
        shown = visible(value)
        begins = "'" if shown.lstrip().startswith(_RUNS) else ""
        return begins + _WITHIN.sub(r"\1'", shown)
    return value


def visible(text: str) -> str:
    """The text with invisible characters written as their number (`\\u202e`), also tabs and line ends."""
    if text.isprintable():
        return text
    return "".join(_write_number(letter) if unicodedata.category(letter) in _UNSEEN else letter for letter in text)


def _write_number(letter: str) -> str:
    return f"\\u{ord(letter):04x}" if ord(letter) <= _BASIC else f"\\U{ord(letter):08x}"
