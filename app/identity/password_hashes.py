"""Hashes of passwords: Argon2id. The only file that imports passlib (maintained as libpass).

Hashing is slow on purpose, so it runs in one of a limited number of slots and outside of every transaction: sign-ins
must not take the processor from everybody else. Who waits, and who is refused, is decided before
(`app.api.admission.sign_in_queues`): only those whose turn it is come here, two per slot. One is hashed while the other
one reads or writes the database.

Hashes have threads of their own. The system lets a thread that has slept run at once, and one that has just computed
for 20 ms wait for its turn: in the threads of requests, every other request would wait as if it had hashed. They also
give way to all others (`_NICER`), and still get a thirtieth of a processor that others keep busy.
"""

import hmac
import os
import re
import secrets
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from typing import TypeVar

from passlib.hash import argon2

from app.identity import password_rules
from app.identity.secret_format import digest
from app.platform.settings import Settings

# The first hashes of passlib load its backend, and two at the same time would disturb each other: one of them failed.
argon2.set_backend("argon2_cffi")
T = TypeVar("T")
_NICER = 15
_FAST = "sha256$"
_HALF = re.compile("[\ud800-\udfff]")


class PasswordSlots:
    """So many hashes run at a time. `note_busy`: called with how many are being computed whenever that changes."""

    def __init__(self, slots: int, note_busy: Callable[[int], None] = lambda _: None) -> None:
        self._slots, self._note_busy = slots, note_busy
        self._threads = ThreadPoolExecutor(slots, thread_name_prefix="password hash", initializer=_give_way)
        self._lock, self._running = threading.Lock(), 0

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
            self._note_busy(min(self._running, self._slots))


def hash_of(settings: Settings, slots: PasswordSlots, password: str) -> str:
    """The hash of a new password."""
    return str(slots.run(partial(_hasher(settings).hash, _text(password))))


def fast_hash_of(secret: str) -> str:
    """The hash of a one-time secret: its 256 random bits need no slow one, which would make other writers wait."""
    return _FAST + digest(secret)


def compare(
    settings: Settings, slots: PasswordSlots, stored_hash: str | None, password: str
) -> tuple[bool, str | None]:
    """(is it right, a hash with today's parameters if the stored one is older). `stored_hash`: None when there is no
    such user. One slow comparison in every case."""
    hasher, text = _hasher(settings), _text(password)
    initial = stored_hash is not None and stored_hash.startswith(_FAST)
    slow = (
        _hash_of_nobody(settings.argon2_memory_kib, settings.argon2_rounds)
        if stored_hash is None or initial
        else stored_hash
    )
    right = bool(slots.run(lambda: hasher.verify(text, slow)))
    if stored_hash is None:
        return False, None
    if initial:
        return hmac.compare_digest(stored_hash, fast_hash_of(password)), None
    older = right and hasher.needs_update(stored_hash)
    return right, str(slots.run(partial(hasher.hash, text))) if older else None


@lru_cache(maxsize=4)
def hasher_of(memory_kib: int, rounds: int) -> type[argon2]:
    """Argon2id with these parameters and one lane."""
    made: type[argon2] = argon2.using(type="ID", memory_cost=memory_kib, rounds=rounds, parallelism=1)
    return made


def _hasher(settings: Settings) -> type[argon2]:
    return hasher_of(settings.argon2_memory_kib, settings.argon2_rounds)


@lru_cache(maxsize=4)
def _hash_of_nobody(memory_kib: int, rounds: int) -> str:
    """Compared when there is no such user, so that it takes as long as for a wrong password."""
    return str(hasher_of(memory_kib, rounds).hash(secrets.token_urlsafe(32)))


def _text(password: str) -> str:
    """The password in one spelling. Empty, and so wrong, when it is too long or not valid text; it is never cut."""
    usable = len(password) <= password_rules.LONGEST and not _HALF.search(password)
    return password_rules.one_spelling(password) if usable else ""


def _give_way() -> None:
    """This thread alone, which only Linux can."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + _NICER)
