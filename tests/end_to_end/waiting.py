"""Waiting for what is to come true, with what was seen last when it does not."""

import time
from collections.abc import Callable


def wait_until(
    what: str, true: Callable[[], object], seconds: float = 30, pause: float = 0.02, last: object = None
) -> float:
    """Ask until the answer is true; answers how many milliseconds that took.

    `last` tells what was seen last: something whose text says it by then, or a function that is asked for it.

    Raises:
        TimeoutError: still false after `seconds`; the message says what was waited for and what was seen last.
    """
    begin = time.monotonic()
    while not (answer := true()):
        if time.monotonic() - begin > seconds:
            seen = answer if last is None else last() if callable(last) else last
            raise TimeoutError(f"not within {seconds} s: {what}; last seen: {seen}")
        time.sleep(pause)
    return (time.monotonic() - begin) * 1000
