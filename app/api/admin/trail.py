"""The audit log: every change, who made it, by which credential and from where, with the contents before and after."""

import json
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel, StringConstraints
from sqlalchemy import select

from app.api.admin import trail_export
from app.api.guard import Administrator
from app.api.paging import Listed, Paged, Printable
from app.trail.models import TrailEntry

router = APIRouter(tags=["trail"])
router.include_router(trail_export.router)
Word = Annotated[str | None, Query(max_length=512), Printable]
Time = Annotated[int | None, Query(ge=0, le=2**63 - 1, description="Epoch ms.")]


class TrailItem(BaseModel):
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


@router.get("/trail", summary="List what was changed")
def list_trail(
    caller: Administrator,
    page: Paged,
    after: Annotated[int, Query(ge=0, le=2**63 - 1, description="Only later revisions.")] = 0,
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

    The other filters are exact. Times: from `from_time` until just before `until_time`.
    """
    query = select(TrailEntry).where(*page.matching(TrailEntry.entity_key, TrailEntry.action))
    if after:
        query = query.where(TrailEntry.revision > after)
    if from_time is not None:
        query = query.where(TrailEntry.time >= from_time)
    if until_time is not None:
        query = query.where(TrailEntry.time < until_time)
    exact = {"entity": entity, "entity_key": key, "actor": actor, "action": action}
    exact |= {"credential": credential, "request_id": request_id}
    query = query.filter_by(**{name: value for name, value in exact.items() if value})
    return page.of(caller.session, query, TrailEntry.id, _item)


def _item(entry: TrailEntry) -> TrailItem:
    read = {"before": json.loads(entry.before or "null"), "after": json.loads(entry.after or "null")}
    plain = {name: getattr(entry, name) for name in TrailItem.model_fields if name not in ("key", *read)}
    return TrailItem(**plain, **read, key=entry.entity_key)
