"""The lines of a run's files (docs/audit.md), and the rows they become.

Unknown fields are ignored, but refused in what is to be granted.
"""

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from app.audit.findings.models import Finding, RunLine, Suggestion, UsageDaily, UseStatus
from app.platform.database import Base

Kind = Literal["usage_daily", "grant_status", "findings", "suggestions", "backtest", "creep", "denials", "data_uses"]
# fmt: off
FindingKind = Literal[
    "unused_grant", "redundant_grant", "ghost_grant", "wide_grant", "empty_prefix", "dormant_user",
    "dormant_credential", "dormant_sub_account", "sleeping_grant_woke", "new_address", "unusual_volume", "unusual_hour",
    "repeated_denials", "denial_burst", "many_names", "use_after_revocation", "conflicting_events",
    "recomputation_difference", "denied_despite_grant", "creep",
]
# fmt: on
Number = Annotated[int, Field(ge=-(2**63), le=2**63 - 1)]
Count = Annotated[int, Field(ge=0, le=2**53)]
Share = Annotated[float, Field(ge=-1e12, le=1e12)]
"""Bounded, because a hundred times the value is also stored as an integer."""


def _cut(length: int) -> BeforeValidator:
    """Cut a value to the column's length: the texts come from logs, and a long one must not stop the loading."""
    return BeforeValidator(lambda value: value[:length] if isinstance(value, str | list) else value)


Text = Annotated[str, _cut(4000)]
Name = Annotated[str, _cut(128)]
Path = Annotated[str, _cut(700)]
MOST_NETWORKS = 2_500
"""What a limit that names only lists may mean."""
LimitText = Annotated[str, Field(min_length=1, max_length=1000)]
Key = Annotated[str, Field(min_length=1, max_length=32)]
Date = Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
Row = Mapping[str, Any]


class ResultLine(BaseModel):
    """Base of every line. Strict: numbers as strings are refused."""

    model_config = ConfigDict(extra="ignore", strict=True, allow_inf_nan=False, defer_build=True)


class UsageLine(ResultLine):
    """Use of a grant by one user on one resource on one day. `action`: 1 create 2 read 3 write 4 delete."""

    date: Date
    grant: Number | None
    user: Name | None
    action: Number
    resource: Path
    decision: Number
    n: Number
    first: Number
    last: Number
    covering: Number
    applied: Number
    sole: Number


class StatusLine(ResultLine):
    """What was found out about one grant."""

    grant: Number
    status: Key
    why: Key | None = None
    covering: Number
    applied: Number
    sole: Number
    last: Number | None
    coverage_percent: float
    watched_days: Count | None = None
    watched_since: Date | None = None


class EvidenceLine(ResultLine):
    """Evidence, as a row of the daily tables."""

    date: Date | None = None
    user: Name | None = None
    cred: Path | None = None
    ip: Path | None = None
    action: Number | None = None
    resource: Path | None = None
    decision: Number | None = None
    n: Number | None = None
    first: Number | None = None
    last: Number | None = None


Evidence = Annotated[list[EvidenceLine], Field(max_length=100)]


class FindingLine(ResultLine):
    """A finding. `severity`: 1 informational to 5 critical, as OCSF has it."""

    id: Key
    kind: Key
    subject_type: Key
    subject: Path
    cluster: Name | None = None
    tenant: Name | None = None
    severity: Annotated[int, Field(ge=0, le=6)]
    state: Literal["open", "closed"]
    grant: Number | None = None
    role: Number | None = None
    user: Name | None = None
    resource: Path | None = None
    first_seen: Date
    last_seen: Date
    why: Text | None = None
    numbers: dict[Annotated[str, Field(max_length=64)], float | None] | None = None
    evidence: Evidence | None = None
    watched_since: Date | None = None
    watched_until: Date | None = None


class Addition(ResultLine):
    """Base of what is to be granted. An unknown field is refused: to skip it might give more than was meant."""

    model_config = ConfigDict(extra="forbid")


class AddedLimits(Addition):
    """What a narrower grant is limited to: names directly below its place that begin with `prefix`, `subscriptions`,
    whole names or beginnings that end with `*`, and `networks`, those of the grant that it replaces."""

    prefix: LimitText | None = None
    subscriptions: Annotated[list[LimitText], Field(min_length=1, max_length=1000)] | None = None
    networks: Annotated[list[LimitText], Field(max_length=MOST_NETWORKS)] | None = None

    @model_validator(mode="after")
    def _limits_something(self) -> Self:
        if self.prefix is None and self.subscriptions is None and self.networks is None:
            raise ValueError("it limits nothing")
        return self


class Replacement(Addition):
    """A narrower grant that a suggestion makes instead. `res`: the path in access events, below its cluster."""

    role: Number
    cluster: Name
    type: Annotated[int, Field(ge=0, le=4)]
    res: Path
    authorities: Annotated[list[Annotated[int, Field(ge=0, le=999)]], Field(min_length=1, max_length=64)]
    limits: AddedLimits | None = None


