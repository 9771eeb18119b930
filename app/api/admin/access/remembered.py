"""Answers about now that were given in one state of the database, until a window opens or closes.

Programs ask the same thousand questions again and again, as brokers do, whose plugin remembers in the same way.
"""

from collections.abc import Callable, Hashable
from typing import Any

from app.access.windows import Window
from app.api.admin.access.asking import Asker, Asking, Question
from app.trail import epochs

Answer = dict[str, object]
Answers = dict[Hashable, tuple[Window, Answer]]
_MOST = 20_000
_KEY = "answers"


class Remembered:
    """The answers to one who asks, about now. They depend on nothing but the state, who asks, the question, and which
    windows are open, of the rights that were read for it."""

    def __init__(self, caller: Asking, now: int, answers: Answers) -> None:
        self._answers, self._now = answers, now
        self._who = caller.username, caller.is_administrator

    def get(self, asked: Question, asker: Callable[[], Asker[Any]], make: Callable[[Question], Answer]) -> Answer:
        """What `make` answers; nobody may change it. Rights are read (by `asker`) only when something was not asked
        before: those of a thousand people may be more than are kept."""
        what = asked.principal, asked.question, asked.resource_type, asked.resource, asked.subscription
        key = *self._who, asked.cluster or asked.cluster_id, *what
        found = self._answers.get(key)
        if found is not None and found[0].contains(self._now):
            return found[1]
        still = asker().known.edges.around(self._now)
        answer = make(asked)
        if len(self._answers) >= _MOST:
            self._answers.clear()
        self._answers[key] = still, answer
        return answer


def by(caller: Asking, now: int) -> Remembered:
    """What was answered in the state that the caller's session sees. Raises NotKept when memory alone cannot tell."""
    answers: Answers = epochs.derive(caller.session, _KEY, lambda _: {}, lambda _: 0)
    return Remembered(caller, now, answers)
