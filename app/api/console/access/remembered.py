"""Answers about now that were given in one state of the database, until a window opens or closes.

Programs ask the same thousand questions again and again, as brokers do, whose plugin remembers in the same way.
"""

from collections.abc import Callable, Hashable
from typing import Any

from app.access.windows import Window
from app.api.console.access.asking import Asker, Question
from app.audit import epochs

Answer = dict[str, object]
Answers = dict[Hashable, tuple[Window, Answer]]
_MOST = 20_000
_KEY = "answers"


class Remembered:
    """The answers to one who asks, about now. They depend on nothing but the state, who asks, the question, and which
    windows are open, of the rights that were read for it."""

    def __init__(self, asker: Asker[Any], answers: Answers) -> None:
        self._answers, self._now = answers, asker.now
        self._who = asker.caller.username, asker.caller.is_administrator
        self._still = asker.known.edges.around(asker.now)

    def get(self, asked: Question, make: Callable[[Question], Answer]) -> Answer:
        """What `make` answers; nobody may change it."""
        what = asked.cluster_id, asked.principal, asked.question, asked.resource_type, asked.resource
        key = *self._who, *what, asked.subscription
        found = self._answers.get(key)
        if found is not None and found[0].contains(self._now):
            return found[1]
        answer = make(asked)
        if len(self._answers) >= _MOST:
            self._answers.clear()
        self._answers[key] = self._still, answer
        return answer


def by(asker: Asker[Any]) -> Remembered:
    """What was answered in the state that the asker's rights were read in. Raises NotKept when memory alone cannot
    tell."""
    answers: Answers = epochs.derived(asker.caller.session, _KEY, lambda _: {}, lambda _: 0)
    return Remembered(asker, answers)
