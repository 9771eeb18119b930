"""Waiting for a condition; a timeout names what was seen last."""

import time
from collections.abc import Callable

_SLOW = 4
"""A machine with much beside it takes so many times as long. Only what fails waits until then."""


def wait_until(
    what: str, true: Callable[[], object], seconds: float = 30, pause: float = 0.02, last: object = None
) -> float:
    """Call `true` until it returns something true; returns the milliseconds.

    `seconds`: what it takes at most on a machine with nothing else to do.
    `last`: what was seen last, for the message: a function to call, or an object whose text says it.

    Raises:
        TimeoutError: still false after four times `seconds`; the message has `what` and `last`.
    """
    begin, most = time.monotonic(), seconds * _SLOW
    while not (answer := true()):
        if time.monotonic() - begin > most:
            seen = answer if last is None else last() if callable(last) else last
            raise TimeoutError(f"not within {most} s: {what}; last seen: {seen}")
        time.sleep(pause)
    return (time.monotonic() - begin) * 1000
