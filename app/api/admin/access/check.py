"""Many questions in one request, as programs ask them, answered in their order.

Programs ask the same thousand questions again and again, as brokers do, whose plugin caches in the same way. So answers
about now are cached until a change touches what they depend on, or a window begins or ends.

It is the request that applications send most. So it is answered in front of the framework (see `app.api.fast_path`) for
whoever's token is cached for the newest state: from memory if that holds everything that the answer depends on, else
read in a reader's slot, as the framework would.
"""

import contextlib
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, cast

from fastapi import Request, Response
from pydantic import Field, ValidationError, model_validator
from pydantic_core import to_json
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from app.access.decision import decide
from app.access.rights_snapshot import Snapshot
from app.access.windows import Window
from app.api import authority, callers
from app.api.admin.access import access_questions
from app.api.admin.access.access_questions import Asker, AskingUser, Question, TokenCaller
from app.api.admin.access.past_rights import PastRights
from app.api.admission.reader_slots import in_reader_slot
from app.api.fast_path import Scope, header, newest_kept
from app.api.guard import SignedIn
from app.api.paging import ApiModel, Body, examples
from app.api.routing import Router
from app.audit.trail import epochs
from app.audit.trail.epochs import MemorySession
from app.platform import calling_address
from app.platform.clock import now_ms
from app.platform.derived import CacheMiss
from app.platform.errors import NotAllowed, NotFound, UserCenterError
from app.rights.inquiry import provenance
from app.tokens import bearers
from app.tokens.bearers import Bearer

router = Router(tags=["access"])
Answer = dict[str, object]
MOST = 1000
MOST_OF_THEN = 100
"""Limit for past revisions, as each question reads the audit log."""
_FEW = 20
"""Questions that are answered in the event loop; more would delay other requests."""


class AnswerCache:
    """Cached answers for one caller. An answer depends only on the caller, its address, the question, the rights of the
    caller and of those that it asks about, and which of their windows are open."""

    def __init__(self, caller: AskingUser, now: int) -> None:
        self._memory, self._now = epochs.memory_of(caller.session), now
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
        key = "answer", *self._who, question.cluster or question.cluster_id, *asked_about
        with contextlib.suppress(CacheMiss):
            still, answer = cast(tuple[Window, Answer], self._memory.of(key))
            if still.contains(self._now):
                return answer
        who_asks = asker()
        made = who_asks.known.edges.around(self._now), make(question)
        self._memory.keep(key, made, who_asks.subjects(question))
        return made[1]


class Questions(Body):
    """Up to 1,000 questions, decided at one revision and time (`at`, epoch ms; now when left out).

    With `as_of` up to 100 questions, decided by the rights of that revision, and at its time unless `at` is given.
    """

    model_config = examples(
        {
            "questions": [
                {
                    "cluster_id": 1,
                    "principal": "orders-producer",
                    "question": "topic:PRODUCE",
                    "resource_type": "topic",
                    "resource": "persistent://acme/orders/created",
                }
            ]
        }
    )

    questions: Annotated[list[Question], Field(min_length=1, max_length=MOST)]
    at: access_questions.Time | None = None
    as_of: access_questions.Past | None = None

    @model_validator(mode="after")
    def _few_of_then(self) -> "Questions":
        if self.as_of is not None and len(self.questions) > MOST_OF_THEN:
            raise ValueError(f"with as_of at most {MOST_OF_THEN} questions")
        return self


class Checked(ApiModel):
    """One answer. `error`: why there is none: not_allowed, not_found (only for administrators of the center),
    unknown_question, wrong_resource_type (GET /operations lists the types for each question)."""

    allowed: bool | None
    reason: str | None
    grants: list[int]
    error: str | None


class Answers(ApiModel):
    """The answers, in the order of the questions."""

    answers: list[Checked]
    revision: int
    at: int


@router.post("/access/check", summary="Ask many questions at once", response_model=Answers)
def check_access(caller: SignedIn, body: Questions) -> Response:
    """Each question needs the same permission as in explain. One that you may not ask does not affect the others.
    Without `address` nothing counts that is limited to networks."""
    now = now_ms()
    if body.as_of is None:
        return Response(answer_now(caller, body, now), media_type="application/json")
    asker = Asker(caller, body.questions, now)
    at = provenance.time_of(caller.session, body.as_of) if body.at is None else body.at
    earlier = PastRights(asker, body.questions, body.as_of)
    answers = [_answer(asker, question, at, earlier.rights) for question in body.questions]
    return Response(_to_json(answers, body.as_of, at), media_type="application/json")


