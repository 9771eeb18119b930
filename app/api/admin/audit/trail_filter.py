"""Which entries of the audit log a request asks for, and which of them the caller may read."""

import json
from typing import Annotated

from fastapi import Depends, Query
from sqlalchemy import ColumnElement, Select, or_, select, true

from app.access.names import ResourceName, ResourceType
from app.api.admin.audit.readable_results import readable_place
from app.api.callers import Caller
from app.api.paging import Printable
from app.api.resource_type import Wanted
from app.audit.trail import of_place, trail
from app.audit.trail.models import TrailEntry
from app.platform.errors import NotAllowed, NotFound
from app.platform.searching import part_of

Revision = Annotated[int, Query(ge=0, le=2**63 - 1, description="Only later revisions.")]
Word = Annotated[str | None, Query(min_length=1, max_length=512), Printable]
Words = Annotated[
    str | None, Query(min_length=1, max_length=512, description="One, or several with commas."), Printable
]
Time = Annotated[int | None, Query(ge=0, le=2**63 - 1, description="Epoch ms.")]


class TrailFilter:
    """The filter parameters."""

    def __init__(
        self,
        res_type: Wanted,
        res_id: Annotated[int | None, Query(ge=0, le=2**63 - 1)] = None,
        after: Revision = 0,
        entity: Words = None,
        key: Word = None,
        actor: Words = None,
        action: Words = None,
        credential: Word = None,
        request_id: Word = None,
        from_time: Time = None,
        until_time: Time = None,
        q: Annotated[str | None, Query(max_length=128), Printable] = None,
    ) -> None:
        self._place, self._after = (res_type, res_id), after
        self._exact = {"entity_key": key, "credential": credential, "request_id": request_id}
        self._any_of = [(TrailEntry.entity, entity), (TrailEntry.actor, actor), (TrailEntry.action, action)]
        self._from, self._until, self._part = from_time, until_time, q

    def of(self, caller: Caller) -> Select[TrailEntry]:
        """The entries. Raises NotFound, NotAllowed, InvalidInput."""
        if not caller.is_administrator and (self._exact["credential"] or self._exact["request_id"]):
            raise NotAllowed("Credentials and requests are for administrators of the center.", reason="NO_GRANT")
        query = trail.since(self._after, **self._exact).where(_readable(caller, *self._place))
        for column, words in self._any_of:
            query = query if words is None else query.where(column.in_(words.split(",")))
        if self._part:
            query = query.where(or_(*(part_of(column, self._part) for column in _SEARCHED)))
        if self._from is not None:
            query = query.where(TrailEntry.time >= self._from)
        return query if self._until is None else query.where(TrailEntry.time < self._until)


_SEARCHED = (TrailEntry.entity_key, TrailEntry.action)
Which = Annotated[TrailFilter, Depends(TrailFilter)]


def may_read(caller: Caller, entry: TrailEntry) -> bool:
    """True when the caller may read the entry: administrators of the center any, others those about grants on places
    that they administer or audit."""
    if caller.is_administrator:
        return True
    content = json.loads(entry.after or entry.before or "{}")
    if entry.entity != "grant" or not content.keys() >= {"res_type", "res_id"}:
        return False
    try:
        readable = _readable(caller, content["res_type"], content["res_id"])
    except (NotFound, NotAllowed):
        return False
    return caller.session.scalar(select(TrailEntry.id).where(TrailEntry.id == entry.id, readable)) is not None


def _readable(caller: Caller, res_type: int | None, res_id: int | None) -> ColumnElement[bool]:
    """The entries about the place that the caller may read. Raises NotFound, NotAllowed, InvalidInput."""
    place = readable_place(caller, res_type, res_id)
    if place is None:
        return true()
    cluster = res_id if res_type == ResourceType.CLUSTER else None
    return of_place.entries(caller.session, ResourceName.of(place.key[0], place.name), cluster)
