"""Fairness between users: whose page asks a thousand questions at once must not shut others out."""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from app.platform.errors import Busy, TooManyAttempts

_RETRY_SECONDS = 2
QUESTIONS = 12
"""Questions to brokers at the same time, per main account."""
TRIALS = 2
"""Trials at the same time, per main account: each may read the rights of thousands of people in a reader's slot."""
LOOKS = 8
"""Looks at a cluster at the same time, for what its brokers report: each has a thread of this process while the cluster
takes its time."""

KEY_PAIRS = 2
"""Key pairs that are made at the same time, per main account: each takes a processor for a moment."""


class FairShare:
    """Limits the questions of one user, or cluster, at a time to `each`; further ones are refused and may retry."""

    def _refusal(self) -> Busy:
        return Busy("Too many questions of this kind at once; try again in a moment.", retry_after=_RETRY_SECONDS)

    def __init__(self, each: int = 3) -> None:
        self._each = each
        self._running: Counter[object] = Counter()
        self._lock = threading.Lock()

    @contextmanager
    def of(self, username: object) -> Iterator[None]:
        """Count the block as one of the user's. Raises Busy when there are `each` already."""
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
    """Limits questions to brokers, each of which goes to every broker of a cluster. A user's page asks once per
    cluster, and may be reloaded meanwhile."""

    def __init__(self, each: int = QUESTIONS) -> None:
        super().__init__(each)

    def _refusal(self) -> Busy:
        return TooManyAttempts(
            "Too many of your questions wait for an answer; try again in a moment.",
            retry_after=_RETRY_SECONDS,
            code="too_many_questions",
        )
