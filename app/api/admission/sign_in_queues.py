"""The two queues of sign-ins: for passwords, whose hash is slow on purpose, and for client secrets, which are quick.

So a storm of services does not wait behind people, and neither takes the threads of other requests.
"""

import asyncio
import contextvars
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TypeVar

from fastapi import Request

from app.api.admission.fair_queue import FairQueue
from app.identity.client_secrets import looks_like_one

T = TypeVar("T")
BESIDE = 4
"""Passwords under way per slot: while one is hashed, others read the database or are written to it together."""
_WAITING = 64
"""Passwords that wait per slot: what a slow machine hashes in the time that they wait."""
_SECRETS, _SECRETS_WAITING = 8, 4_000
_THREADS = 40
"""As many as the framework has for all other requests: each may hold a connection to the database."""


class SignInQueues:
    """Both, in one application with so many slots for hashes. `note_refused`: called for each sign-in refused."""

    def __init__(self, slots: int, note_refused: Callable[[], None] = lambda: None) -> None:
        self.passwords = FairQueue(slots * BESIDE, slots * _WAITING, note_refused=note_refused)
        self.secrets = FairQueue(_SECRETS, _SECRETS_WAITING, note_refused=note_refused)
        self._threads = ThreadPoolExecutor(min(slots * BESIDE + _SECRETS, _THREADS), thread_name_prefix="sign-in turn")

    async def work(self, work: Callable[[], T]) -> T:
        """Do the work of a turn in a thread. Not in those of the framework, whose way there and back is a tenth of a
        sign-in outside of its hash."""
        context = contextvars.copy_context()
        return await asyncio.get_running_loop().run_in_executor(self._threads, context.run, work)


@asynccontextmanager
async def turn(request: Request, source: str, user: str, shown: str) -> AsyncIterator[None]:
    """Wait for the turn of this credential. `source`: the cluster or network that it comes from. Raises Busy."""
    queues: SignInQueues = request.app.state.sign_in_queues
    queue = queues.secrets if looks_like_one(shown) else queues.passwords
    async with queue.turn(source, user):
        yield
