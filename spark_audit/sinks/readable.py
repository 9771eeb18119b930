"""Values of tables for people: times as ISO 8601, and words for numbers that stand for some."""

from datetime import UTC, datetime
from typing import Any, Final

from spark_audit.right_names import RIGHTS
from spark_audit.sinks.report.listings import authorities
from spark_audit.sinks.report.texts import LANGUAGES
from spark_audit.transforms.reach import TYPES

HEADERS: Final = {"first_seen": "found_first_by_run_until", "last_seen": "found_last_by_run_until"}
"""Columns whose names would be taken for dates of use."""
_TIMES = ("first", "last", "add_time", "revoked_time", "made", "ended", "account_made", "account_ended")
_NAMED = {"type": TYPES, "at_type": TYPES, "right": RIGHTS}
_TEXTS = LANGUAGES["en"]


def value(name: str, found: Any) -> Any:
    """The value of the column or field `name`, also inside of lists and structures."""
    if isinstance(found, dict):
        return {field: value(field, inner) for field, inner in found.items()}
    if name == "authorities":
        return authorities(_TEXTS, found)
    if isinstance(found, list):
        return [value(name, part) for part in found]
    return _word(name, found) if isinstance(found, int) else found


def _word(name: str, number: int) -> Any:
    if name in _TIMES:
        return datetime.fromtimestamp(number / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return _NAMED[name][number] if name in _NAMED else _TEXTS.get(f"{name}_{number}", number)
