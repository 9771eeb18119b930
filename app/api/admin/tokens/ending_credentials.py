"""What ends next: credentials of the caller and its sub-accounts; for administrators those of everybody."""

from typing import Annotated

from fastapi import Depends, Query
from pydantic import Field
from sqlalchemy import ColumnElement

from app.api.callers import Caller
from app.api.guard import SignedIn
from app.api.paging import ApiModel, Listed, PageStart, Printable, count
from app.api.routing import Router
from app.identity import sub_accounts
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.searching import part_of
from app.rights.inquiry import ending

router = Router(prefix="/credentials", tags=["tokens"])


class EndingItem(ApiModel):
    """A credential with an end. `name`: of a client secret its last characters; a one-time secret has none."""

    id: int = Field(description="Different credentials of one kind have different ones.")
    kind: ending.Kind
    user_id: int
    username: str
    name: str
    valid_until: int = Field(description="epoch ms")
    last_use: int | None = Field(description="epoch ms; null: never")


def whose(caller: Caller) -> list[ColumnElement[bool]]:
    """Conditions on the users whose credentials the caller sees; none for administrators."""
    return [] if caller.is_administrator else [sub_accounts.within(caller.user_id)]


@router.get("/ending", summary="What ends next")
def list_ending_credentials(
    caller: SignedIn,
    start: Annotated[PageStart, Depends(PageStart)],
    kind: Annotated[ending.Kind | None, Query()] = None,
    q: Annotated[str | None, Query(max_length=128, description="Part of the user's name."), Printable] = None,
) -> Listed[EndingItem]:
    """Client secrets, client keys, API tokens, and one-time secrets of people who have chosen no password yet: those
    with an end, the soonest first. Those that have ended are left out."""
    users = whose(caller) + ([part_of(User.username, q)] if q else [])
    found = ending.queries(users, now_ms(), (kind,) if kind else ending.KINDS)
    rows = ending.first(caller.session, found, start.limit + 1, start.after)
    total = sum(count(caller.session, query) for query in found.values())
    return start.of(rows, total, lambda row: (row.valid_until, ending.place_of(row)), EndingItem.of)
