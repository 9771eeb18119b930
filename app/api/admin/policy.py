"""Policy as code: the state as a file, what a file would change, and changing it as one revision (docs/policy.md).

The whole center is for its administrators; one tenant is for who administers it.
"""

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Body, Depends, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api import authority, guard, idempotency
from app.api.admin import resource_items as shared
from app.api.guard import Caller, Changing, Reading, SignedIn, SignedInToWait, allowed, changes_nothing
from app.api.problems import responses
from app.clock import now_ms
from app.errors import Conflict, InvalidInput, NotAllowed, NotFound, UserCenterError
from app.grants.models import Role, UserRole
from app.identity import users
from app.policy import apply as carry_out
from app.policy import bounds, document, export, freshness, judging, live, wanted
from app.policy.changes import Change, GrantStep, GroupStep, MemberStep, Plan, RoleStep, Step, UserStep
from app.policy.comparison import SECTIONS, Applier, Managed
from app.policy.plan import plan as compare
from app.policy.reading import Source
from app.policy.state import State
from app.pulsar.names import ResourceType, is_part
from app.resources.models import Tenant
from app.trail import trail

router = APIRouter(prefix="/policy", tags=["policy"])
MEDIA_TYPE = "application/yaml"
_TRIES = 3
"""So often a file is judged anew when rights change meanwhile."""
LARGER_BODIES = ("/api/v1/policy/plan", "/api/v1/policy/apply")
"""Their bodies may have PUC_POLICY_LIMIT_BYTES."""

_EXAMPLE = """version: 1
users:
  orders-intake: {kind: service}
grants:
  - {namespace: acme/orders, user: orders-intake, authorities: [namespace.write], until: 2027-01-01T00:00:00Z}
"""
File = Annotated[bytes, Body(media_type=MEDIA_TYPE, description="The file, UTF-8.", examples=[_EXAMPLE])]
Scope = Annotated[
    str | None,
    Query(max_length=128, description="Only this tenant, what is below it, and the grants there.", examples=["acme"]),
]
Prune = Annotated[
    str,
    Query(
        max_length=128,
        description="Kinds of which the file is the whole truth: users, groups, roles, resources, grants, separated "
        "by commas. What it does not name of them is deleted.",
        examples=["grants,roles"],
    ),
]


class ChangeItem(BaseModel):
    """One change. `line`: where the file says so; null for what is deleted because the file does not name it."""

    action: Literal["create", "change", "delete"]
    kind: Literal["group", "user", "role", "member", "tenant", "namespace", "topic", "grant"]
    name: str = Field(examples=["orders-intake on acme/orders"])
    sentence: str = Field(examples=["grant orders-intake write on acme/orders until 2027-01-01"])
    line: int | None


class PlanItem(BaseModel):
    """What a file changes, in order. `revision`: of the state it was compared with; after `apply` the one that has all
    of it, which brokers report when they enforce it."""

    revision: int
    changes: list[ChangeItem]
    create: int = Field(description="How many of the changes make something.")
    change: int
    delete: int
    deletes_resources: list[str] = Field(
        description="Full names of tenants, namespaces and topics that go with their data."
    )
    kept: list[str] = Field(description="What `prune` leaves although the file does not name it, and why.")
    remaining: int = Field(description="Changes that `apply` does not make at once, but in later parts.")


@router.get(
    "",
    summary="Export as a file",
    response_class=Response,
    responses={
        200: {"description": "The file.", "content": {MEDIA_TYPE: {"schema": {"type": "string"}}}},
        **responses(404),
    },
)
def export_policy(caller: SignedIn, session: Reading, tenant: Scope = None) -> Response:
    """Users, groups, roles, resources and grants by name, sorted, without secrets; the same rights, the same bytes."""
    _refuse_stranger(caller, tenant)
    text = export.text(live.read(session, tenant), now_ms())
    name = f"{tenant or 'center'}.policy.yaml"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text, media_type=MEDIA_TYPE, headers=headers)


@router.post("/plan", summary="Plan a file", responses=responses(404, 413))
@changes_nothing
def plan_policy(caller: SignedIn, session: Reading, text: File, tenant: Scope = None, prune: Prune = "") -> PlanItem:
    """What applying the file would change, in words; nothing is changed, and rights are judged when it is applied
    (`apply?dry_run=true` judges them without changing anything)."""
    found, _, source = _plan(caller, session, text, tenant, prune, now_ms())
    return _item(found.revision, found, source, len(found.changes) - bounds.first(found))


@dataclass(frozen=True)
class Judged:
    """A plan that its applier may carry out, with what it was made from. `left`: changes that come in later parts."""

    plan: Plan
    state: State
    source: Source
    about: freshness.Concerned
    left: int = 0


