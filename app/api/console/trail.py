"""The trail: every change, who made it, what it was before and after."""

import json
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel, StringConstraints
from sqlalchemy import select

from app.api.guard import Administrator
from app.api.paging import Listed, Paged, Printable
from app.audit.models import TrailEntry

router = APIRouter(tags=["trail"])
Word = Annotated[str | None, Query(max_length=512), Printable]


class TrailItem(BaseModel):
    """One change; `time` is epoch ms."""

    id: int
    revision: int
    time: int
    actor: str
    action: Annotated[str, StringConstraints(max_length=64)]
    entity: str
    key: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None


@router.get("/trail", summary="List what was changed")
def list_trail(
    caller: Administrator,
    page: Paged,
    after: Annotated[int, Query(ge=0, le=2**63 - 1, description="Only later revisions.")] = 0,
    entity: Word = None,
    key: Word = None,
    actor: Word = None,
) -> Listed[TrailItem]:
    """Entries, oldest first (`sort=-id`: newest first); `q` looks into keys and actions."""
    query = select(TrailEntry).where(*page.matching(TrailEntry.entity_key, TrailEntry.action))
    if after:
        query = query.where(TrailEntry.revision > after)
    for column, value in ((TrailEntry.entity, entity), (TrailEntry.entity_key, key), (TrailEntry.actor, actor)):
        if value:
            query = query.where(column == value)
    return page.of(caller.session, query, TrailEntry.id, _item)


def _item(entry: TrailEntry) -> TrailItem:
    return TrailItem(
        id=entry.id,
        revision=entry.revision,
        time=entry.time,
        actor=entry.actor,
        action=entry.action,
        entity=entry.entity,
        key=entry.entity_key,
        before=json.loads(entry.before) if entry.before else None,
        after=json.loads(entry.after) if entry.after else None,
    )
