"""The audit results that the caller may read, as queries on the current run. `deciding`: only those that it may also do
something about, for routes that change something."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, or_, select

from app.api.callers import Caller
from app.audit.findings import current_results
from app.audit.findings.models import Finding, RunLine, Suggestion
from app.desired_state.remediation.models import OptOut, Remediation
from app.grants.models import Grant, Role
from app.platform.clock import now_ms
from app.rights import readable_findings

Changeable = Suggestion | Remediation | OptOut


def findings(caller: Caller) -> Select[Finding]:
    """Findings of the current run."""
    columns = {"tenant": Finding.tenant, "user": Finding.user, "grant": Finding.grant_id, "role": Finding.role_id}
    return select(Finding).where(Finding.run_id == current_results.current_run(), *_readable(caller, **columns))


def role_names(caller: Caller, rows: Sequence[Finding]) -> dict[int, str]:
    """Row id → current name of the finding's role, for grants that the caller may see."""
    of_grant = {finding.grant_id for finding in rows if finding.grant_id is not None}
    of_role = {finding.role_id for finding in rows if finding.grant_id is None and finding.role_id is not None}
    visible = _readable(caller, grant=Grant.id)
    by_grant = select(Grant.id, Role.role_name).join(Role, Role.id == Grant.role_id).where(Grant.id.in_(of_grant))
    grants: dict[int | None, str] = dict(caller.session.execute(by_grant.where(*visible)).all())
    visible_grant = select(Grant.id).where(Grant.role_id == Role.id, *visible).exists()
    by_role = select(Role.id, Role.role_name).where(Role.id.in_(of_role), visible_grant)
    roles: dict[int | None, str] = dict(caller.session.execute(by_role).all())
    names = {
        finding.id: grants.get(finding.grant_id) if finding.grant_id else roles.get(finding.role_id) for finding in rows
    }
    return {finding_id: role_name for finding_id, role_name in names.items() if role_name is not None}


def suggestions(caller: Caller, *, deciding: bool = False) -> Select[Suggestion]:
    """Suggestions of the current run."""
    columns = {"tenant": Suggestion.tenant, "role": Suggestion.role_id}
    return select(Suggestion).where(
        Suggestion.run_id == current_results.current_run(), *_readable(caller, deciding=deciding, **columns)
    )


def lines(caller: Caller, kind: str) -> Select[RunLine]:
    """Lines of one kind of the current run, by tenant and user."""
    of_run = RunLine.run_id == current_results.current_run(), RunLine.kind == kind
    return select(RunLine).where(*of_run, *_readable(caller, tenant=RunLine.tenant, user=RunLine.user))


def remediations(caller: Caller, *, deciding: bool = False) -> Select[Remediation]:
    """Remediations that the caller planned or confirmed, and those of tenants that it administers or audits."""
    own = or_(Remediation.planned_by_id == caller.user_id, Remediation.confirmed_by_id == caller.user_id)
    conditions = _readable(caller, deciding=deciding, tenant=Remediation.tenant)
    return select(Remediation).where(*(or_(own, condition) for condition in conditions))


def opt_outs(caller: Caller, *, deciding: bool = False) -> Select[OptOut]:
    """The caller's own opt-outs, and those of grants that it may see."""
    conditions = _readable(caller, deciding=deciding, grant=OptOut.grant_id)
    own = or_(OptOut.given_by_id == caller.user_id, OptOut.user_id == caller.user_id)
    return select(OptOut).where(*(or_(own, condition) for condition in conditions))


def changeable(caller: Caller, query: Select[Any], table: type[Changeable], rows: Iterable[Changeable]) -> set[int]:
    """Ids of the rows that the caller may do something about, not only read. `query`: all such rows of the table."""
    ids = {row.id for row in rows}
    if caller.is_administrator:
        return ids
    if caller.parent_id is not None or not ids:
        return set()
    return set(caller.session.scalars(query.with_only_columns(table.id).where(table.id.in_(ids))))


def _readable(caller: Caller, **columns: Any) -> list[ColumnElement[bool]]:
    if caller.is_administrator:
        return []
    return [readable_findings.readable(caller.session, caller.user, now_ms(), **columns)]
