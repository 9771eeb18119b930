"""Callers who sign in again and again, from a process of their own, so that every slot for hashes is busy.

It gives way to the center and to who is measured: users are on other machines, and do not take its processor.
"""

import itertools
import multiprocessing
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from benchmarks.connection import rate

_FOREVER = 1_000_000


@contextmanager
def signing_in(url: str, requests: Sequence[bytes], callers: int) -> Iterator[None]:
    """While the block lasts, so many callers send these requests."""
    process = multiprocessing.get_context("spawn").Process(
        target=_ask, args=(url, list(requests), callers), daemon=True
    )
    process.start()
    try:
        yield
        assert process.is_alive(), "a sign-in was refused"
    finally:
        process.terminate()
        process.join(10)


def _ask(url: str, requests: list[bytes], callers: int) -> None:
    os.nice(19)
    rate(url, list(itertools.islice(itertools.cycle(requests), _FOREVER)), callers)
