"""Times as operators type them: ISO 8601 (UTC by default), or a span from now."""

import datetime
import re
import time

from app.cli.ending import wrong_usage

_SPAN = re.compile(r"\+(\d{1,6})([mhd])")
_MS = {"m": 60_000, "h": 3_600_000, "d": 86_400_000}


def epoch_ms(text: str) -> int:
    """Epoch milliseconds. Raises CommandError."""
    if span := _SPAN.fullmatch(text):
        return time.time_ns() // 1_000_000 + int(span[1]) * _MS[span[2]]
    try:
        moment = datetime.datetime.fromisoformat(text)
    except ValueError:
        raise wrong_usage(f"{text!r} is no time: write 2027-01-01, 2027-01-01T08:00+08:00, or +90d") from None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=datetime.UTC)
    return int(moment.timestamp() * 1000)
