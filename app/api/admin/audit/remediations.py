"""Remediations: suggestions tried, planned, confirmed, cancelled, taken back. The rules are in `app.remediation`."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from sqlalchemy.orm import Session

from app.api import guard, idempotency
from app.api.admin.access import simulate
from app.api.admin.access.proposal import MOST, Proposal
from app.api.admin.access.simulate import Outcome, Simulated
from app.api.admin.audit import seen
from app.api.admin.audit.remediation_items import (
    PartItem,
    RemediationDetail,
    RemediationItem,
    detail,
    item,
    part_item,
)
from app.api.admin.grants import NewGrant
from app.api.guard import Caller, Configured, Connected, SignedIn, SignedInToWait, changes_nothing
from app.api.paging import Body, Id, Listed, Paged, Printable, Seen, tag, version_of
from app.api.problems import responses
from app.clock import now_ms
from app.database import Database
from app.errors import NotFound, UserCenterError
from app.findings import runs
from app.findings.models import Suggestion
from app.identity import users
from app.inquiry import what_if
from app.remediation import frozen, planning
from app.remediation.models import Part, Remediation
from app.settings import Settings
from app.trail import trail

router = APIRouter(prefix="/remediations", tags=["audit"])
Suggestions = Annotated[
    list[Annotated[str, StringConstraints(min_length=1, max_length=32), Printable]],
    Field(min_length=1, max_length=planning.MOST_PARTS, description="Ids of suggestions of the current run."),
]
Comment = Annotated[str, StringConstraints(min_length=1, max_length=500), Printable]
State = Annotated[str | None, Query(pattern="^(proposed|announced|applied|cancelled|rolled_back)$")]


class Tried(Body):
    """Suggestions to try. With `usage_days` what was seen in use since then is asked, without it all that matters."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"suggestions": ["9f86d081884c7d65"], "usage_days": 90}]})

    suggestions: Suggestions
    usage_days: Annotated[int, Field(ge=1, le=400)] | None = None


class NewRemediation(Body):
    """What to follow, why, and how long the notice period is (the center's setting says the least)."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"suggestions": ["9f86d081884c7d65"], "reason": "quarterly review"}]}
    )

    suggestions: Suggestions
    reason: Comment
    notice_days: Annotated[int, Field(ge=0, le=365)] | None = None


class Ending(Body):
    """Why it ends."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"comment": "still needed at the end of the year"}]})

    comment: Comment


class NotFollowed(BaseModel):
    """Why a suggestion cannot be followed now, or not by the caller."""

    suggestion: str
    code: str
    detail: str


class Trial(BaseModel):
    """What would be done and what it would change; `people`: how many have to agree (2 with four eyes)."""

    parts: list[PartItem]
    refusals: list[NotFollowed]
    people: int
    notice_days: int
    outcome: Outcome | None = Field(description="null when everything is refused")


@dataclass(frozen=True)
class _Looked:
    """What was looked at before the turn to write: `judged` is as good then, while the state is the same."""

    state: tuple[int, int | None]
    judged: list[Part]

    def parts(self, session: Session) -> list[Part] | None:
        """Those that were judged; None when rights or results have changed since."""
        return self.judged if planning.state_of(session) == self.state else None


_TRIES = 3


class _Undo(Exception):
    """Ends the transaction of a rehearsal."""


@router.get("", summary="List remediations")
def list_remediations(caller: SignedIn, page: Paged, state: State = None) -> Listed[RemediationItem]:
    """Those the caller planned or confirmed, and those of tenants it administers."""
    query = seen.remediations(caller)
    if state is not None:
        query = query.where(Remediation.state == state)
    found = page.of(caller.session, query, Remediation.id, lambda row: row)
    known = runs.seen(caller.session) if found.items else None
    return found.showing([item(row, known) for row in found.items])


async def _tried(
    request: Request, caller: SignedInToWait, settings: Configured, database: Connected, body: Tried
) -> Trial:
    with simulate.share(request, caller):
        now = now_ms()
        since, judged = await guard.in_a_place(request, partial(_judged, caller, body.suggestions, now))
        rehearse = partial(_rehearse, caller, database, settings, since, now)
        for one in judged:
            if one.refusal is None:  # others who write wait for one rehearsal only
                one.refusal = await guard.in_turn(request, partial(rehearse, one.part))
        parts = [one.part for one in judged if one.refusal is None]
        asked = _asked(parts, body.usage_days) if parts else None
        return Trial(
            parts=[part_item(part) for part in parts],
            refusals=[_not_followed(one.part, one.refusal) for one in judged if one.refusal is not None],
            people=planning.needed(settings, parts),
            notice_days=settings.notice_days,
            outcome=await simulate.outcome(request, caller, database, settings, asked) if asked else None,
        )


