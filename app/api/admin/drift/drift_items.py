"""Drift as the API shows it: the newest run, and lines."""

import json
from typing import Any, Literal

from pydantic import Field

from app.api.paging import ApiModel
from app.api.resource_type import OfType
from app.desired_state.drift import calls, runs
from app.desired_state.drift.differences import RIGHTS, Kind, severity
from app.desired_state.drift.differences import Field as What
from app.desired_state.drift.models import GONE, REPAIRING, DriftLine, DriftRun
from app.resources.pulsar.cluster_errors import NameNotCallableError

RunState = Literal["never", "waiting", "running", "done", "failed"]
LineState = Literal["open", "accepted", "repairing", "gone"]


class UnreadPlace(ApiModel):
    """Something that the cluster did not tell: nothing there is called missing."""

    place: str
    message: str


class DriftRunItem(ApiModel):
    """The newest comparison of a cluster; times are epoch ms. `message`: why nothing could be compared."""

    state: RunState
    started: int | None
    ended: int | None
    message: str | None
    found: int = Field(description="Differences seen; at most 5000 of them are lines.")
    unread: list[UnreadPlace] = Field(description="The first 200.")
    unread_total: int
    lines: dict[str, int] = Field(description="How many lines the caller may read, by state.")


class CallItem(ApiModel):
    """A call of Pulsar's admin API. `how`: merge: it replaces members of what is read first; split: bundles are split
    until there are `body`; remove: with everything in it."""

    method: str
    path: str
    body: Any
    how: Literal["merge", "split", "remove"] | None


class LineItem(OfType):
    """One difference. `wished`: the center's value; `actual`: the cluster's. Times are epoch ms."""

    id: int
    kind: Kind
    place: str
    tenant: str
    field: What
    subject: str | None = Field(description="The role, subscription or policy.")
    wished: Any
    actual: Any
    severity: int = Field(
        description="As of findings. 5: every reader gets what the center keeps for some; 4: somebody may do more than "
        "the center allows; 3: all else."
    )
    loses: list[Literal["adopt", "repair"]] = Field(description="The answers that take the full name as `confirm`.")
    state: LineState
    since: int
    seen: int
    answer: Literal["adopt", "repair", "accept", "undo"] | None
    answered_by: str | None
    answered_at: int | None
    reason: str | None
    until: int | None = Field(description="Accepted until then.")
    due: int | None = Field(description="When the cluster is called; null while it is.")
    calls: list[CallItem] | None = Field(
        description="What repairing calls, or is calling; empty: the center does it without; null: it cannot."
    )
    may_be_undone: bool
    message: str | None = Field(description="Why the last answer could not be carried out, or no repair can.")


def run_item(row: DriftRun | None, lines: dict[str, int], now: int) -> DriftRunItem:
    """The newest run; `never` when there was none."""
    state: Any = runs.state(row, now)
    return DriftRunItem(
        state=state,
        started=(row.started or None) if row else None,
        ended=(row.ended or None) if row else None,
        message=row.message if row else None,
        found=row.found if row else 0,
        unread=[UnreadPlace(**place) for place in json.loads(row.unread)] if row else [],
        unread_total=row.unread_total if row else 0,
        lines=lines,
    )


def item(row: DriftLine) -> LineItem:
    """A line as it is shown."""
    call_items, why_not = _repair_calls(row)
    waits = row.state == REPAIRING and not row.is_called()
    return LineItem.of(
        row,
        wished=_ended_grants(row) if row.field == RIGHTS else row.wished_value(),
        actual=row.actual_value(),
        severity=severity(row.field, row.wished_value(), row.actual_value()),
        loses=row.loses(),
        due=row.due if waits else None,
        calls=call_items,
        message=row.message or why_not,
        may_be_undone=waits or row.state == "accepted" or (row.state == GONE and row.back is not None),
    )


def _ended_grants(row: DriftLine) -> list[dict[str, Any]]:
    """The grants that ended, without the fields for restoring them."""
    names = ("role_name", "authorities", "valid_until", "limits", "granted_by", "why")
    return [{field: grant[field] for field in names if grant.get(field) is not None} for grant in row.wished_value()]


def _repair_calls(row: DriftLine) -> tuple[list[CallItem] | None, str | None]:
    """The calls, and why there are none."""
    if row.state == REPAIRING and row.calls is not None:
        return [_call(call) for call in json.loads(row.calls)], None
    try:
        planned = None if row.state == GONE and not row.waits_for_its_place() else calls.to_repair(row)
    except NameNotCallableError as error:
        return None, str(error)
    return None if planned is None else [_call(call.as_json()) for call in planned], None


def _call(call: dict[str, Any]) -> CallItem:
    return CallItem(**{field: call[field] for field in ("method", "path", "body", "how")})
