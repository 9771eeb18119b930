"""Limits how many passwords are hashed at a time, so that sign-ins do not take the processor from everybody else.

Hashes have threads of their own. The system lets a thread that has slept run at once, and one that has just computed
for 20 ms wait for its turn: in the threads of requests, every other request would wait as if it had hashed. They also
give way to all others (`_NICER`), and still get a quarter of a processor that others keep busy.
"""

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from app.errors import Busy

T = TypeVar("T")
_QUEUE_PER_SLOT = 4
_WAIT_SECONDS = 5.0
_RETRY_SECONDS = 2
_NICER = 5


class PasswordSlots:
    """`slots` hashes run, a few more wait for a short time; the others are refused (503 `busy`)."""

    def __init__(self, slots: int, *, wait_seconds: float = _WAIT_SECONDS) -> None:
        self._running = threading.BoundedSemaphore(slots)
        self._admitted = threading.BoundedSemaphore(slots * (1 + _QUEUE_PER_SLOT))
        self._wait_seconds = wait_seconds
        self._threads = ThreadPoolExecutor(slots, thread_name_prefix="password hash", initializer=_give_way)
        self._lock = threading.Lock()
        self.busy = 0
        """Hashes being computed now."""
        self.refused = 0
        """Sign-ins refused since the start."""

    def run(self, work: Callable[[], T]) -> T:
        """Run the work in a slot. Raises Busy when too many are waiting, or after waiting too long."""
        if not self._admitted.acquire(blocking=False):
            raise self._full()
        try:
            if not self._running.acquire(timeout=self._wait_seconds):
                raise self._full()
            try:
                return self._counted(work)
            finally:
                self._running.release()
        finally:
            self._admitted.release()

    def _counted(self, work: Callable[[], T]) -> T:
        with self._lock:
            self.busy += 1
        try:
            return self._threads.submit(work).result()
        finally:
            with self._lock:
                self.busy -= 1

    def _full(self) -> Busy:
        with self._lock:
            self.refused += 1
        return Busy("Too many sign-ins at once; try again in a moment.", retry_after=_RETRY_SECONDS)


def _give_way() -> None:
    """This thread alone, which only Linux can."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + _NICER)
