"""Caches answers about now for one state of the database, until a window begins or ends.

Programs ask the same thousand questions again and again, as brokers do, whose plugin caches in the same way.
"""

from collections.abc import Callable, Hashable
from typing import Any

from app.access.windows import Window
from app.api.admin.access.access_questions import Asker, AskingUser, Question
from app.audit.trail import epochs
from app.platform import calling_address

Answer = dict[str, object]
Answers = dict[Hashable, tuple[Window, Answer]]
_MOST = 20_000
_KEY = "answers"


class AnswerCache:
    """Cached answers for one caller. An answer depends only on the state, the caller, its address, the question, and
    which windows of the rights that were read are open."""

    def __init__(self, caller: AskingUser, now: int, answers: Answers) -> None:
        self._answers, self._now = answers, now
        self._who = caller.username, caller.is_administrator, calling_address.current()

    def get(self, question: Question, asker: Callable[[], Asker[Any]], make: Callable[[Question], Answer]) -> Answer:
        """The answer, made by `make` if it is not cached; callers must not change it. Rights are read (by `asker`) only
        for a new question, because the rights of a thousand people may be too many to cache."""
        asked_about = (
            question.principal,
            question.question,
            question.resource_type,
            question.resource,
            question.subscription,
            question.address,
        )
        key = *self._who, question.cluster or question.cluster_id, *asked_about
        cached = self._answers.get(key)
        if cached is not None and cached[0].contains(self._now):
            return cached[1]
        still = asker().known.edges.around(self._now)
        answer = make(question)
        if len(self._answers) >= _MOST:
            self._answers.clear()
        self._answers[key] = still, answer
        return answer


def by(caller: AskingUser, now: int) -> AnswerCache:
    """The answers cached for the state of the caller's session. Raises CacheMiss when they are not in
    a memory that stands for it."""
    answers: Answers = epochs.derive(caller.session, _KEY, lambda _: {}, lambda _: 0)
    return AnswerCache(caller, now, answers)
