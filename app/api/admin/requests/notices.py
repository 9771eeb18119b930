"""The caller's notices: rights that end soon, requests that wait, decisions."""

import json
from typing import Annotated, Any, get_args

from fastapi import Query
from pydantic import Field, model_validator

from app.api.guard import SignedIn, SignedInToChange
from app.api.paging import ApiModel, Body, IdValue, Listed, Paged, examples
from app.api.routing import ChangingRouter
from app.platform.clock import now_ms
from app.platform.outbox.kinds import NoticeKind
from app.rights.requests import notices
from app.rights.requests.models import Notice

router = ChangingRouter(prefix="/notices", tags=["notices"])


class NoticeItem(ApiModel):
    """A notice. `facts`: names, numbers and times (epoch ms) for the sentence; the fields depend on `kind`."""

    id: int
    kind: str = Field(
        examples=["grant_ends"],
        description=f"One of: {', '.join(get_args(NoticeKind))}.",
    )
    facts: dict[str, Any]
    add_time: int
    read_time: int | None


class ReadNotices(Body):
    """The notices that were read: some by id, or all."""

    model_config = examples({"ids": [7, 8]}, {"all": True})

    ids: Annotated[list[IdValue], Field(max_length=500)] | None = None
    all: bool = False

    @model_validator(mode="after")
    def _some_or_all(self) -> "ReadNotices":
        if (self.ids is None) != self.all:
            raise ValueError("name either ids or all")
        return self


class UnreadNotices(ApiModel):
    """The number of unread notices."""

    unread: int


@router.get("", summary="List my notices")
def list_notices(caller: SignedIn, page: Paged, unread: Annotated[bool, Query()] = False) -> Listed[NoticeItem]:
    """The caller's own notices; `unread=true` leaves out those that were read."""
    return page.of(caller.session, notices.of_user(caller.user_id, unread=unread), Notice.id, _item)


@router.post("/read", summary="Mark notices as read")
def mark_notices_read(caller: SignedInToChange, body: ReadNotices) -> UnreadNotices:
    """Ids of other users' notices have no effect."""
    notices.mark_read(caller.session, caller.user_id, None if body.all else body.ids or [], now_ms())
    return UnreadNotices(unread=notices.unread(caller.session, caller.user_id))


def _item(row: Notice) -> NoticeItem:
    return NoticeItem.of(row, facts=json.loads(row.facts))
