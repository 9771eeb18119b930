"""Findings of the audit, creep and denied attempts: what the caller may see of the current run."""

import json
from collections import defaultdict
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import Depends, Path, Query
from pydantic import Field

from app.api.admin import names
from app.api.admin.audit import readable_results
from app.api.callers import Caller
from app.api.guard import SignedIn
from app.api.paging import ApiModel, FilterId, Listed, Page, Printable, sorted_by
from app.api.problems import responses
from app.api.routing import Router
from app.audit.findings import current_results
from app.audit.findings.models import Finding, RunLine
from app.audit.findings.result_lines import CreepLine, DenialLine, EvidenceLine, FindingKind
from app.desired_state.remediation import opt_outs
from app.platform.clock import now_ms
from app.platform.database import only
from app.platform.searching import equal

router = Router(prefix="/audit", tags=["audit"])
Text = Annotated[str | None, Query(min_length=1, max_length=128), Printable]
Worst = Annotated[Page, Depends(sorted_by(severity=Finding.severity, last_seen=Finding.last_seen))]
Heaviest = Annotated[Page, Depends(sorted_by(weight=RunLine.weight))]
Key = Annotated[str, Path(min_length=1, max_length=32, examples=["9f86d081884c7d65"]), Printable]


class FindingItem(ApiModel):
    """A finding. `severity`: 1 (informational) to 5 (critical). `first_seen` and `last_seen`: dates of the runs that
    found it. `role_name`: the current name of the role, if the caller may see it. `opted_out_until`: no remediation
    touches the grant until then (epoch ms). `watched_since`, `watched_until`: the days of the log
    that it rests on."""

    id: str
    kind: str = Field(examples=["unused_grant"])
    subject_type: str
    subject: str
    cluster: str | None
    tenant: str | None
    severity: int
    state: str
    grant: int | None
    role: int | None
    user: str | None
    resource: str | None
    first_seen: str
    last_seen: str
    why: str | None
    numbers: dict[str, float | None] | None
    watched_since: str | None = None
    watched_until: str | None = None
    role_name: str | None = None
    opted_out_until: int | None = None


class FindingDetail(FindingItem):
    """A finding with its evidence."""

    evidence: list[EvidenceLine] | None


class PastCreep(ApiModel):
    """What an earlier run counted; `until`: the last date that it looked at."""

    until: str
    granted_leaves: int
    used_leaves: int
    index: float


class CreepItem(CreepLine):
    """How much more is granted than used. `role_name`: the current name of the role, if the caller may see it. `past`:
    the same by earlier runs whose results are kept, the oldest first."""

    role_name: str | None
    past: list[PastCreep]


@router.get("/findings", summary="List findings", responses=responses(404))
def list_findings(
    caller: SignedIn,
    page: Worst,
    kind: Annotated[FindingKind | None, Query()] = None,
    severity: Annotated[int | None, Query(ge=0, le=6, description="At least.")] = None,
    state: Annotated[Literal["open", "closed"] | None, Query()] = None,
    tenant: Text = None,
    user: Text = None,
    grant_id: FilterId = None,
) -> Listed[FindingItem]:
    """Of the current run. `q` searches the subject."""
    filters = {
        Finding.kind: kind,
        Finding.state: state,
        Finding.tenant: tenant,
        Finding.user: user,
        Finding.grant_id: grant_id,
    }
    query = readable_results.findings(caller).where(*equal(filters), *page.matching(Finding.subject))
    if severity is not None:
        query = query.where(Finding.severity >= severity)
    listed = page.of(caller.session, query, Finding.id, lambda row: row)
    names.refuse_unknown(caller, listed, tenant=tenant, user=user)
    facts = _current_facts(caller, listed.items)
    return listed.showing([FindingItem(**_values(finding), **facts[finding.id]) for finding in listed.items])


@router.get("/findings/{finding}", summary="Read a finding")
def get_finding(caller: SignedIn, finding: Key) -> FindingDetail:
    """With its evidence."""
    row = only(
        caller.session, readable_results.findings(caller).where(Finding.finding == finding), "There is no such finding."
    )
    return FindingDetail(**_values(row), **_current_facts(caller, [row])[row.id])


@router.get("/creep", summary="List permission creep", responses=responses(404))
def list_creep(
    caller: SignedIn,
    page: Heaviest,
    scope_type: Annotated[Literal["role", "user", "tenant", "estate"] | None, Query()] = None,
    tenant: Text = None,
) -> Listed[CreepItem]:
    """How much more is granted than used, by role, user, tenant and over all; `sort=-weight` begins with the most."""
    query = readable_results.lines(caller, "creep").where(*page.matching(RunLine.subject))
    query = query.where(*equal({RunLine.tenant: tenant}))
    if scope_type is not None:
        query = query.where(RunLine.subject.startswith(f"{scope_type}:"))
    listed = page.of(caller.session, query, RunLine.id, lambda row: row)
    names.refuse_unknown(caller, listed, tenant=tenant)
    return listed.showing(_creep_items(caller, listed.items))


@router.get("/denials", summary="List denied attempts", responses=responses(404))
def list_denials(caller: SignedIn, page: Heaviest, tenant: Text = None, user: Text = None) -> Listed[DenialLine]:
    """By user, resource, day, credential and address; `sort=-weight` begins with the most."""
    query = readable_results.lines(caller, "denials").where(*page.matching(RunLine.subject))
    query = query.where(*equal({RunLine.tenant: tenant, RunLine.user: user}))
    listed = page.of(caller.session, query, RunLine.id, lambda row: DenialLine.model_validate_json(row.content))
    return names.refuse_unknown(caller, listed, tenant=tenant, user=user)


def _creep_items(caller: Caller, rows: Sequence[RunLine]) -> list[CreepItem]:
    past = defaultdict[tuple[str, str | None], dict[str, PastCreep]](dict)
    for until, row in current_results.earlier_lines(caller.session, "creep", {row.subject for row in rows}):
        past[row.subject, row.tenant][until] = PastCreep.of(_creep(row), until=until)
    lines = [_creep(row) for row in rows]
    roles = {int(line.scope) for line in lines if line.scope_type == "role" and line.scope.isdecimal()}
    named = {("role", str(number)): name for number, name in readable_results.names_of_roles(caller, roles).items()}
    return [
        CreepItem(
            **line.model_dump(),
            role_name=named.get((line.scope_type, line.scope)),
            past=list(past[row.subject, row.tenant].values()),
        )
        for row, line in zip(rows, lines, strict=True)
    ]


def _creep(row: RunLine) -> CreepLine:
    return CreepLine.model_validate_json(row.content)


def _values(row: Finding) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(row.content)
    return content


def _current_facts(caller: SignedIn, rows: Sequence[Finding]) -> dict[int, dict[str, Any]]:
    """By the row's id: current facts that the run does not contain."""
    ids = {finding.grant_id for finding in rows if finding.grant_id is not None}
    opted_out, named = opt_outs.of_grants(caller.session, ids, now_ms()), readable_results.role_names(caller, rows)
    return {
        finding.id: {"opted_out_until": opted_out.get(finding.grant_id), "role_name": named.get(finding.id)}
        for finding in rows
    }
