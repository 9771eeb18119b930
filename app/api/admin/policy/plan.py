"""Plans of files: the route that makes one and changes nothing, and the answer."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from app.api.admin.policy import planning
from app.api.admin.policy.planning import File, Prune, Scope
from app.api.guard import SignedIn
from app.api.paging import ApiModel
from app.api.problems import responses
from app.api.routing import Router
from app.desired_state.policy_file.changes import Change, Plan
from app.desired_state.policy_file.yaml_source import Source
from app.platform.clock import now_ms

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
    planned, _, source = planning.plan(caller, text, tenant, prune, now_ms())
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