Known = Annotated[int | None, Query(ge=1, le=2**63 - 1, description="Of the plan that was agreed to.")]
Confirmed = Annotated[
    int, Query(ge=0, le=10**9, description="How many resources go with their data, as the plan lists them.")
]
InParts = Annotated[bool, Query(description="Make as many of the first changes as may be made at once.")]


async def _judged(
    request: Request,
    caller: SignedInToWait,
    text: File,
    tenant: Scope = None,
    prune: Prune = "",
    revision: Known = None,
    confirm_deletions: Confirmed = 0,
    in_parts: InParts = False,
    key: idempotency.Key = None,
) -> AsyncIterator[Judged]:
    """The plan, judged while nobody waits for it; then the turn to write, while it is still true (decision 0059)."""
    asked = await idempotency.asked_for(request)
    judge = partial(_judge, caller, text, tenant, prune, revision, confirm_deletions, in_parts)
    for _ in range(_TRIES):
        async with request.app.state.places:
            # Sent again after it was done, it is not judged by what it did.
            await run_in_threadpool(_refuse_repeated, request, caller, asked, key)
            judged = await run_in_threadpool(judge)
        async with guard.turn(request):
            if await run_in_threadpool(_still_true, caller, judged):
                yield judged
                return
    raise Conflict("Rights change again and again while this is judged; try again.", code="changed_meanwhile_plan")


@router.post(
    "/apply",
    summary="Apply a file",
    responses=responses(404, 409, 413),
    # Before whatever else opens the session of the change.
    dependencies=[Depends(_judged, scope="function")],
)
def apply_policy(
    caller: SignedIn, session: Changing, judged: Annotated[Judged, Depends(_judged, scope="function")]
) -> PlanItem:
    """Make all changes in one transaction, which is one revision, or none. A file that is in force already changes
    nothing. 409 `changed_meanwhile_plan` when something changed since `revision`; deleting resources takes
    `confirm_deletions`. Each change takes what it would take alone, and is recorded as the caller's. 422
    `too_many_changes` for more than may be done at once: with `in_parts` the first of them are made, in one
    transaction, and `remaining` says how many are left for the next calls."""
    if not freshness.is_still_true(session, judged.plan.revision, judged.about):
        raise Conflict("Rights changed while this was judged; try again.", code="changed_meanwhile_plan")
    by = users.find(session, caller.user_id)
    carry_out.apply(session, by, _applier(caller), judged.plan, judged.state, judged.source, now_ms())
    session.flush()
    _refuse_own_loss(session, caller)
    return _item(trail.current_revision(session), judged.plan, judged.source, judged.left)


def _refuse_repeated(request: Request, caller: Caller, asked: bytes, key: str | None) -> None:
    with caller.session:
        idempotency.refuse_repeated(request, caller, asked, key)


def _judge(
    caller: Caller,
    text: bytes,
    tenant: str | None,
    prune: str,
    revision: int | None,
    confirmed: int,
    in_parts: bool,
) -> Judged:
    with caller.session as session:
        _refuse_stranger(caller, tenant)
        if revision is not None:
            freshness.refuse_stale(session, revision)
        found, before, source = _plan(caller, session, text, tenant, prune, now_ms())
        _refuse_unconfirmed(found, confirmed)
        if not in_parts:
            bounds.refuse_too_much(found)
        part = replace(found, changes=found.changes[: bounds.first(found)])
        _refuse_not_allowed(caller, part, before, source)
        about = _concerned(caller, found, before, _managed(prune))
        return Judged(part, before, source, about, len(found.changes) - len(part.changes))


def _refuse_not_allowed(caller: Caller, plan: Plan, state: State, source: Source) -> None:
    """An administrator of the center holds authority 4 above everything: every question is answered with yes."""
    if caller.is_administrator:
        return
    judge, asked = authority.Judge(caller.session, caller), list(judging.questions(plan, state))
    judge.read((one.res_type, one.res_id) for one in asked)
    for change, question, res_type, res_id in asked:
        try:
            judge.require(question, res_type, res_id)
        except UserCenterError as error:
            carry_out.name(error, change, source)
            raise


def _still_true(caller: Caller, judged: Judged) -> bool:
    with caller.session as session:
        return freshness.is_still_true(session, judged.plan.revision, judged.about)


def _concerned(caller: Caller, plan: Plan, state: State, prune: frozenset[Managed]) -> freshness.Concerned:
    """Of the plan that is left only what it changes matters: what is as the file says already may change meanwhile."""
    of_caller = select(Role.role_name).join(UserRole, UserRole.role_id == Role.id)
    own = caller.session.scalars(of_caller.where(UserRole.user_id == caller.user_id))
    words = [change.step for change in plan.changes]
    names, tenants = {caller.username, *own}, {state.scope} if state.scope else set[str]()
    for step in words:
        names.update(_names(step))
        tenants.update(_tenants(step))
    return freshness.Concerned(frozenset(names), frozenset(tenants), prune, state.scope)


