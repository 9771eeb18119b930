"""Limits how many passwords are hashed at a time, so that sign-ins do not take the processor from everybody else.

Who waits, and who is refused, is decided before (`app.api.sign_in_queues`): only those whose turn it is come here, two
per slot. One is hashed while the other one reads or writes the database.
"""

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class PasswordSlots:
    """So many hashes run at a time."""

    def __init__(self, slots: int) -> None:
        self._free = threading.BoundedSemaphore(slots)
        self._lock = threading.Lock()
        self.busy = 0
        """Hashes being computed now."""

    def run(self, work: Callable[[], T]) -> T:
        """Run the work in a slot, once one is free."""
        with self._free:
            self._count(1)
            try:
                return work()
            finally:
                self._count(-1)

    def _count(self, one: int) -> None:
        with self._lock:
            self.busy += one
