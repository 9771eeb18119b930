"""The audit results that the caller may read, as queries on the current run. `deciding`: only those that it may also do
something about, for routes that change something."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select

from app.access.names import ResourceType
from app.api.authority import allowed
from app.api.callers import Caller
from app.audit.findings import current_results
from app.audit.findings.models import Finding, RunLine, Suggestion
from app.desired_state.remediation import opt_outs as own_opt_outs
from app.desired_state.remediation import planning
from app.desired_state.remediation.models import OptOut, Remediation
from app.grants import places
from app.grants.models import Grant
from app.grants.places import Place
from app.platform.clock import now_ms
from app.platform.errors import InvalidInput, NotAllowed
from app.rights import readable_findings
from app.rights.granting import giver_rights

Changeable = Suggestion | Remediation | OptOut


def findings(caller: Caller) -> Select[Finding]:
    """Findings of the current run."""
    columns = {"tenant": Finding.tenant, "user": Finding.user, "grant": Finding.grant_id, "role": Finding.role_id}
    return current_results.results(Finding, *_readable(caller, **columns))


def role_names(caller: Caller, rows: Sequence[Finding]) -> dict[int, str]:
    """Row id → current name of the finding's role, for grants that the caller may see."""
    return readable_findings.role_names(caller.session, rows, _readable(caller, grant=Grant.id))


def names_of_roles(caller: Caller, ids: Collection[int]) -> dict[int, str]:
    """Role id → current name, of roles with a grant that the caller may see."""
    return readable_findings.names_of_roles(caller.session, ids, _readable(caller, grant=Grant.id))


def suggestions(caller: Caller, *, deciding: bool = False) -> Select[Suggestion]:
    """Suggestions of the current run."""
    columns = {"tenant": Suggestion.tenant, "role": Suggestion.role_id}
    return current_results.results(Suggestion, *_readable(caller, deciding=deciding, **columns))


def lines(caller: Caller, kind: str) -> Select[RunLine]:
    """Lines of one kind of the current run, by tenant and user."""
    readable = _readable(caller, tenant=RunLine.tenant, user=RunLine.user)
    return current_results.results(RunLine, RunLine.kind == kind, *readable)


def remediations(caller: Caller, *, deciding: bool = False) -> Select[Remediation]:
    """Remediations that the caller planned or confirmed, and those of tenants that it administers or audits."""
    return planning.own_or(caller.user_id, _readable(caller, deciding=deciding, tenant=Remediation.tenant))


def opt_outs(caller: Caller, *, deciding: bool = False) -> Select[OptOut]:
    """The caller's own opt-outs, and those of grants that it may see."""
    return own_opt_outs.own_or(caller.user_id, _readable(caller, deciding=deciding, grant=OptOut.grant_id))


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


def refuse_part_reader(caller: Caller) -> None:
    """For results about the whole center: raises NotAllowed unless the caller may read everything, as its
    administrators and those who audit every cluster."""
    if caller.is_administrator:
        return
    if not allowed(caller.session, caller, "center:AUDIT_CLUSTER", int(ResourceType.ROOT), 0).allowed:
        raise NotAllowed("This is for administrators of the center and for who audits everything.", reason="NO_GRANT")


def readable_place(caller: Caller, res_type: int | None, res_id: int | None) -> Place | None:
    """The place of which the caller reads what is recorded: one that it administers or audits. None: administrators of
    the center name none and read everything. Raises NotFound, NotAllowed, InvalidInput."""
    if caller.is_administrator and (res_type is None) != (res_id is None):
        raise InvalidInput(
            "Name a place by both res_type and res_id.", field="res_type" if res_type is None else "res_id"
        )
    if res_type is None or res_id is None:
        if not caller.is_administrator:
            raise NotAllowed("Name a place that you administer or audit: res_type and res_id.", reason="NO_GRANT")
        return None
    place = places.place_of(caller.session, res_type, res_id)
    if not caller.is_administrator:
        reader = giver_rights.giver(caller.session, caller.user, place, now_ms())
        reader.require_visible()
        if not reader.reads():
            raise NotAllowed("Only who administers or audits a place reads what is recorded there.", reason="NO_GRANT")
    return place