def _names(step: Step) -> Iterator[str]:
    if isinstance(step, UserStep | RoleStep | GroupStep):
        yield step.name
        if isinstance(step, UserStep):
            yield from (one for one in (step.main, step.values.get("group")) if one)
    elif isinstance(step, MemberStep):
        yield from (step.role, step.user)
    elif isinstance(step, GrantStep):
        yield step.pair[1][1]


def _tenants(step: Step) -> Iterator[str]:
    place = step.pair[0] if isinstance(step, GrantStep) else getattr(step, "place", None)
    if place is not None and place[0] > ResourceType.CLUSTER:
        inner = place[1].partition("://")[2] or place[1]
        yield inner.partition("/")[0]


def _plan(
    caller: Caller, session: Session, text: bytes, tenant: str | None, prune: str, now: int
) -> tuple[Plan, State, Source]:
    _refuse_stranger(caller, tenant)
    _refuse_sub_account(caller)
    managed = _managed(prune)
    parsed, source = document.parse(text)
    wishes = wanted.of(parsed, source)
    before = live.read(session, tenant, {receiver for _, receiver in wishes.grants})
    return compare(wishes, before, _applier(caller), managed, now), before, source


def _refuse_stranger(caller: Caller, tenant: str | None) -> None:
    """Raises NotFound for a tenant that the caller may not see, NotAllowed for one it does not administer."""
    if tenant is not None:
        query = shared.seen_by(caller, ResourceType.TENANT, select(Tenant).where(Tenant.name == tenant))
        row = caller.session.scalars(query).one_or_none() if is_part(tenant) else None
        if row is None:
            raise NotFound("There is no such tenant.")
        if not allowed(caller.session, caller, "tenant:UPDATE_TENANT", int(ResourceType.TENANT), row.id).allowed:
            raise NotAllowed(f"The policy of {tenant} is for who administers it.", code="not_your_tenant")
    elif not caller.is_administrator:
        raise NotAllowed(
            "The policy of the whole center is for its administrators; name a tenant of yours: ?tenant=…",
            code="policy_needs_tenant",
        )


def _refuse_sub_account(caller: Caller) -> None:
    # Planning, too: a plan tells which users there are.
    if caller.parent_id is not None:
        raise NotAllowed("A sub-account cannot plan or apply a policy.", code="sub_account_cannot_grant")


def _managed(text: str) -> frozenset[Managed]:
    named = [part.strip() for part in text.split(",") if part.strip()]
    known: dict[str, Managed] = {kind: kind for kind in SECTIONS}
    if strange := [part for part in named if part not in known]:
        message = f"{strange[0]} is none of {', '.join(known)}"
        raise InvalidInput(f"prune: {message}", errors=[{"field": "prune", "message": message}])
    return frozenset(known[part] for part in named)


def _refuse_unconfirmed(plan: Plan, confirmed: int) -> None:
    if (going := plan.loses_data) and len(going) != confirmed:
        message = f"{len(going)} resources go with their data: {', '.join(going[:5])}{' …' if len(going) > 5 else ''}. "
        message += f"Repeat their number, confirm_deletions={len(going)}"
        problem = [{"field": "confirm_deletions", "message": message}]
        raise InvalidInput(message, code="confirmation_needed", errors=problem, resources=going[:100])


def _applier(caller: Caller) -> Applier:
    return Applier(caller.username, caller.is_administrator)


def _refuse_own_loss(session: Session, caller: Caller) -> None:
    """An administrator may be one by a shared role, whose members and grants the file names, or leaves out."""
    if caller.is_administrator and not authority.administers_the_center(session, caller.username):
        message = "This would take from you what you apply the file with; let somebody else do it."
        raise InvalidInput(message, code="takes_own_right")


def _item(revision: int, plan: Plan, source: Source, left: int = 0) -> PlanItem:
    counted = [one.action for one in plan.changes]
    return PlanItem(
        revision=revision,
        changes=_changes(plan.changes, source),
        create=counted.count("create"),
        change=counted.count("change"),
        delete=counted.count("delete"),
        deletes_resources=plan.loses_data,
        kept=list(plan.kept),
        remaining=left,
    )


def _changes(changes: Sequence[Change], source: Source) -> list[ChangeItem]:
    return [
        ChangeItem(
            action=one.action,
            kind=one.kind,
            name=one.name,
            sentence=one.sentence,
            line=source.line(one.path) if one.path else None,
        )
        for one in changes
    ]
