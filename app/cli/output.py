"""Output of commands: tables, or the API's JSON, or the same as YAML. Never cut off, without colours.

Not rich, which Typer brings: it breaks tables at the width of the window.
"""

import codecs
import datetime
import json
import sys
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

Item = Mapping[str, Any]
Cell = str | Callable[[Item], Any]
Columns = Mapping[str, Cell]
"""Heading → the field of an item, or a function that makes the cell."""


class Form(StrEnum):
    """The form of the output."""

    TABLE = "table"
    JSON = "json"
    YAML = "yaml"


def as_data(value: Any, form: Form) -> str:
    """The API's answer as JSON or YAML. Letters are escaped where the terminal cannot show every one."""
    every = codecs.lookup(sys.stdout.encoding or "utf-8").name == "utf-8"
    if form is Form.JSON:
        return json.dumps(value, indent=2, ensure_ascii=not every)
    import yaml  # here: the other forms do not need it

    return yaml.safe_dump(value, sort_keys=False, allow_unicode=every).rstrip("\n")


def as_table(items: Iterable[Item], columns: Columns) -> str:
    """A line of headings and one line for each item."""
    lines = [[heading.upper() for heading in columns]]
    lines.extend([_cell(item, cell) for cell in columns.values()] for item in items)
    widths = [max(_width(line[at]) for line in lines) for at in range(len(columns))]
    return "\n".join(_line(line, widths) for line in lines)


def as_facts(item: Item, columns: Columns) -> str:
    """One item, with a line for each field that has a value."""
    facts = [(heading, _cell(item, cell)) for heading, cell in columns.items()]
    width = max(_width(heading) for heading, _ in facts) + 2
    return "\n".join(heading + " " * (width - _width(heading)) + text for heading, text in facts if text)


def fields(*names: str) -> dict[str, Cell]:
    """Columns whose headings are the names of the fields, in words."""
    return {field.replace("_", " "): field for field in names}


def moment(name: str) -> Callable[[Item], str]:
    """A function that makes a cell from the time (epoch ms) under `name`, in UTC."""
    return lambda item: utc(item.get(name))


def utc(ms: int | None) -> str:
    """`2027-01-01 00:00:00Z` from epoch ms; empty for None."""
    if not ms:
        return ""
    try:
        return f"{datetime.datetime.fromtimestamp(ms / 1000, datetime.UTC):%Y-%m-%d %H:%M:%SZ}"
    except (OverflowError, ValueError, OSError):
        return str(ms)


def printable(text: str) -> str:
    """The text on one line without control characters: names and remarks of others must not control the terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _cell(item: Item, cell: Cell) -> str:
    value = item.get(cell) if isinstance(cell, str) else cell(item)
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return printable(", ".join(map(str, value)))
    return printable(str(value))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (cell + " " * (width - _width(cell)) for cell, width in zip(cells, widths, strict=True))
    return "  ".join(padded).rstrip()


def _width(text: str) -> int:
    """Width on a terminal: Chinese characters take two columns."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
