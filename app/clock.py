"""The only place that asks what time it is. Everything else is handed a time."""

import time


def now_ms() -> int:
    """Now, in epoch milliseconds (the unit of every time column and of the wire)."""
    return time.time_ns() // 1_000_000


def later_than(previous: int, now: int) -> int:
    """`now`, but after `previous` even when two changes fall into one millisecond or the clock went back."""
    return max(now, previous + 1)
