"""Fairness between users: one user whose thousand clients connect at once must not shut everybody else out."""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from app.errors import Busy, TooManyAttempts

_RETRY_SECONDS = 2
QUESTIONS = 12
"""To brokers, of one main account at a time."""
TRIALS = 2
"""Of one main account at a time: each may look at the rights of thousands of people, with a place of those who read."""


class FairShare:
    """At most `each` password checks of one user at a time; the others of that user are told to come back."""

    def _refusal(self) -> Busy:
        return Busy("Too many sign-ins of this user at once; try again in a moment.", retry_after=_RETRY_SECONDS)

    def __init__(self, each: int = 3) -> None:
        self._each = each
        self._running: Counter[object] = Counter()
        self._lock = threading.Lock()

    @contextmanager
    def of(self, username: object) -> Iterator[None]:
        """Take a share for the block. Raises Busy when the user has used up its own."""
        with self._lock:
            if self._running[username] >= self._each:
                raise self._refusal()
            self._running[username] += 1
        try:
            yield
        finally:
            with self._lock:
                self._running[username] -= 1
                if not self._running[username]:
                    del self._running[username]


class QuestionShare(FairShare):
    """At most `each` questions to brokers at a time: each is asked of every broker of a cluster. A page of a user asks
    once for each cluster, and may be read again meanwhile."""

    def __init__(self, each: int = QUESTIONS) -> None:
        super().__init__(each)

    def _refusal(self) -> Busy:
        return TooManyAttempts(
            "Too many of your questions wait for an answer; try again in a moment.",
            retry_after=_RETRY_SECONDS,
            code="too_many_questions",
        )
