"""Public halves of encryption keys for producers that ask at the same time, in front of the framework: thousands of
them may begin at once. All that wait at one moment are read together.

Only who may write all topics that it names, and shows a token that is good, is answered here. All others are the
framework's.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidTag
from fastapi import Request, Response
from pydantic import ValidationError
from sqlalchemy.orm import Session
from starlette.datastructures import State

from app.api import callers
from app.api.admin.resources import public_halves
from app.api.admin.resources.key_places import TopicJudge
from app.api.admin.resources.public_halves import Active, TopicsToWrite
from app.api.fast_path import Scope, header
from app.platform import calling_address
from app.platform.clock import now_ms
from app.platform.errors import NotSignedIn
from app.resources import encryption_keys
from app.tokens import bearers, keys
from app.tokens.bearers import Bearer

_FEW = 20
"""Topics of one request that are read together with those of others."""


@dataclass(frozen=True)
class Waiting:
    """A request that waits. `address`: where it comes from."""

    token: str = field(repr=False)
    address: str | None
    body: TopicsToWrite


@dataclass(frozen=True)
class Answered:
    """The answer as JSON, and for whom."""

    username: str
    content: str


async def answer(scope: Scope, body: bytes) -> Response | None:
    """The answer as JSON; None: the framework shall answer."""
    try:
        token = callers.token_of((header(scope, b"authorization") or b"").decode("latin-1"))
        wanted = TopicsToWrite.model_validate_json(body)
    except (ValidationError, NotSignedIn):
        return None
    if len(wanted.topics) > _FEW:
        return None
    waiting = Waiting(token, calling_address.current(), wanted)
    found: Answered | None = await scope["app"].state.public_half_reading.answer(Request(scope), waiting)
    if found is None:
        return None
    scope["state"]["username"], scope["route"] = found.username, public_halves.route  # for the log
    return Response(found.content, media_type="application/json")


def read_all(state: State, session: Session, waiting: Sequence[Waiting]) -> list[Answered | None]:
    """What each of these gets; None: not from here."""
    signing = keys.all_verifying(session)
    found = {number: bearer for number, each in enumerate(waiting) if (bearer := _bearer(state, session, each))}
    del signing  # kept until here, so that they are read once for all tokens
    names = {name for number in found for name in waiting[number].body.names()}
    judges = dict(zip(found, TopicJudge.of_each(session, list(found.values()), names), strict=True))
    places = {key for number, judge in judges.items() for key in judge.key_places(waiting[number].body.names())}
    active = encryption_keys.active(session, places)
    return [
        _answer(state, judges[number], found[number], active, each) if number in found else None
        for number, each in enumerate(waiting)
    ]


def _bearer(state: State, session: Session, waiting: Waiting) -> Bearer | None:
    try:
        with calling_address.calling_from(waiting.address):
            bearer = bearers.of(session, state.settings, waiting.token, now_ms())
    except NotSignedIn:
        return None
    return None if bearer.must_change else bearer


def _answer(state: State, judge: TopicJudge, bearer: Bearer, active: Active, waiting: Waiting) -> Answered | None:
    topics = [judge.topic(name) for name in waiting.body.names()]
    with calling_address.calling_from(waiting.address), suppress(InvalidTag):  # which the framework reports
        if all(topic and judge.decision(public_halves.QUESTION, topic).allowed for topic in topics):
            fetches = state.public_fetches
            halves = public_halves.answer(judge, state.settings, active, waiting.body, bearer.user_id, fetches)
            state.last_uses.token(bearer.jti, now_ms())
            return Answered(bearer.username, halves.model_dump_json())
    return None