class SuggestionLine(ResultLine):
    """A cheaper set of grants that covers the observed use. `leaves`: existing topics that the grants reach."""

    id: Key
    kind: Literal["remove_unused", "remove_redundant", "narrow"]
    role: Number
    role_name: Name
    tenant: Name | None = None
    cluster: Name | None = None
    action: Number | None = None
    removes: Annotated[list[Number], Field(min_length=1, max_length=1000)]
    adds: Annotated[list[Replacement], Field(max_length=1000)] | None = None
    set_id: Key | None = None
    cost_before: float | None = None
    cost_after: float | None = None
    leaves_before: Count | None = None
    leaves_after: Count | None = None
    evidence: Evidence | None = None
    finding_ids: Annotated[list[Key], Field(max_length=1000)] | None = None
    why: Text | None = None


class BacktestLine(ResultLine):
    """A suggestion (or `all` of them) made from the older part of a window and replayed on the newer one."""

    suggestion: Key
    window_days: Annotated[int, Field(ge=1, le=3660)]
    train_from: Date | None = None
    train_until: Date | None = None
    replay_until: Date | None = None
    uses: Number
    denied: Number
    share: float
    users: Annotated[list[Name], _cut(1000)] | None = None


class CreepLine(ResultLine):
    """How much more is granted than used; the formula is in docs/audit-findings.md."""

    scope_type: Literal["role", "user", "tenant", "estate"]
    scope: Annotated[str, Field(max_length=200)]
    tenant: Name | None = None
    granted_leaves: Number
    used_leaves: Number
    tenant_leaves: Number | None = None
    creep: float
    reach: float | None = None
    index: Share


class DenialLine(ResultLine):
    """Denied attempts of one user on one resource on one day, with one credential from one address."""

    date: Date | None = None
    cluster: Name | None = None
    user: Name | None = None
    op: Name | None = None
    action: Number | None = None
    resource: Path | None = None
    reason: Name | None = None
    n: Number
    first: Number | None = None
    last: Number | None = None
    bursts: Number | None = None
    cred: Path | None = None
    ip: Path | None = None


class DataUseLine(ResultLine):
    """Who produced to a topic (`action` 3) or consumed from it (2) in the run's window."""

    user: Name | None
    action: Literal[2, 3]
    resource: Path
    n: Number
    first: Number
    last: Number


def _of_grant(line: UsageLine | StatusLine) -> Row:
    values = line.model_dump()
    return {"grant_id": values.pop("grant"), **values}


def _finding(line: FindingLine) -> Row:
    columns = line.model_dump(include={"kind", "subject", "severity", "state", "tenant", "user", "last_seen"})
    return {**columns, "finding": line.id, "grant_id": line.grant, "role_id": line.role, **_content(line)}


def _suggestion(line: SuggestionLine) -> Row:
    columns = line.model_dump(include={"kind", "role_name", "tenant"})
    saved = (line.leaves_before or 0) - (line.leaves_after or 0)
    return {**columns, "suggestion": line.id, "role_id": line.role, "saved": max(saved, 0), **_content(line)}


def _backtest(line: BacktestLine) -> Row:
    return _row("backtest", line.suggestion, None, None, line.window_days, line)


def _creep(line: CreepLine) -> Row:
    user = line.scope if line.scope_type == "user" else None
    return _row("creep", f"{line.scope_type}:{line.scope}", line.tenant, user, round(line.index * 100), line)


def _denial(line: DenialLine) -> Row:
    parts = (line.resource or "").split("/")
    tenant = parts[1] if len(parts) > 1 and ":" not in parts[1] else None
    return _row("denials", line.user or "", tenant, line.user, line.n, line)


def _data_use(line: DataUseLine) -> Row:
    return _row("data_uses", data_use_subject(line.resource), None, line.user, line.n, line)


def data_use_subject(path: str) -> str:
    """The namespace of a topic in access events, with its cluster; a long one is cut to what the column holds."""
    return re.sub(r"/[a-z-]+://", "/", path, count=1).rsplit("/", 1)[0][:256]


def _row(kind: str, subject: str, tenant: str | None, user: str | None, weight: int, line: ResultLine) -> Row:
    return {"kind": kind, "subject": subject, "tenant": tenant, "user": user, "weight": weight, **_content(line)}


def _content(line: ResultLine) -> Row:
    return {"content": line.model_dump_json()}


LINES: dict[Kind, tuple[type[ResultLine], type[Base], Callable[[Any], Row]]] = {
    "usage_daily": (UsageLine, UsageDaily, _of_grant),
    "grant_status": (StatusLine, UseStatus, _of_grant),
    "findings": (FindingLine, Finding, _finding),
    "suggestions": (SuggestionLine, Suggestion, _suggestion),
    "backtest": (BacktestLine, RunLine, _backtest),
    "creep": (CreepLine, RunLine, _creep),
    "denials": (DenialLine, RunLine, _denial),
    "data_uses": (DataUseLine, RunLine, _data_use),
}
"""Kind of file → model of its line, table, and the function that turns a line into a row."""
