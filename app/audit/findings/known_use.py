"""Until when a run knows about use, and since when without a gap. Pure, from what the runs say about themselves."""

from collections.abc import Iterable
from datetime import UTC, datetime

_DAY_MS = 24 * 3_600_000


def until(last_date: str, generated: int, *loaded: int) -> int:
    """When a run's knowledge ends (epoch ms): the earliest of the end of its window, its export and its loading.

    The run does not know all of that moment's day. 0 for a run without a last day.
    """
    begun = beginning(last_date)
    return 0 if begun is None else min(begun + _DAY_MS, generated, *loaded)


def beginning(date: str) -> int | None:
    """When a day (ISO) begins, epoch ms; None for what is no date."""
    try:
        return int(datetime.fromisoformat(date).replace(tzinfo=UTC).timestamp()) * 1000
    except ValueError:
        return None


def since(first_date: str, earlier: Iterable[tuple[int, str]]) -> str:
    """The first date (ISO) from which there is no gap up to the run that begins on `first_date`.

    `earlier`: for the other runs, until when each knows (epoch ms) and the first date of its window.
    """
    start = first_date
    # The run with the latest knowledge comes first: if it does not reach, none of the others does.
    for known_until, first in sorted(earlier, reverse=True):
        if start <= day(known_until):
            start = min(start, first)
    return start


def day(moment: int) -> str:
    """The date (ISO) of a moment."""
    return moment_text(moment)[:10]


def moment_text(moment: int) -> str:
    """The moment as text for people, in UTC, to the minute."""
    return datetime.fromtimestamp(moment / 1000, UTC).isoformat(timespec="minutes")
