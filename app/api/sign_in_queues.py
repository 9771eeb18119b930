"""The two queues of sign-ins: for passwords, whose hash is slow on purpose, and for client secrets, which are quick.

So a storm of services does not wait behind people, and neither takes the threads of other requests.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import Request

from app.api.fair_queue import FairQueue
from app.identity.client_secrets import looks_like_one

BESIDE = 4
"""Passwords under way per slot: while one is hashed, others read the database or are written to it together."""
_WAITING = 64
"""Passwords that wait per slot: what a slow machine hashes in the time that they wait."""
_SECRETS, _SECRETS_WAITING = 8, 4_000


class SignInQueues:
    """Of one running application with so many slots for hashes."""

    def __init__(self, slots: int) -> None:
        self.passwords = FairQueue(slots * BESIDE, slots * _WAITING)
        self.secrets = FairQueue(_SECRETS, _SECRETS_WAITING)

    @property
    def refused(self) -> int:
        """Sign-ins refused since the start."""
        return self.passwords.refused + self.secrets.refused


@asynccontextmanager
async def turn(request: Request, source: str, user: str, shown: str) -> AsyncIterator[None]:
    """Wait for the turn of this credential. `source`: the cluster or network that it comes from. Raises Busy."""
    queues: SignInQueues = request.app.state.sign_in_queues
    queue = queues.secrets if looks_like_one(shown) else queues.passwords
    async with queue.turn(source, user):
        yield
