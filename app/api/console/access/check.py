"""Many questions at once, as a program asks them: answers in the order of the questions."""

from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import to_json

from app.access.decision import decide
from app.api.console.access import asking
from app.api.console.access.asking import Asker, Question
from app.api.guard import SignedIn, changes_nothing
from app.api.paging import Body
from app.clock import now_ms

router = APIRouter()
MOST = 1000


class Questions(Body):
    """Up to 1,000 questions, judged at one revision and time (`at`, epoch ms; now when left out)."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
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
            ]
        }
    )

    questions: Annotated[list[Question], Field(min_length=1, max_length=MOST)]
    at: asking.Time | None = None


class Checked(BaseModel):
    """One answer; `error` is the code of why there is none: not_allowed, not_found, unknown_question,
    wrong_resource_type (GET /operations tells what a question is asked on)."""

    allowed: bool | None
    reason: str | None
    grants: list[int]
    error: str | None


class Answers(BaseModel):
    """The answers, in the order of the questions."""

    answers: list[Checked]
    revision: int
    at: int


@router.post("/access/check", summary="Ask many questions at once", response_model=Answers)
@changes_nothing
def check_access(caller: SignedIn, body: Questions) -> Response:
    """Who may ask is told for each question, as for explain; what one may not ask does not stop the others."""
    now = now_ms()
    return Response(answered(Asker(caller, body.questions, now), body, now), media_type="application/json")


route = router.routes[-1]


def answered(asker: Asker[Any], body: Questions, now: int) -> bytes:
    """`Answers` as JSON, without a model for each of a thousand."""
    at = now if body.at is None else body.at
    answers = [_answer(asker, one, at) for one in body.questions]
    return to_json({"answers": answers, "revision": asker.known.revision, "at": at})


def _answer(asker: Asker[Any], asked: Question, at: int) -> dict[str, object]:
    if asked.resource_type not in asked.asked_on:
        return _refused("wrong_resource_type" if asked.asked_on else "unknown_question")
    target = asked.target
    if not asker.may_ask(asked.principal, asked.cluster_id, target):
        return _refused("not_allowed")
    if asked.cluster_id not in asker.known.clusters:
        return _refused("not_found")
    snapshot = asker.told(asker.known.on(asked.cluster_id), asked)
    found = decide(snapshot, asked.principal, asked.question, target, subscription=asked.subscription, now=at)
    return {"allowed": found.allowed, "reason": found.reason.value, "grants": found.grants, "error": None}


def _refused(code: str) -> dict[str, object]:
    return {"allowed": None, "reason": None, "grants": (), "error": code}
