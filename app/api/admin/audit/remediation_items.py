"""Remediations in API answers."""

import json
from typing import Any

from pydantic import Field

from app.api.admin.audit.suggestions import RightsOfPart, grant_of
from app.api.paging import ApiModel
from app.audit.findings import runs
from app.desired_state.remediation import due_remediations, planning
from app.desired_state.remediation.models import Part, Remediation


class RemediationPartItem(ApiModel):
    """One suggestion of a remediation. `why`, with `facts`: why it was spared or failed (use_seen, opted_out,
    changed_meanwhile, not_proven, not_confirmed, not_looked_at, by_hand, planner_gone, or the code of a refusal)."""

    suggestion: str
    kind: str
    role_id: int
    role_name: str
    state: str = Field(description="pending, cancelled, applied, failed, rolled_back, not_restored")
    why: str | None
    facts: dict[str, Any]
    gone: list[RightsOfPart]
    come: list[RightsOfPart]


class RemediationItem(ApiModel):
    """A remediation. `due`: the end of the notice period (epoch ms). `waits_for`: `confirmation` by a second person,
    `notice` (the period is not over), `run` (no audit run covers all of it yet), `worker`; null when it has ended.
    `expires`: when it ends by itself if it still waits. `may_change`: the caller may decide about it, not only read
    it."""

    id: int
    state: str = Field(description="proposed, announced, applied, cancelled, rolled_back")
    run: str
    tenant: str | None
    reason: str
    notice_days: int
    planned_by: str
    confirmed_by: str | None
    add_time: int
    due: int | None
    waits_for: str | None
    expires: int | None
    ended_by: str | None
    ended_time: int | None
    comment: str | None
    version: str
    may_change: bool


class RemediationDetail(RemediationItem):
    """A remediation with its parts."""

    parts: list[RemediationPartItem]


def item(row: Remediation, seen: runs.CoveredPeriod | None, *, may_change: bool) -> RemediationItem:
    """The item for a list."""
    return RemediationItem.of(row, **_values(row, seen), may_change=may_change)


def detail(
    row: Remediation, seen: runs.CoveredPeriod | None, parts: list[Part], *, may_change: bool
) -> RemediationDetail:
    """The item with its parts."""
    return RemediationDetail.of(
        row, **_values(row, seen), may_change=may_change, parts=[part_item(part) for part in parts]
    )


def part_item(part: Part) -> RemediationPartItem:
    """The item for a part, also of a preview."""
    return RemediationPartItem.of(
        part,
        facts=json.loads(part.facts),
        gone=[grant_of(grant, grant["id"]) for grant in part.removed()],
        come=[grant_of(grant, grant["grant_id"]) for grant in part.added()],
    )


def _values(row: Remediation, seen: runs.CoveredPeriod | None) -> dict[str, Any]:
    """What is not in the row."""
    return {
        "waits_for": _waits_for(row, seen),
        "expires": due_remediations.expires(row),
    }


def _waits_for(row: Remediation, seen: runs.CoveredPeriod | None) -> str | None:
    if row.state == planning.PROPOSED:
        return "confirmation"
    if row.state != planning.ANNOUNCED or row.due is None:
        return None
    return due_remediations.waits_for(row, seen)
