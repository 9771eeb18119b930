"""An erased name in lines of JSON: only where a person may stand, so that no number and no place changes."""

import json
import re
from typing import Any

from spark_audit.transforms.pseudonyms import NAMES, TYPED


def replaced(text: str, name: str, mark: str, within: re.Pattern[str], *, published: bool) -> str:
    """The lines with the name replaced.

    Of tables (`published`) it is the fields that hold names, and `why`, which tells of people in words; of other lines
    any text may.
    """
    return "\n".join(_line(line, name, mark, within, published) for line in text.split("\n"))


def _line(line: str, name: str, mark: str, within: re.Pattern[str], published: bool) -> str:
    try:
        before = json.loads(line)
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
        if not published or field == "why":
            return within.sub(mark, value)
        return mark if value == name and _is_person(field, row) else value

    after = {field: changed(field, before) for field in before}
    return line if after == before else json.dumps(after, ensure_ascii=line.isascii(), separators=(",", ":"))


def _is_person(field: str, row: Any) -> bool:
    kind, people = TYPED.get(field, ("", ()))
    return field in NAMES and (not kind or row.get(kind) in people)
