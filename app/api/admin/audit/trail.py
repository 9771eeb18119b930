"""The audit log: every change, who made it, by which credential and from where, with the contents before and after. For
auditors its head, and every entry with its hashes (`docs/trail.md` says how to verify them)."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Query
from fastapi.responses import StreamingResponse
from pydantic import Field
from sqlalchemy.orm import Session

from app.api.admin.audit.trail_filter import Revision, Which
from app.api.admin.audit.trail_items import TrailItem, items, table
from app.api.app_state import Connected
from app.api.guard import Administrator, SignedIn
from app.api.paging import ApiModel, Listed, Page, sorted_by
from app.api.problems import responses
from app.api.routing import Router
from app.audit.trail import export, history, trail
from app.audit.trail.models import TrailEntry
from app.platform.database import Database

T = TypeVar("T")
router = Router(tags=["trail"])
_Ordered = Annotated[Page, Depends(sorted_by(time=TrailEntry.time))]


@router.get("/trail", summary="List what was changed", responses=responses(404))
def list_trail(caller: SignedIn, page: _Ordered, which: Which) -> Listed[TrailItem]:
    """Entries, oldest first (`sort=-id`: newest first). `q` searches keys and actions.

    The other filters are exact. Times: from `from_time` until just before `until_time`; sorted by `time`, days long ago
    are found as fast as today. Administrators of the center
    see everything. Who administers or audits a place names it (`res_type`, `res_id`), and sees changes of resources,
    grants and rules about subscriptions there and below since it exists, without credentials, addresses, request
    numbers and hashes.
    """
    listed = page.of(caller.session, which.of(caller), TrailEntry.id, lambda entry: entry)
    return listed.showing(items(caller.session, listed.items, with_origin=caller.is_administrator))


@router.get("/trail/table", summary="Download what was changed", response_class=StreamingResponse)
def download_trail(caller: SignedIn, database: Connected, which: Which) -> StreamingResponse:
    """What the list shows with these filters, on all its pages, as CSV for spreadsheets: contents as JSON, times in
    UTC."""
    query = which.of(caller).where(TrailEntry.revision <= trail.current_revision(caller.session))
    with_origin = caller.is_administrator
    headers = {"Content-Disposition": 'attachment; filename="audit-log.csv"'}
    lines = table(export.in_parts(database, query), with_origin=with_origin)
    return StreamingResponse(lines, media_type="text/csv", headers=headers)


class Head(ApiModel):
    """The newest entry, with its revision and hash. A copy kept elsewhere proves the audit log up to there."""

    id: int = Field(description="Its number; 0: there is none.")
    revision: int
    time: int | None
    hash: str = Field(examples=["0" * 64])
    checked: int = Field(description="So many of the newest entries were just checked, each against the one before.")
    problem: str | None = Field(description="What is wrong with them first. Null: they end in this head.")


@router.get("/trail/head", summary="The newest revision and its hash")
def get_trail_head(caller: Administrator) -> Head:
    """Keep a copy outside the database; `usercenter trail verify --known REVISION:HASH` compares, and checks all."""
    newest, (entries, problem) = trail.newest(caller.session), export.check_newest(caller.session)
    number, time = (entries[0].id, entries[0].time) if entries else (0, None)
    return Head(id=number, revision=newest.revision, time=time, hash=newest.hash, checked=len(entries), problem=problem)


@router.get("/trail/export", summary="Export the trail", response_class=StreamingResponse)
def export_trail(caller: Administrator, database: Connected, after: Revision = 0) -> StreamingResponse:
    """Every entry as one JSON line, in chain order, with all hashed fields and `hash`.

    The header X-Trail-Head names the head at the end of the export, as `REVISION:HASH`.
    """
    head = trail.newest(caller.session)
    headers = {"Content-Disposition": 'attachment; filename="trail.jsonl"', "X-Trail-Head": str(head)}
    lines = _write_lines(database, lambda session: export.lines(session, after=after, until=head.revision))
    return StreamingResponse(lines, media_type="application/jsonl", headers=headers)


@router.get("/trail/state", summary="The state as of a revision", response_class=StreamingResponse)
def export_state(
    caller: Administrator, database: Connected, revision: Annotated[int, Query(ge=0, le=2**63 - 1)]
) -> StreamingResponse:
    """Every row as of the revision, rebuilt from the audit log, as JSON lines `{"table", "row"}` without secrets."""
    history.check(caller.session, revision)
    headers = {"Content-Disposition": f'attachment; filename="state-{revision}.jsonl"'}
    lines = _write_lines(database, lambda session: history.state(session, revision))
    return StreamingResponse(lines, media_type="application/jsonl", headers=headers)


def _write_lines(database: Database, read: Callable[[Session], Iterable[dict[str, Any]]]) -> Iterator[str]:
    for line in _read_later(database, read):
        yield json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def _read_later(database: Database, read: Callable[[Session], Iterable[T]]) -> Iterator[T]:
    # The route's session ends before the answer is sent. Entries up to a revision never change, so a new one is as
    # good.
    with database.reading() as session:
        yield from read(session)
