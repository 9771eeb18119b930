"""The only place that reads the clock. Everything else gets the time passed in."""

import time

_correction_ms = 0


def now_ms() -> int:
    """Now, in epoch milliseconds (the unit of every time column and of the wire), by the common time of all instances
    (app.platform.shared_clock)."""
    return machine_ms() + _correction_ms


def machine_ms() -> int:
    """Now by this machine's own clock, in epoch milliseconds."""
    return time.time_ns() // 1_000_000


def correct(milliseconds: int) -> None:
    """From now on the common time is so much later than this machine's clock."""
    global _correction_ms
    _correction_ms = milliseconds


def correction_ms() -> int:
    """What is added to this machine's clock now."""
    return _correction_ms


def later_than(previous: int, now: int) -> int:
    """`now`, but always later than `previous`, even within one millisecond or after the clock was set back."""
    return max(now, previous + 1)