_ROUTE = router.routes[-1]


def answer_now(caller: AskingUser, body: Questions, now: int) -> bytes:
    """`Answers` for now, as JSON. Raises CacheMiss when `caller` has only memory and it does not hold the answer."""
    asker = cache(lambda: Asker(caller, body.questions, now))
    at = now if body.at is None else body.at
    if body.at is None:
        cached = AnswerCache(caller, now)
        answers = [
            cached.get(question, asker, lambda question: _about_now(asker(), question, now))
            for question in body.questions
        ]
    else:
        answers = [_about_now(asker(), question, at) for question in body.questions]
    return _to_json(answers, epochs.seen_by(caller.session).revision, at)


def _about_now(asker: Asker[Any], question: Question, at: int) -> Answer:
    """The answer by the current rights."""
    return _answer(asker, question, at, lambda question: asker.on(question.cluster_id))


def _to_json(answers: list[Answer], revision: int, at: int) -> bytes:
    """Serialised directly, as a thousand models would cost too much."""
    return to_json({"answers": answers, "revision": revision, "at": at})


def _answer(asker: Asker[Any], question: Question, at: int, rights: Callable[[Question], Snapshot]) -> Answer:
    target = question.target
    if question.resource_type not in question.asked_on:
        return _refusal("wrong_resource_type" if question.asked_on else "unknown_question")
    if not asker.may_ask(question.principal, question.cluster_id, target):
        return _refusal("not_allowed")
    try:
        snapshot = asker.known_part(rights(question), question)
    except (NotAllowed, NotFound) as error:
        return _refusal("not_found" if isinstance(error, NotFound) else "not_allowed")
    decision = decide(
        snapshot,
        question.principal,
        question.question,
        target,
        subscription=question.subscription,
        now=at,
        address=question.address,
    )
    return {"allowed": decision.allowed, "reason": decision.reason.value, "grants": decision.grants, "error": None}


def _refusal(code: str) -> Answer:
    return {"allowed": None, "reason": None, "grants": (), "error": code}


async def answer_in_front(scope: Scope, body: bytes) -> Response | None:
    """The answers as JSON: from memory, or read as the framework would; None when that shall answer."""
    if header(scope, b"authorization") is None:
        return None
    try:
        memory = await newest_kept(scope)
        questions = Questions.model_validate_json(body)
        if questions.as_of is not None:
            return None  # the framework reads the past
        _bearer(scope, memory)  # nothing is read here for strangers
        try:
            if len(questions.questions) <= _FEW:
                content = _json_answer(scope, memory, questions)
            else:
                content = await run_in_threadpool(_json_answer, scope, memory, questions)
        except CacheMiss:
            content = await in_reader_slot(Request(scope), lambda: _read_answer(scope, questions))
    except (CacheMiss, ValidationError, UserCenterError, SQLAlchemyError):
        return None
    scope["route"] = _ROUTE
    return Response(content, media_type="application/json")


def _bearer(scope: Scope, session: Session | MemorySession) -> Bearer:
    shown = header(scope, b"authorization") or b""
    settings = scope["app"].state.settings
    bearer = bearers.of(session, settings, callers.token_of(shown.decode("latin-1")), now_ms())
    if bearer.must_change:
        raise CacheMiss  # the framework refuses such a user
    return bearer


def _read_answer(scope: Scope, questions: Questions) -> bytes:
    with scope["app"].state.database.reading() as session:
        return _json_answer(scope, session, questions)


def _json_answer(scope: Scope, session: Session | MemorySession, questions: Questions) -> bytes:
    state, now, bearer = scope["app"].state, now_ms(), _bearer(scope, session)
    scope["state"]["username"] = bearer.username  # for the log
    caller = TokenCaller(session, bearer.username, authority.administers_the_center(session, bearer.username))
    content = answer_now(caller, questions, now)
    state.last_uses.token(bearer.jti, now)
    return content
