"""Until when a run knows what was used: pure, on what it tells of itself."""

from collections.abc import Iterable
from datetime import UTC, datetime

_DAY_MS = 24 * 3_600_000


def until(last_date: str, generated: int, *loaded: int) -> int:
    """When its knowledge ends (epoch ms): with its window, its export, or its loading, the first of them.

    The day of that moment is the first one of which it does not know everything. 0 for a run without a last day.
    """
    try:
        last = datetime.fromisoformat(last_date).replace(tzinfo=UTC)
    except ValueError:
        return 0
    return min(int(last.timestamp() * 1000) + _DAY_MS, generated, *loaded)


def since(first_date: str, earlier: Iterable[tuple[int, str]]) -> str:
    """The first date (ISO) from which nothing is left out up to the run that begins on `first_date`.

    `earlier`: until when other runs know, and the dates on which their windows begin.
    """
    found = first_date
    # The one that knows the latest use comes first: what it does not reach, none of the others does.
    for known_until, first in sorted(earlier, reverse=True):
        if found <= day(known_until):
            found = min(found, first)
    return found


def day(moment: int) -> str:
    """The date (ISO) of a moment."""
    return moment_text(moment)[:10]


def moment_text(moment: int) -> str:
    """A moment for people, to the minute."""
    return datetime.fromtimestamp(moment / 1000, UTC).isoformat(timespec="minutes")
