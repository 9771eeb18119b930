"""The audit log for auditors: its head, and every entry with its hashes (`docs/trail.md` says how to verify them)."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any

from fastapi import Query
from fastapi.responses import StreamingResponse
from pydantic import Field
from sqlalchemy.orm import Session

from app.api.app_state import Connected
from app.api.guard import Administrator
from app.api.paging import ApiModel
from app.api.routing import Router
from app.audit.trail import export, history, trail
from app.platform.database import Database

router = Router(tags=["trail"])
Revision = Annotated[int, Query(ge=0, le=2**63 - 1, description="Only later revisions.")]


class Head(ApiModel):
    """The newest revision and the hash of its last entry. A copy kept elsewhere proves the audit log up to there."""

    revision: int
    hash: str = Field(examples=["0" * 64])


@router.get("/trail/head", summary="The newest revision and its hash")
def get_trail_head(caller: Administrator) -> Head:
    """Keep a copy outside the database; `usercenter trail verify --known REVISION:HASH` compares."""
    newest = trail.newest(caller.session)
    return Head(revision=newest.revision, hash=newest.hash)


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
    # The route's session ends before the answer is sent. Entries up to a revision never change, so a new one is as
    # good.
    with database.reading() as session:
        for line in read(session):
            yield json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"
