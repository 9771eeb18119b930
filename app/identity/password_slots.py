"""Limits how many passwords are hashed at a time, so that sign-ins do not take the processor from everybody else.

Who waits, and who is refused, is decided before (`app.api.admission.sign_in_queues`): only those whose turn it is come
here, two per slot. One is hashed while the other one reads or writes the database.

Hashes have threads of their own. The system lets a thread that has slept run at once, and one that has just computed
for 20 ms wait for its turn: in the threads of requests, every other request would wait as if it had hashed. They also
give way to all others (`_NICER`), and still get a thirtieth of a processor that others keep busy.
"""

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
_NICER = 15


class PasswordSlots:
    """So many hashes run at a time."""

    def __init__(self, slots: int) -> None:
        self._slots = slots
        self._threads = ThreadPoolExecutor(slots, thread_name_prefix="password hash", initializer=_give_way)
        self._lock, self._running = threading.Lock(), 0

    @property
    def busy(self) -> int:
        """Hashes being computed now."""
        return min(self._running, self._slots)

    def run(self, work: Callable[[], T]) -> T:
        """Run the work in a slot, once one is free. It should be the hash alone: who holds Python's lock in a thread
        that gives way makes all others wait for it."""
        self._count(1)
        try:
            return self._threads.submit(work).result()
        finally:
            self._count(-1)

    def _count(self, change: int) -> None:
        with self._lock:
            self._running += change


def _give_way() -> None:
    """This thread alone, which only Linux can."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + _NICER)