@router.post("/preview", summary="What would following suggestions change?", responses=responses(404, 409, 429))
@changes_nothing
def preview(tried: Annotated[Trial, Depends(_tried)]) -> Trial:
    """Each is rehearsed as the caller, with taking it back, and undone; the decisions before and after are told. 429
    `too_many_questions`: of one main account only a few are tried at a time."""
    return tried


@asynccontextmanager
async def _before(request: Request, database: Database, look: Callable[[], _Looked]) -> AsyncIterator[_Looked]:
    """What is looked at while nobody waits for it; then the turn to write, while it is still so. Where rights change
    again and again meanwhile, it is looked at once more in the turn."""

    def is_so(seen: _Looked) -> bool:
        with database.reading() as session:
            return seen.parts(session) is not None

    for is_last in (*[False] * (_TRIES - 1), True):
        seen = await guard.in_a_place(request, look)
        async with guard.turn(request):
            if is_last or await run_in_threadpool(is_so, seen):
                yield seen
                return


async def _before_planning(
    request: Request, caller: SignedInToWait, database: Connected, body: NewRemediation, key: idempotency.Key = None
) -> AsyncIterator[_Looked]:
    asked = await idempotency.asked_for(request)

    def look() -> _Looked:
        with caller.session as session:
            idempotency.refuse_repeated(request, caller, asked, key)  # sent again, it is not judged by what it did
            parts = [frozen.part_of(session, one) for one in _named(caller, body.suggestions)]
            if (run := runs.current(session)) is not None:
                planning.refuse(session, run.first_date, parts, now_ms())
            return _Looked(planning.state_of(session), parts)

    async with _before(request, database, look) as looked:
        yield looked


@router.post(
    "",
    summary="Plan a remediation",
    status_code=201,
    responses=responses(403, 404, 409, 422),
    # Before whatever else opens the session of the change.
    dependencies=[Depends(_before_planning, scope="function")],
)
def plan(
    caller: SignedIn,
    settings: Configured,
    body: NewRemediation,
    response: Response,
    looked: Annotated[_Looked, Depends(_before_planning, scope="function")],
) -> RemediationDetail:
    """Announced at once to those concerned, unless a second person has to confirm; applied after the notice period."""
    by = users.find(caller.session, caller.user_id)
    chosen, judged = _named(caller, body.suggestions), looked.parts(caller.session)
    made = planning.plan(caller.session, settings, by, chosen, body.reason, body.notice_days, now_ms(), judged=judged)
    return _answer(caller, made, response)


@router.get("/{remediation_id}", summary="Read a remediation", responses=responses(404))
def show(caller: SignedIn, remediation_id: Id, response: Response) -> RemediationDetail:
    """With its parts, and what it still waits for."""
    return _answer(caller, _find(caller, remediation_id), response)


async def _before_confirming(
    request: Request, caller: SignedInToWait, database: Connected, remediation_id: Id, key: idempotency.Key = None
) -> AsyncIterator[_Looked]:
    asked = await idempotency.asked_for(request)

    def look() -> _Looked:
        with caller.session as session:
            idempotency.refuse_repeated(request, caller, asked, key)
            found = _find(caller, remediation_id)
            if found.state == planning.PROPOSED and found.planned_by_id != caller.user_id:
                planning.judge(session, found.since, planning.parts_of(session, found), now_ms())
            return _Looked(planning.state_of(session), [])

    async with _before(request, database, look) as looked:
        yield looked


@router.post(
    "/{remediation_id}/confirm",
    summary="Confirm a remediation",
    responses=responses(403, 404, 409, 412, 428),
    dependencies=[Depends(_before_confirming, scope="function")],
)
def confirm(
    caller: SignedIn,
    remediation_id: Id,
    version: Seen,
    response: Response,
    looked: Annotated[_Looked, Depends(_before_confirming, scope="function")],
) -> RemediationDetail:
    """By a second person; the notice period begins. Again changes nothing."""
    found, is_judged = _find(caller, remediation_id), looked.parts(caller.session) is not None
    if found.state != planning.ANNOUNCED:
        version.check(version_of(found.update_time))
    by = users.find(caller.session, caller.user_id)
    planning.confirm(caller.session, by, found, now_ms(), judged=is_judged)
    return _answer(caller, found, response)


