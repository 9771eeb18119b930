"""Markdown with texts from logs: nothing in these may become markup, a link, a mention or a new line."""

import re
from collections.abc import Iterable, Sequence

from spark_audit.sinks.report.elements import visible

_MARKS = re.compile(r"([\\`*_{}\[\]<>#!|~@:&$%^]|(?<=www)\.)", re.IGNORECASE)


def text(value: object) -> str:
    """One value as plain text. Marks become character references, which no dialect of Markdown reads as marks."""
    words = visible(" ".join(str("–" if value is None else value).split()))
    return _MARKS.sub(lambda found: f"&#{ord(found.group())};", words)


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The rows as a table. Columns of numbers are aligned to the right."""
    listed = [list(row) for row in rows]
    columns = zip(*listed, strict=True) if listed else [[None]] * len(header)
    numbers = [all(isinstance(value, int | float) for value in column) for column in columns]
    lines = [" | ".join(text(name) for name in header), " | ".join("---:" if right else "---" for right in numbers)]
    lines += [" | ".join(_cell(value) for value in row) for row in listed]
    return "".join(f"| {line} |\n" for line in lines)


def _cell(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else text(value)
