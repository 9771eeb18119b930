"""The audit log: every change, who made it, by which credential and from where, with the contents before and after. For
auditors its head, and every entry with its hashes (`docs/trail.md` says how to verify them)."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any

from fastapi import Query
from fastapi.responses import StreamingResponse
from pydantic import Field, StringConstraints
from sqlalchemy import ColumnElement, true
from sqlalchemy.orm import Session

from app.access.names import ResourceName, ResourceType
from app.api.admin.audit.readable_results import readable_place
from app.api.app_state import Connected
from app.api.callers import Caller
from app.api.guard import Administrator, SignedIn
from app.api.paging import ApiModel, Listed, Paged, Printable
from app.api.problems import responses
from app.api.resource_type import Wanted
from app.api.routing import Router
from app.audit.trail import export, history, of_place, trail
from app.audit.trail.models import TrailEntry
from app.platform.database import Database
from app.platform.errors import NotAllowed

router = Router(tags=["trail"])
Revision = Annotated[int, Query(ge=0, le=2**63 - 1, description="Only later revisions.")]
Word = Annotated[str | None, Query(min_length=1, max_length=512), Printable]
Time = Annotated[int | None, Query(ge=0, le=2**63 - 1, description="Epoch ms.")]


class TrailItem(ApiModel):
    """One change; `time` is epoch ms. The entries of one revision were made together.

    `credential`: `session:<id>`, `token:<jti>`, `cluster_credential:<id>`, or `system`. `request_id`: the X-Request-Id
    of the response. `cluster`: the only cluster concerned, or null.
    """

    id: int
    revision: int
    time: int
    actor: str
    credential: str | None
    address: str | None
    request_id: str | None
    action: Annotated[str, StringConstraints(max_length=64)]
    entity: str
    key: str
    cluster: int | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    hash: str


@router.get("/trail", summary="List what was changed", responses=responses(404))
def list_trail(
    caller: SignedIn,
    page: Paged,
    res_type: Wanted,
    res_id: Annotated[int | None, Query(ge=0, le=2**63 - 1)] = None,
    after: Revision = 0,
    entity: Word = None,
    key: Word = None,
    actor: Word = None,
    action: Word = None,
    credential: Word = None,
    request_id: Word = None,
    from_time: Time = None,
    until_time: Time = None,
) -> Listed[TrailItem]:
    """Entries, oldest first (`sort=-id`: newest first). `q` searches keys and actions.

    The other filters are exact. Times: from `from_time` until just before `until_time`. Administrators of the center
    see everything. Who administers or audits a place names it (`res_type`, `res_id`), and sees changes of resources,
    grants and rules about subscriptions there and below since it exists, without credentials, addresses, request
    numbers and hashes.
    """
    if not caller.is_administrator and (credential or request_id):
        raise NotAllowed("Credentials and requests are for administrators of the center.", reason="NO_GRANT")
    readable = _readable_entries(caller, res_type, res_id)
    exact = {"entity": entity, "entity_key": key, "actor": actor, "action": action}
    query = trail.since(after, **exact, credential=credential, request_id=request_id)
    query = query.where(readable, *page.matching(TrailEntry.entity_key, TrailEntry.action))
    if from_time is not None:
        query = query.where(TrailEntry.time >= from_time)
    if until_time is not None:
        query = query.where(TrailEntry.time < until_time)
    return page.of(caller.session, query, TrailEntry.id, _item if caller.is_administrator else _without_origin)


def _readable_entries(caller: Caller, res_type: int | None, res_id: int | None) -> ColumnElement[bool]:
    """The entries that the caller may read. Raises NotFound, NotAllowed, InvalidInput."""
    place = readable_place(caller, res_type, res_id)
    if place is None:
        return true()
    cluster = res_id if res_type == ResourceType.CLUSTER else None
    return of_place.entries(caller.session, ResourceName.of(place.key[0], place.name), cluster)


def _without_origin(entry: TrailEntry) -> TrailItem:
    """Without the hash, too: it would let readers guess the rest."""
    hidden = {"credential": None, "address": None, "request_id": None, "hash": ""}
    return _item(entry).model_copy(update=hidden)


def _item(entry: TrailEntry) -> TrailItem:
    read = {"before": json.loads(entry.before or "null"), "after": json.loads(entry.after or "null")}
    return TrailItem.of(entry, **read, key=entry.entity_key)


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
