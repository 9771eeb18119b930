"""A plan whose rights were checked before the writers' turn (decision 0059)."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated

from fastapi import Query, Request
from fastapi.concurrency import run_in_threadpool

from app.api import authority, idempotency
from app.api.admin.policy.planning import File, Prune, Scope, managed_kinds, plan, refuse_stranger
from app.api.admission import writers
from app.api.callers import Caller
from app.api.guard import ReauthenticatedToWait
from app.desired_state.engine.state import CenterState
from app.desired_state.policy_file import apply as carry_out
from app.desired_state.policy_file import freshness, required_rights
from app.desired_state.policy_file.changes import Plan
from app.desired_state.policy_file.yaml_source import Source
from app.grants import roles
from app.platform.clock import now_ms
from app.platform.errors import Conflict, InvalidInput, UserCenterError

_TRIES = 3
"""How often a file is checked again when rights change meanwhile."""
Known = Annotated[int | None, Query(ge=1, le=2**63 - 1, description="Of the plan that was agreed to.")]
Confirmed = Annotated[
    int, Query(ge=0, le=10**9, description="How many resources go with their data, as the plan lists them.")
]
InParts = Annotated[bool, Query(description="Make as many of the first changes as may be made at once.")]


@dataclass(frozen=True)
class JudgedPlan:
    """A plan that the caller may carry out, with the file that it is from. `left`: changes for later parts."""

    plan: Plan
    source: Source
    about: freshness.PlanScope
    left: int = 0


async def judged_plan(
    request: Request,
    caller: ReauthenticatedToWait,
    text: File,
    tenant: Scope = None,
    prune: Prune = "",
    revision: Known = None,
    confirm_deletions: Confirmed = 0,
    in_parts: InParts = False,
    key: idempotency.Key = None,
) -> AsyncIterator[JudgedPlan]:
    """Make and check the plan while no other writer waits, then take the turn if it still fits (decision 0059)."""
    body = await idempotency.request_bytes(request)
    judge = partial(_judge, caller, text, tenant, prune, revision, confirm_deletions, in_parts)
    for _ in range(_TRIES):
        async with request.app.state.reader_slots:
            # A repeated request must not be checked against its own effect.
            await run_in_threadpool(_refuse_repeated, request, caller, body, key)
            judged = await run_in_threadpool(judge)
        async with writers.turn(request):
            if await run_in_threadpool(_still_true, caller, judged):
                yield judged
                return
    raise Conflict("Rights change again and again while this is judged; try again.", code="changed_meanwhile_plan")


def _refuse_repeated(request: Request, caller: Caller, body: bytes, key: str | None) -> None:
    with caller.session:
        idempotency.refuse_repeated(request, caller, body, key)


def _judge(
    caller: Caller,
    text: bytes,
    tenant: str | None,
    prune: str,
    revision: int | None,
    confirmed: int,
    in_parts: bool,
) -> JudgedPlan:
    with caller.session as session:
        refuse_stranger(caller, tenant)
        if revision is not None:
            freshness.refuse_stale(session, revision)
        planned, before, source = plan(caller, text, tenant, prune, now_ms())
        _refuse_unconfirmed(planned, confirmed)
        if not in_parts:
            planned.refuse_too_much()
        part = replace(planned, changes=planned.changes[: planned.count_that_fit()])
        _refuse_not_allowed(caller, part, before, source)
        own_names = {caller.username, *roles.shared_names(caller.session, caller.user_id)}
        about = freshness.find_concerned(planned, own_names, managed_kinds(prune), before.scope)
        return JudgedPlan(part, source, about, len(planned.changes) - len(part.changes))


def _refuse_not_allowed(caller: Caller, plan: Plan, state: CenterState, source: Source) -> None:
    """Administrators of the center need no check: authority 4 on the root allows every question."""
    if caller.is_administrator:
        return
    judge, questions = authority.Judge(caller.session, caller), list(required_rights.questions(plan, state))
    judge.read((question.res_type, question.res_id) for question in questions)
    for change, question, res_type, res_id, inside in questions:
        try:
            judge.require(question, res_type, res_id, inside)
        except UserCenterError as error:
            carry_out.name(error, change, source)
            raise


def _still_true(caller: Caller, judged: JudgedPlan) -> bool:
    with caller.session as session:
        return freshness.is_still_true(session, judged.plan.revision, judged.about)


def _refuse_unconfirmed(plan: Plan, confirmed: int) -> None:
    if (going := plan.loses_data) and len(going) != confirmed:
        message = f"{len(going)} resources go with their data: {', '.join(going[:5])}{' …' if len(going) > 5 else ''}. "
        message += f"Repeat their number, confirm_deletions={len(going)}"
        raise InvalidInput(message, code="confirmation_needed", resources=going[:100], field="confirm_deletions")
