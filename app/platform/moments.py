"""Times as people write them, in policy files and on the command line."""

import re
from datetime import UTC, datetime, timedelta

from app.platform.errors import InvalidInput

MOST_DAYS = 366
_DAY_MS = 24 * 3_600_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST = 100_000_000_000  # 1973: a smaller number is seconds of today
_LAST = 253_402_300_800_000  # the year 10000
_NUMBER = re.compile(r"[0-9]{1,16}")
_ISO = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?", re.ASCII)


def moment(text: str) -> int:
    """Epoch ms of `2027-01-01`, `2027-01-01T12:00`, which are in UTC, the same with an offset, or of epoch ms. Raises
    ValueError."""
    if _NUMBER.fullmatch(text):
        if not _FIRST <= int(text) <= 2**53:
            raise ValueError("epoch milliseconds have 13 digits")
        return int(text)
    if not _ISO.fullmatch(text):
        raise ValueError("write a time as 2027-01-01, 2027-01-01T08:00+08:00, or in epoch milliseconds")
    try:
        read = datetime.fromisoformat(text)
    except ValueError as error:
        raise ValueError(f"there is no such time ({error})") from error
    aware = read if read.tzinfo else read.replace(tzinfo=UTC)
    found = (aware - _EPOCH) // timedelta(milliseconds=1)
    if found < 0:
        raise ValueError("is before 1970")
    return found


def moment_text(time: int) -> str:
    """ISO 8601 in UTC; epoch ms for a time that has no such text."""
    if not 0 <= time < _LAST:
        return str(time)
    exact = (_EPOCH + timedelta(milliseconds=time)).isoformat(timespec="milliseconds").removesuffix("+00:00")
    return exact.removesuffix(".000") + "Z"


def check_end(until: int, now: int, what: str) -> None:
    """Raises InvalidInput `window_in_past`, `window_too_long` for the end (epoch ms) of something that lasts a year at
    most and may be said again; `what`: its name."""
    if until <= now:
        message = past_message(until)
        raise InvalidInput(f"until {message}.", code="window_in_past", field="until", wrong=message)
    if until > now + MOST_DAYS * _DAY_MS:
        message = f"is more than {MOST_DAYS} days from now: {what} ends, and is said again if it is still needed"
        raise InvalidInput(f"until {message}.", code="window_too_long", field="until", wrong=message)


def past_message(time: int) -> str:
    """What is wrong with a time that is over, for people; seconds in the place of milliseconds are named."""
    seconds = ": it is epoch milliseconds, and seconds were given" if 0 < time < _FIRST else ""
    return f"is over already{seconds}"
