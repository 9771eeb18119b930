"""CSV for people with spreadsheets: no cell may be run as a formula.

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
"""Categories of Unicode that show nothing or turn the text around: control and bidi characters, halves of pairs."""
_HARMLESS = re.compile(r"[\w./:][\w./:@+ -]*", re.ASCII)
_WITHIN = re.compile(r'(;)(?=[\s"]*[=+\-@|＝＋－＠])')
"""Where lists are parted by semicolons, a spreadsheet begins a cell behind these, whatever quotes we write."""


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The rows as CSV. Text that a spreadsheet could run gets a leading apostrophe; numbers stay numbers."""
    return "".join([line(header), *[line(row) for row in rows]])


def line(row: Sequence[object]) -> str:
    """One row with its end."""
    text = io.StringIO()
    write(text, [row])
    return text.getvalue()


def write(file: TextIO, rows: Iterable[Sequence[object]]) -> None:
    """Write rows, each with its end."""
    csv.writer(file, lineterminator="\r\n").writerows([cell(value) for value in row] for row in rows)


def cell(value: object) -> object:
    """One value as a cell: None empty, lists joined by a blank, structures as JSON, dangerous text neutralised."""
    if value is None:
        return ""
    if isinstance(value, int | float) or (isinstance(value, str) and _HARMLESS.fullmatch(value)):
        return value  # nearly all
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
    """The text with every character that nobody sees as its number (`\\u202e`), tabs and line ends too."""
    if text.isprintable():
        return text
    return "".join(_numbered(one) if unicodedata.category(one) in _UNSEEN else one for one in text)


def _numbered(one: str) -> str:
    return f"\\u{ord(one):04x}" if ord(one) <= _BASIC else f"\\U{ord(one):08x}"