@router.post("/{remediation_id}/cancel", summary="Cancel a remediation", responses=responses(404, 409, 412, 428))
def cancel(caller: SignedIn, remediation_id: Id, version: Seen, body: Ending, response: Response) -> RemediationDetail:
    """Before it is applied. Again changes nothing."""
    found = _find(caller, remediation_id)
    if found.state != planning.CANCELLED:
        version.check(version_of(found.update_time))
    by = users.find(caller.session, caller.user_id)
    planning.cancel(caller.session, by, found, body.comment, now_ms())
    return _answer(caller, found, response)


@router.post("/{remediation_id}/roll-back", summary="Take it all back", responses=responses(403, 404, 409, 412, 428))
def roll_back(
    caller: SignedIn, remediation_id: Id, version: Seen, body: Ending, response: Response
) -> RemediationDetail:
    """What was given goes, what went is given again: each part whole or not at all. Again changes nothing."""
    found = _find(caller, remediation_id)
    if found.state != planning.ROLLED_BACK:
        version.check(version_of(found.update_time))
    by = users.find(caller.session, caller.user_id)
    planning.roll_back(caller.session, by, found, body.comment, now_ms())
    return _answer(caller, found, response)


@dataclass
class _Judged:
    """A suggestion as the part that it would become, and why it cannot be followed."""

    part: Part
    refusal: UserCenterError | None = None


def _judged(caller: Caller, keys: list[str], now: int) -> tuple[str, list[_Judged]]:
    """From when uses count; and all that speaks against it before anything is rehearsed."""
    with caller.session as session:
        run = runs.current(session)
        since, judged = "" if run is None else run.first_date, []
        for one in _named(caller, keys):
            judged.append(_Judged(frozen.part_of(session, one)))
            try:
                planning.refuse(session, since, [judged[-1].part], now)
            except UserCenterError as error:
                judged[-1].refusal = error
        return since, judged


def _rehearse(
    caller: Caller, database: Database, settings: Settings, since: str, now: int, part: Part
) -> UserCenterError | None:
    """Why the caller may not, or cannot, do and undo it."""
    remediation = Remediation(id=0, since=since, notice_days=settings.notice_days)
    try:
        with database.writing(settings.change_seconds) as session:
            trail.lock_revision(session)
            planning.rehearse(session, users.find(session, caller.user_id), remediation, [part], now)
            raise _Undo
    except _Undo:
        return None
    except UserCenterError as error:
        return error


def _not_followed(part: Part, refusal: UserCenterError) -> NotFollowed:
    return NotFollowed(suggestion=part.suggestion, code=refusal.stable_code, detail=refusal.detail)


def _asked(parts: list[Part], days: int | None) -> Simulated:
    gone = [one["id"] for part in parts for one in part.removed()]
    come = [
        NewGrant(
            role_id=part.role_id, **{name: one[name] for name in ("res_type", "res_id", "authorities", "valid_until")}
        )
        for part in parts
        for one in part.added()
    ]
    what_if.refuse_too_much(len(gone) + len(come), MOST, "changes")
    return Simulated(changes=Proposal(revoke=gone, grant=come), usage_days=days, all=days is None)


def _named(caller: Caller, keys: list[str]) -> list[Suggestion]:
    found = {
        one.suggestion: one
        for one in caller.session.scalars(seen.suggestions(caller).where(Suggestion.suggestion.in_(keys)))
    }
    if missing := [key for key in keys if key not in found]:
        raise NotFound(f"There is no suggestion {missing[0]} in the current run.")
    return [found[key] for key in dict.fromkeys(keys)]


def _find(caller: Caller, remediation_id: int) -> Remediation:
    row = caller.session.scalars(seen.remediations(caller).where(Remediation.id == remediation_id)).one_or_none()
    if row is None:
        raise NotFound("There is no such remediation.")
    return row


def _answer(caller: Caller, row: Remediation, response: Response) -> RemediationDetail:
    found = detail(row, runs.seen(caller.session), planning.parts_of(caller.session, row))
    tag(response, found.version)
    return found
