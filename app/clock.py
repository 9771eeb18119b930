"""The only place that reads the clock. Everything else gets the time passed in."""

import time


def now_ms() -> int:
    """Now, in epoch milliseconds (the unit of every time column and of the wire)."""
    return time.time_ns() // 1_000_000


def later_than(previous: int, now: int) -> int:
    """`now`, but always later than `previous`, even within one millisecond or after the clock was set back."""
    return max(now, previous + 1)
