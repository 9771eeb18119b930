"""An erased name in lines of JSON: only where a person may stand, so that no number and no place changes."""

import json
import re
from collections.abc import Iterator
from typing import Any

from spark_audit.transforms.silver.pseudonyms import NAMES, TYPED

_KEPT_BY = re.compile(r"(?<=kept by )[^;]*")
"""In a `why`, which is a sentence of fixed words, what may be names."""
_NAMES = NAMES | {"role"}
"""A picture calls roles by their names, which are texts; elsewhere they are numbers."""
_BEFORE, _AFTER = r"(?<![\w.@+=-])", r"(?![\w@+=-]|\.+[\w@+=-])"
_LEAST = 3
"""Letters that may tell whose name was cut."""


def replace_name(text: str, name: str, mark: str, within: re.Pattern[str], *, published: bool) -> str:
    """The lines with the name replaced.

    Of tables (`published`, which may have the table's name and a tab before the JSON) it is the fields that hold names,
    and `why` where it names roles; of other lines any text may.
    """
    return "\n".join(_line(line, name, mark, within, published) for line in text.split("\n"))


def _line(line: str, name: str, mark: str, within: re.Pattern[str], published: bool) -> str:
    table, tab, row = line.rpartition("\t")
    try:
        before = json.loads(row)
    except ValueError:  # the last, empty one, or what is left of a damaged file
        return within.sub(mark, line)

    def changed(field: str, row: Any) -> Any:
        value = row[field]
        if isinstance(value, dict):
            return {key: changed(key, value) for key in value}
        if isinstance(value, list):
            return [changed(field, {**row, field: one}) for one in value]
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


def alone(name: str) -> str:
    """A pattern: the name where it is no part of a longer one; means the same to Python and to Java.

    Names are of ASCII letters, digits and `. _ - @ + =`; a point that nothing follows ends a sentence.
    """
    return rf"{_BEFORE}{_escaped(name)}{_AFTER}"


def cut(name: str) -> Iterator[str]:
    """Patterns for Java: what is left of the name at the end of a text that was cut there, or at the beginning."""
    for length in range(len(name) - 1, _LEAST - 1, -1):
        yield rf"{_BEFORE}{_escaped(name[:length])}\z"
        yield rf"\A{_escaped(name[-length:])}{_AFTER}"


def _escaped(text: str) -> str:
    return re.sub(r"([^\w])", r"\\\1", text)


def _is_person(field: str, row: Any) -> bool:
    kind, people = TYPED.get(field, ("", ()))
    return field in _NAMES and (not kind or row.get(kind) in people)
