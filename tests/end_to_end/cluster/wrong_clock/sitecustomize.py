"""Python imports this at start: it shifts the clock of the process by so many seconds."""

import os
import time

_SHIFT_SECONDS = int(os.environ["CLOCK_SHIFT_SECONDS"])
_true_time, _true_time_ns = time.time, time.time_ns


def _shifted() -> float:
    return _true_time() + _SHIFT_SECONDS


def _shifted_ns() -> int:
    return _true_time_ns() + _SHIFT_SECONDS * 1_000_000_000


time.time = _shifted
time.time_ns = _shifted_ns
