"""Policy as code: export the state as a file, apply a file as one revision (docs/policy.md).

The whole center is for its administrators; a tenant is for those who administer it. Who audits a tenant exports it. A
plan is judged before the writers' turn (decision 0059)."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated

from fastapi import Depends, Query, Request, Response
from fastapi.concurrency import run_in_threadpool

from app.api import authority, idempotency
from app.api.admin.policy import planning
from app.api.admin.policy.planning import MEDIA_TYPES, File, PlanItem, Prune, Scope, item, managed_kinds, plan
from app.api.admission import writers
from app.api.callers import Caller
from app.api.guard import ReauthenticatedToWait, SignedIn, SignedInToChange
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.audit.trail import trail
from app.desired_state.engine import center_reader
from app.desired_state.engine.state import CenterState
from app.desired_state.policy_file import apply as carry_out
from app.desired_state.policy_file import export, freshness, required_rights
from app.desired_state.policy_file.changes import Plan
from app.desired_state.policy_file.strict_yaml import Source
from app.grants import roles
from app.platform.clock import now_ms
from app.platform.errors import Conflict, InvalidInput, UserCenterError

router = ChangingRouter(prefix="/policy", tags=["policy"])
LARGER_BODIES = ("/api/v1/policy/plan", "/api/v1/policy/apply")
"""Requests whose bodies may have PUC_POLICY_LIMIT_BYTES."""
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


async def _judged_plan(
    request: Request,
    caller: ReauthenticatedToWait,
    text: File,
    tenant: Scope = None,
    prune: Prune = "",
    revision: Known = None,
    confirm_deletions: Confirmed = 0,
    in_parts: InParts = False,
) -> AsyncIterator[JudgedPlan]:
    """Make and check the plan while no other writer waits, then take the turn if it still fits (decision 0059)."""
    judge = partial(_judge, caller, text, tenant, prune, revision, confirm_deletions, in_parts)
    for _ in range(_TRIES):
        async with request.app.state.reader_slots:
            # A repeated request must not be checked against its own effect.
            await run_in_threadpool(_refuse_repeated, request, caller)
            judged = await run_in_threadpool(judge)
        async with writers.turn(request):
            if await run_in_threadpool(_still_true, caller, judged):
                yield judged
                return
    raise Conflict("Rights change again and again while this is judged; try again.", code="changed_meanwhile_plan")


def _refuse_repeated(request: Request, caller: Caller) -> None:
    with caller.session:
        idempotency.refuse_repeated(request, caller)


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
        planning.refuse_stranger(caller, tenant)
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


@router.get(
    "",
    summary="Export as a file",
    response_class=Response,
    responses={
        200: {
            "description": "The file.",
            "content": {media_type: {"schema": {"type": "string"}} for media_type in MEDIA_TYPES},
        },
        **responses(404),
    },
)
def export_policy(request: Request, caller: SignedIn, tenant: Scope = None) -> Response:
    """Users, groups, roles, resources and grants by name, sorted, without secrets. The same rights give the same
    bytes. `Accept: text/plain` gets them so."""
    planning.refuse_stranger(caller, tenant, reading=True)
    text = export.file_bytes(center_reader.read(caller.session, tenant), now_ms())
    name = f"{tenant or 'center'}.policy.yaml"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    wanted = request.headers.get("accept")
    return Response(text, media_type=wanted if wanted in MEDIA_TYPES else MEDIA_TYPES[0], headers=headers)


@router.post(
    "/apply",
    summary="Apply a file",
    responses=responses(404, 409, 413),
    # It must run before any dependency that opens the session of the change.
    dependencies=[Depends(_judged_plan, scope="function")],
)
def apply_policy(
    caller: SignedInToChange, judged: Annotated[JudgedPlan, Depends(_judged_plan, scope="function")]
) -> PlanItem:
    """Make all changes in one transaction, which is one revision, or none. A file that matches the state changes
    nothing.

    Each change needs the rights that it would need alone, and is recorded as the caller's. Deleting resources needs
    `confirm_deletions`. 409 `changed_meanwhile_plan` when something changed since `revision`. 422 `too_many_changes`
    for more than fits into one transaction; with `in_parts` the first of them are made, and `remaining` says how many
    are left for the next calls.
    """
    if not freshness.is_still_true(caller.session, judged.plan.revision, judged.about):
        raise Conflict("Rights changed while this was judged; try again.", code="changed_meanwhile_plan")
    carry_out.apply(caller.session, caller.user, planning.applier(caller), judged.plan, judged.source, now_ms())
    caller.session.flush()
    _refuse_own_loss(caller)
    return item(trail.current_revision(caller.session), judged.plan, judged.source, judged.left)


def _refuse_own_loss(caller: Caller) -> None:
    """Refuse to lose one's own administration. A shared role may give it, whose members and grants the file can
    change."""
    if caller.is_administrator and not authority.administers_the_center(caller.session, caller.username):
        message = "This would take from you what you apply the file with; let somebody else do it."
        raise InvalidInput(message, code="takes_own_right")
