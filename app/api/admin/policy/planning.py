"""A file and its plan, for a caller who may see the state that it is compared with. Nothing is changed."""

from collections.abc import Sequence
from typing import Annotated, Literal

from fastapi import Body, Query
from pydantic import Field

from app.access.names import ResourceType, is_part
from app.api.admin.resources import resource_items as shared
from app.api.authority import allowed
from app.api.callers import Caller
from app.api.guard import SignedIn
from app.api.paging import AS_A_FILE, ApiModel
from app.api.problems import responses
from app.api.routing import Router
from app.desired_state.engine import center_reader
from app.desired_state.engine.state import CenterState
from app.desired_state.policy_file import document, file_content
from app.desired_state.policy_file.changes import Change, Plan
from app.desired_state.policy_file.comparison import SECTIONS, Applier, Managed
from app.desired_state.policy_file.plan import plan as compare
from app.desired_state.policy_file.strict_yaml import Source
from app.platform.clock import now_ms
from app.platform.errors import InvalidInput, NotAllowed, existing
from app.resources.models import Tenant

MEDIA_TYPES = ("application/yaml", "text/plain")
"""Of the export. The first one if nothing else is wanted; tools that make clients know only the second."""
_EXAMPLE = """version: 1
users:
  orders-intake: {kind: service}
grants:
  - {namespace: acme/orders, user: orders-intake, authorities: [namespace.write], until: 2027-01-01T00:00:00Z}
"""
File = Annotated[
    bytes,
    Body(**AS_A_FILE, description="The file, YAML in UTF-8.", examples=[_EXAMPLE]),
]
Scope = Annotated[
    str | None,
    Query(
        min_length=1,
        max_length=128,
        description="Only this tenant, what is below it, and the grants there.",
        examples=["acme"],
    ),
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


def plan(caller: Caller, text: bytes, tenant: str | None, prune: str, now: int) -> tuple[Plan, CenterState, Source]:
    """The plan of the file, with the state that it was compared with. Raises NotAllowed, NotFound, InvalidInput."""
    refuse_stranger(caller, tenant)
    # Planning is refused too, because a plan shows which users exist.
    if caller.parent_id is not None:
        raise NotAllowed("A sub-account cannot plan or apply a policy.", code="sub_account_cannot_grant")
    managed = managed_kinds(prune)
    parsed, source = document.parse(text)
    wishes = file_content.of(parsed, source)
    before = center_reader.read(caller.session, tenant, wishes.receivers())
    return compare(wishes, before, applier(caller), managed, now), before, source


def refuse_stranger(caller: Caller, tenant: str | None, *, reading: bool = False) -> None:
    """Raises NotFound for a tenant that the caller may not see, NotAllowed for one it does not administer. `reading`:
    auditing it is enough."""
    if tenant is not None:
        query = shared.seen_by(caller, ResourceType.TENANT).where(Tenant.name == tenant)
        row = existing(
            caller.session.scalars(query).one_or_none() if is_part(tenant) else None, "There is no such tenant."
        )
        question, does = "tenant:UPDATE_TENANT", "administers"
        if reading:
            question, does = "center:AUDIT_TENANT", "administers or audits"
        if not allowed(caller.session, caller, question, int(ResourceType.TENANT), row.id).allowed:
            raise NotAllowed(f"The policy of {tenant} is for who {does} it.", code="not_your_tenant")
    elif not caller.is_administrator:
        raise NotAllowed(
            "The policy of the whole center is for its administrators; name a tenant of yours: ?tenant=…",
            code="policy_needs_tenant",
        )


def managed_kinds(text: str) -> frozenset[Managed]:
    """The kinds in `prune`. Raises InvalidInput for an unknown one."""
    named = [part.strip() for part in text.split(",") if part.strip()]
    known: dict[str, Managed] = {kind: kind for kind in SECTIONS}
    if strange := [part for part in named if part not in known]:
        message = f"{strange[0]} is none of {', '.join(known)}"
        raise InvalidInput(f"prune: {message}", field="prune", wrong=message)
    return frozenset(known[part] for part in named)


def applier(caller: Caller) -> Applier:
    """The caller as the user who applies the file."""
    return Applier(caller.username, caller.is_administrator)


router = Router(prefix="/policy", tags=["policy"])


class ChangeItem(ApiModel):
    """One change. `line`: where the file says so; null for a deletion because the file does not name it."""

    action: Literal["create", "change", "delete"]
    kind: Literal["group", "user", "role", "member", "tenant", "namespace", "topic", "subscription", "grant"]
    name: str = Field(examples=["orders-intake on acme/orders"])
    sentence: str = Field(examples=["grant orders-intake write on acme/orders until 2027-01-01"])
    line: int | None


class PlanItem(ApiModel):
    """The changes that a file makes, in order. `revision`: of the state that it was compared with; after `apply` the
    one that contains all changes, which brokers report when they enforce it."""

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


@router.post("/plan", summary="Plan a file", responses=responses(404, 413))
def plan_policy(caller: SignedIn, text: File, tenant: Scope = None, prune: Prune = "") -> PlanItem:
    """What applying the file would change, in words. Nothing is changed, and rights are not checked
    (`apply?dry_run=true` checks them without changing anything)."""
    planned, _, source = plan(caller, text, tenant, prune, now_ms())
    return item(planned.revision, planned, source, len(planned.changes) - planned.count_that_fit())


def item(revision: int, plan: Plan, source: Source, left: int = 0) -> PlanItem:
    """The plan as an answer. `left`: changes for later parts."""
    counted = [change.action for change in plan.changes]
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
    return [ChangeItem.of(change, line=source.line(change.path) if change.path else None) for change in changes]
