"""The only place that asks what time it is. Everything else is handed a time."""

import time


def now_ms() -> int:
    """Now, in epoch milliseconds (the unit of every time column and of the wire)."""
    return time.time_ns() // 1_000_000
