"""Policy as code: export the state as a file, plan a file, apply it as one revision (docs/policy.md).

The whole center is for its administrators; a tenant is for those who administer it. Who audits a tenant exports it.
"""

from typing import Annotated

from fastapi import Depends, Request, Response

from app.api import authority
from app.api.admin.policy import planning
from app.api.admin.policy.checked_plan import JudgedPlan, judged_plan
from app.api.admin.policy.plan import PlanItem, item
from app.api.admin.policy.planning import MEDIA_TYPES, Scope
from app.api.callers import Caller
from app.api.guard import SignedIn, SignedInToChange
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.audit.trail import trail
from app.desired_state.engine import center_reader
from app.desired_state.policy_file import apply as carry_out
from app.desired_state.policy_file import export, freshness
from app.platform.clock import now_ms
from app.platform.errors import Conflict, InvalidInput

router = ChangingRouter(prefix="/policy", tags=["policy"])
LARGER_BODIES = ("/api/v1/policy/plan", "/api/v1/policy/apply")
"""Requests whose bodies may have PUC_POLICY_LIMIT_BYTES."""


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
    dependencies=[Depends(judged_plan, scope="function")],
)
def apply_policy(
    caller: SignedInToChange, judged: Annotated[JudgedPlan, Depends(judged_plan, scope="function")]
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
