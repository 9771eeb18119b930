"""Listens to a database for a while."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event


@contextmanager
def listening(to: Any, name: str, listener: Callable[..., object]) -> Iterator[None]:
    """Call `listener` at each such event within the block."""
    event.listen(to, name, listener)
    try:
        yield
    finally:
        event.remove(to, name, listener)
