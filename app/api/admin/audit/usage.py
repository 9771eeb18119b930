"""Results of the audit on grants, and the history of grants that the audit reads."""

import json
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from fastapi import Query
from fastapi.responses import StreamingResponse

from app.access.names import ResourceType
from app.api.admin.audit.readable_results import refuse_part_reader
from app.api.admin.grants.grant_items import GrantItem, UsageItem, items, usage_item
from app.api.admin.grants.grants import visible
from app.api.app_state import Connected
from app.api.guard import SignedIn
from app.api.paging import ApiModel, FilterId, Id, Listed, Paged
from app.api.routing import Router
from app.audit.findings import current_results
from app.audit.trail import history_export
from app.grants import roles
from app.grants.models import Grant, Role
from app.platform.database import Database
from app.platform.errors import NotFound
from app.rights.visible_grants import below

router = Router(tags=["usage"])
Status = Literal["essential", "used", "redundant", "unused", "unknown"]


class Day(ApiModel):
    """Use of a grant by one user on one resource on one day. `action`: 1 create 2 read 3 write 4 delete."""

    date: str
    user: str | None
    action: int
    resource: str
    decision: int
    n: int
    first: int
    last: int
    covering: int
    applied: int
    sole: int


class UsageDetail(ApiModel):
    """A grant's status, the share of events that the audit saw, its days of use (newest first), and the audit run.

    `why`: why missing use proves nothing; null when it does. `watched_days`: whole days on which the grant could have
    been used and the log of its clusters was watched; `watched_since`: the first of them. Older runs do not have these.
    """

    finding: UsageItem | None
    why: str | None
    coverage_percent: float | None
    watched_days: int | None
    watched_since: str | None
    days: list[Day]
    run: dict[str, Any] | None


@router.get("/grants/{grant_id}/usage", summary="Read a grant's use")
def grant_usage(caller: SignedIn, grant_id: Id) -> UsageDetail:
    """The use of one grant; for administrators also of a deleted one, as long as the audit knows it."""
    query = visible(caller).where(Grant.id == grant_id).with_only_columns(Grant.id)
    exists = caller.session.scalars(query).first() is not None
    finding = current_results.statuses(caller.session, [grant_id]).get(grant_id)
    days = [Day.of(day) for day in current_results.usage_of(caller.session, grant_id)]
    if not exists and not (caller.is_administrator and (finding or days)):
        raise NotFound("There is no such grant.")
    about = current_results.last_run(caller.session)
    return UsageDetail(
        finding=usage_item(finding),
        why=None if finding is None else finding.why,
        coverage_percent=None if finding is None else finding.coverage_percent,
        watched_days=None if finding is None else finding.watched_days,
        watched_since=None if finding is None else finding.watched_since,
        days=days,
        run=None if about is None else current_results.about_run(about, whole=caller.is_administrator),
    )


@router.get("/usage", summary="List grants with their use")
def list_usage(
    caller: SignedIn, page: Paged, tenant_id: FilterId = None, status: Annotated[Status | None, Query()] = None
) -> Listed[GrantItem]:
    """Grants with their status; with `tenant_id` those on this tenant and below it, with `status` those that the
    current run gives it. `q` searches names of roles."""
    query = visible(caller)
    if status is not None:
        query = query.where(Grant.id.in_(current_results.of_status(status)))
    if page.q is not None:
        query = query.where(roles.of_roles(*page.matching(Role.role_name)))
    if tenant_id is not None:
        query = query.where(below(int(ResourceType.TENANT), tenant_id))
    listed = page.of(caller.session, query, Grant.id, lambda grant: grant)
    return listed.showing(items(caller.session, listed.items))


@router.get("/audit/grants", summary="Export the history of grants", response_class=StreamingResponse)
def export_grants(caller: SignedIn, database: Connected) -> StreamingResponse:
    """The history of all grants as JSON lines, for the audit jobs. For who administers the center or audits
    everything."""
    refuse_part_reader(caller)
    headers = {"Content-Disposition": 'attachment; filename="grants.jsonl"'}
    return StreamingResponse(_lines(database), media_type="application/jsonl", headers=headers)


def _lines(database: Database) -> Iterator[str]:
    # The route's session ends before the answer is sent, and the export may take longer.
    with database.reading() as session:
        for line in history_export.grants(session):
            yield json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"
