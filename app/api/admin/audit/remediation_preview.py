"""Previews suggestions: what following them would change, and what forbids it. Nothing is changed."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from fastapi import Depends, Request
from pydantic import Field, StringConstraints

from app.api.admin.access import simulate
from app.api.admin.access.proposal import MOST, Proposal
from app.api.admin.access.simulate import Outcome, Simulated
from app.api.admin.audit import readable_results
from app.api.admin.audit.remediation_items import RemediationPartItem, part_item
from app.api.admin.grants.grants import NewGrant
from app.api.admission import writers
from app.api.admission.reader_slots import in_reader_slot
from app.api.app_state import Configured, Connected
from app.api.callers import Caller
from app.api.guard import SignedInToWait
from app.api.paging import ApiModel, Body, Printable, examples
from app.api.problems import responses
from app.api.routing import Router
from app.audit.findings import runs
from app.audit.findings.models import Suggestion
from app.desired_state.remediation import frozen_parts, objections, planning
from app.desired_state.remediation.models import Part, Remediation
from app.identity import users
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.errors import NotFound, UserCenterError
from app.platform.settings import Settings
from app.rights.inquiry import simulation_questions

router = Router(prefix="/remediations", tags=["audit"])
Suggestions = Annotated[
    list[Annotated[str, StringConstraints(min_length=1, max_length=32), Printable]],
    Field(min_length=1, max_length=objections.MOST_PARTS, description="Ids of suggestions of the current run."),
]


class Tried(Body):
    """Suggestions to try. With `usage_days` the uses of these days are asked, otherwise all questions that may
    change."""

    model_config = examples({"suggestions": ["9f86d081884c7d65"], "usage_days": 90})

    suggestions: Suggestions
    usage_days: Annotated[int, Field(ge=1, le=400)] | None = None


class NotFollowed(ApiModel):
    """Why a suggestion cannot be followed now, or not by the caller."""

    suggestion: str
    code: str
    detail: str


class Trial(ApiModel):
    """What would be done, and its effect. `people`: how many must agree (2 with four eyes)."""

    parts: list[RemediationPartItem]
    refusals: list[NotFollowed]
    people: int
    notice_days: int
    outcome: Outcome | None = Field(description="null when everything is refused")


async def _try(
    request: Request, caller: SignedInToWait, settings: Configured, database: Connected, body: Tried
) -> Trial:
    with simulate.share(request, caller):
        now = now_ms()
        since, judged = await in_reader_slot(request, partial(_judge, caller, body.suggestions, now))
        rehearse = partial(_rehearse, caller, database, settings, since, now)
        for suggestion in judged:
            if suggestion.refusal is None:  # each rehearsal has its own turn, so that other writers wait for one only
                suggestion.refusal = await writers.in_turn(request, partial(rehearse, suggestion.part))
        parts = [suggestion.part for suggestion in judged if suggestion.refusal is None]
        simulation = _simulation_body(parts, body.usage_days) if parts else None
        return Trial(
            parts=[part_item(part) for part in parts],
            refusals=[
                _not_followed(suggestion.part, suggestion.refusal)
                for suggestion in judged
                if suggestion.refusal is not None
            ],
            people=planning.approvals_needed(settings, parts),
            notice_days=settings.notice_days,
            outcome=await simulate.outcome(request, caller, database, settings, simulation) if simulation else None,
        )


@router.post("/preview", summary="What would following suggestions change?", responses=responses(404, 409, 429))
def preview_remediation(tried: Annotated[Trial, Depends(_try)]) -> Trial:
    """Each suggestion is rehearsed as the caller, including its roll-back, and undone. The answer compares decisions
    before and after. 429 `too_many_questions`: the main account has too many trials running."""
    return tried


def suggestions_by_key(caller: Caller, keys: list[str]) -> list[Suggestion]:
    """Suggestions of the current run, in the order of the keys. Raises NotFound."""
    by_key = {
        suggestion.suggestion: suggestion
        for suggestion in caller.session.scalars(
            readable_results.suggestions(caller, deciding=True).where(Suggestion.suggestion.in_(keys))
        )
    }
    if missing := [suggestion_key for suggestion_key in keys if suggestion_key not in by_key]:
        raise NotFound(f"There is no suggestion {missing[0]} in the current run.")
    return [by_key[suggestion_key] for suggestion_key in dict.fromkeys(keys)]


@dataclass
class _JudgedSuggestion:
    """A suggestion as the part that it would become, and the reason why it cannot be followed."""

    part: Part
    refusal: UserCenterError | None = None


def _judge(caller: Caller, keys: list[str], now: int) -> tuple[str, list[_JudgedSuggestion]]:
    """The date from which uses count, and the suggestions with the objections that can be found without a rehearsal."""
    with caller.session as session:
        run = runs.current(session)
        since, judged = "" if run is None else run.first_date, []
        for suggestion in suggestions_by_key(caller, keys):
            judged.append(_JudgedSuggestion(frozen_parts.part_of(session, suggestion)))
            try:
                objections.refuse(session, since, [judged[-1].part], now)
            except UserCenterError as error:
                judged[-1].refusal = error
        return since, judged


def _rehearse(
    caller: Caller, database: Database, settings: Settings, since: str, now: int, part: Part
) -> UserCenterError | None:
    """The reason why the caller may not or cannot apply the part and roll it back; None when it can."""
    remediation = Remediation(id=0, since=since, notice_days=settings.notice_days)
    try:
        with simulate.rolled_back(caller, database, settings) as session:
            planning.rehearse(session, users.find(session, caller.user_id), remediation, [part], now)
    except UserCenterError as error:
        return error
    return None


def _not_followed(part: Part, refusal: UserCenterError) -> NotFollowed:
    return NotFollowed(suggestion=part.suggestion, code=refusal.stable_code, detail=refusal.detail)


def _simulation_body(parts: list[Part], days: int | None) -> Simulated:
    gone = [grant["id"] for part in parts for grant in part.removed()]
    come = [_coming(part, grant) for part in parts for grant in part.added()]
    simulation_questions.refuse_too_much(len(gone) + len(come), MOST, "changes")
    return Simulated(changes=Proposal(revoke=gone, grant=come), usage_days=days, all=days is None)


def _coming(part: Part, grant: dict[str, Any]) -> NewGrant:
    named = {field: grant[field] for field in ("res_type", "res_id", "authorities", "valid_until")}
    return NewGrant(role_id=part.role_id, limits=grant.get("limits"), **named)
