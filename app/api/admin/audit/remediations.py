"""Remediations: planned of suggestions, confirmed, cancelled, rolled back (rules: `app.desired_state.remediation`)."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import Depends, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import Field
from sqlalchemy.orm import Session

from app.api import idempotency
from app.api.admin.audit import readable_results
from app.api.admin.audit.remediation_items import RemediationDetail, RemediationItem, detail, item
from app.api.admin.audit.remediation_preview import Suggestions, suggestions_by_key
from app.api.admission import writers
from app.api.admission.reader_slots import in_reader_slot
from app.api.app_state import Configured, Connected
from app.api.callers import Caller
from app.api.guard import SignedIn, SignedInToChange, SignedInToWait
from app.api.paging import Body, Comment, Id, Listed, Paged, WithComment, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.api.versions import Seen, tagged
from app.audit.findings import runs
from app.desired_state.remediation import frozen_parts, objections, planning
from app.desired_state.remediation.models import Part, Remediation
from app.platform.clock import now_ms
from app.platform.database import Database, only
from app.platform.searching import equal

router = ChangingRouter(prefix="/remediations", tags=["audit"])
State = Annotated[Literal["proposed", "announced", "applied", "cancelled", "rolled_back"] | None, Query()]


class NewRemediation(Body):
    """The suggestions to follow, why, and the length of the notice period (not below the center's setting)."""

    model_config = examples({"suggestions": ["9f86d081884c7d65"], "reason": "quarterly review"})

    suggestions: Suggestions
    reason: Comment
    notice_days: Annotated[int, Field(ge=0, le=365)] | None = None


@dataclass(frozen=True)
class _CheckedParts:
    """What was checked before the writers' turn. `judged` stays valid while the state is the same."""

    state: tuple[int, int | None]
    judged: list[Part]

    def parts(self, session: Session) -> list[Part] | None:
        """The checked parts; None when rights or results have changed since."""
        return self.judged if objections.state_of(session) == self.state else None


_TRIES = 3


@router.get("", summary="List remediations")
def list_remediations(caller: SignedIn, page: Paged, state: State = None) -> Listed[RemediationItem]:
    """Those the caller planned or confirmed, and those of tenants it administers or audits."""
    query = readable_results.remediations(caller).where(*equal({Remediation.state: state}))
    listed = page.of(caller.session, query, Remediation.id, lambda row: row)
    run = runs.find_covered_period(caller.session) if listed.items else None
    changeable = _changeable(caller, listed.items)
    return listed.showing(
        [item(remediation, run, may_change=remediation.id in changeable) for remediation in listed.items]
    )


@asynccontextmanager
async def _before(
    request: Request, database: Database, look: Callable[[], _CheckedParts]
) -> AsyncIterator[_CheckedParts]:
    """Check while no other writer waits, then take the writers' turn if nothing has changed since. If rights keep
    changing, the check is repeated within the turn."""

    def is_so(checked: _CheckedParts) -> bool:
        with database.reading() as session:
            return checked.parts(session) is not None

    for is_last in (*[False] * (_TRIES - 1), True):
        checked = await in_reader_slot(request, look)
        async with writers.turn(request):
            if is_last or await run_in_threadpool(is_so, checked):
                yield checked
                return


async def _before_planning(
    request: Request, caller: SignedInToWait, database: Connected, body: NewRemediation
) -> AsyncIterator[_CheckedParts]:
    def look() -> _CheckedParts:
        with caller.session as session:
            idempotency.refuse_repeated(request, caller)  # else it would object to its own effect
            parts = [
                frozen_parts.part_of(session, suggestion) for suggestion in suggestions_by_key(caller, body.suggestions)
            ]
            if (run := runs.current(session)) is not None:
                objections.refuse(session, run.first_date, parts, now_ms())
            return _CheckedParts(objections.state_of(session), parts)

    async with _before(request, database, look) as looked:
        yield looked


@router.post(
    "",
    summary="Plan a remediation",
    status_code=201,
    responses=responses(404, 409),
    # It must run before any dependency that opens the session of the change.
    dependencies=[Depends(_before_planning, scope="function")],
)
def plan_remediation(
    caller: SignedInToChange,
    settings: Configured,
    body: NewRemediation,
    response: Response,
    looked: Annotated[_CheckedParts, Depends(_before_planning, scope="function")],
) -> RemediationDetail:
    """Announced to the people concerned at once, unless a second person has to confirm. Applied after the notice
    period."""
    by = caller.user
    chosen, judged = suggestions_by_key(caller, body.suggestions), looked.parts(caller.session)
    remediation = planning.plan(
        caller.session, settings, by, chosen, body.reason, body.notice_days, now_ms(), judged=judged
    )
    return _answer(caller, remediation, response)


@router.get("/{remediation_id}", summary="Read a remediation")
def get_remediation(caller: SignedIn, remediation_id: Id, response: Response) -> RemediationDetail:
    """A remediation with its parts, and what it still waits for."""
    return _answer(caller, _find(caller, remediation_id, deciding=False), response)


async def _before_confirming(
    request: Request, caller: SignedInToWait, database: Connected, remediation_id: Id
) -> AsyncIterator[_CheckedParts]:
    def look() -> _CheckedParts:
        with caller.session as session:
            idempotency.refuse_repeated(request, caller)
            remediation = _find(caller, remediation_id)
            if remediation.state == planning.PROPOSED and remediation.planned_by_id != caller.user_id:
                objections.judge(session, remediation.since, planning.parts_of(session, remediation), now_ms())
            return _CheckedParts(objections.state_of(session), [])

    async with _before(request, database, look) as looked:
        yield looked


@router.post(
    "/{remediation_id}/confirm",
    summary="Confirm a remediation",
    responses=responses(409),
    dependencies=[Depends(_before_confirming, scope="function")],
)
def confirm_remediation(
    caller: SignedInToChange,
    remediation_id: Id,
    seen: Seen,
    response: Response,
    looked: Annotated[_CheckedParts, Depends(_before_confirming, scope="function")],
) -> RemediationDetail:
    """A second person confirms, and the notice period begins. Confirming again changes nothing."""
    remediation, is_judged = _find(caller, remediation_id), looked.parts(caller.session) is not None
    if remediation.state != planning.ANNOUNCED:
        seen.latest(remediation)
    planning.confirm(caller.session, caller.user, remediation, now_ms(), judged=is_judged)
    return _answer(caller, remediation, response)


@router.post("/{remediation_id}/cancel", summary="Cancel a remediation", responses=responses(409))
def cancel_remediation(
    caller: SignedInToChange, remediation_id: Id, seen: Seen, body: WithComment, response: Response
) -> RemediationDetail:
    """Possible before it is applied. Cancelling again changes nothing."""
    remediation = _find(caller, remediation_id)
    if remediation.state != planning.CANCELLED:
        seen.latest(remediation)
    planning.cancel(caller.session, caller.user, remediation, body.comment, now_ms())
    return _answer(caller, remediation, response)


@router.post("/{remediation_id}/roll-back", summary="Take it all back", responses=responses(409))
def roll_back_remediation(
    caller: SignedInToChange, remediation_id: Id, seen: Seen, body: WithComment, response: Response
) -> RemediationDetail:
    """Revokes the added grants and gives the removed ones again, each part completely or not at all. Rolling back again
    changes nothing."""
    remediation = _find(caller, remediation_id)
    if remediation.state != planning.ROLLED_BACK:
        seen.latest(remediation)
    planning.roll_back(caller.session, caller.user, remediation, body.comment, now_ms())
    return _answer(caller, remediation, response)


def _find(caller: Caller, remediation_id: int, *, deciding: bool = True) -> Remediation:
    visible = readable_results.remediations(caller, deciding=deciding)
    return only(caller.session, visible.where(Remediation.id == remediation_id), "There is no such remediation.")


def _answer(caller: Caller, row: Remediation, response: Response) -> RemediationDetail:
    run, parts = runs.find_covered_period(caller.session), planning.parts_of(caller.session, row)
    return tagged(response, detail(row, run, parts, may_change=row.id in _changeable(caller, [row])))


def _changeable(caller: Caller, rows: list[Remediation]) -> set[int]:
    return readable_results.changeable(caller, readable_results.remediations(caller, deciding=True), Remediation, rows)
