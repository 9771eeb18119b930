"""Replaces an erased name in JSON lines, only in fields that can name a person: no number or place changes."""

import json
import re
from collections.abc import Iterator
from typing import Any

from spark_audit.transforms.silver.pseudonyms import NAMES, TYPED

_KEPT_BY = re.compile(r"(?<=kept by )[^;]*")
"""The names of roles in a `why`; its other words are fixed."""
_NAMES = NAMES | {"role"}
"""`role` is a name only in the rows of pictures; elsewhere it is a number, which stays."""
_BEFORE, _AFTER = r"(?<![\w.@+=-])", r"(?![\w@+=-]|\.+[\w@+=-])"
_LEAST = 3
"""Least letters of a cut name: a shorter rest does not tell whose name it was."""


def replace_name(text: str, name: str, mark: str, within: re.Pattern[str], *, published: bool) -> str:
    """The lines with the name replaced.

    `published`: lines of tables, which may have the table's name and a tab before the JSON. In these, only fields that
    hold names change, and `why` where it names roles. In other lines, the name is replaced in every text.
    """
    return "\n".join(_line(line, name, mark, within, published) for line in text.split("\n"))


def _line(line: str, name: str, mark: str, within: re.Pattern[str], published: bool) -> str:
    table, tab, row = line.rpartition("\t")
    try:
        before = json.loads(row)
    except ValueError:  # the empty last line, or a line of a damaged file
        return within.sub(mark, line)

    def changed(field: str, row: Any) -> Any:
        value = row[field]
        if isinstance(value, dict):
            return {key: changed(key, value) for key in value}
        if isinstance(value, list):
            return [changed(field, {**row, field: text}) for text in value]
        if not isinstance(value, str):
            return value
        if not published:
            return within.sub(mark, value)
        if field == "why":
            return _KEPT_BY.sub(lambda part: within.sub(mark, part.group()), value)
        return mark if value == name and _is_person(field, row) else value

    after = {field: changed(field, before) for field in before}
    changed_row = json.dumps(after, ensure_ascii=row.isascii(), separators=(",", ":"))
    return line if after == before else f"{table}{tab}{changed_row}"


def whole_name(name: str) -> str:
    """A pattern for the name where it is not part of a longer one. Means the same in Python and in Java.

    Names consist of ASCII letters, digits and `. _ - @ + =`. A full stop with nothing after it ends a sentence.
    """
    return rf"{_BEFORE}{_escaped(name)}{_AFTER}"


def cut_names(name: str) -> Iterator[str]:
    """Patterns for Java: what is left of the name where a text was cut, at its end or at its beginning."""
    for length in range(len(name) - 1, _LEAST - 1, -1):
        yield rf"{_BEFORE}{_escaped(name[:length])}\z"
        yield rf"\A{_escaped(name[-length:])}{_AFTER}"


def _escaped(text: str) -> str:
    return re.sub(r"([^\w])", r"\\\1", text)


def _is_person(field: str, row: Any) -> bool:
    kind, people = TYPED.get(field, ("", ()))
    return field in _NAMES and (not kind or row.get(kind) in people)
