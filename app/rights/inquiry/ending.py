"""Credentials that end: client secrets, client keys, API tokens, and one-time secrets that nobody has replaced yet."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, Row, Select, and_, literal, null, or_, select
from sqlalchemy.orm import Session

from app.identity.models import ClientKey, ClientSecret, User
from app.tokens.models import ApiToken

Kind = Literal["secret", "key", "token", "one_time"]
PROGRAMS: tuple[Kind, ...] = ("secret", "key", "token")
"""Those of programs; the fourth is a person's."""


class _Columns(NamedTuple):
    """Where a kind is stored. `still`: it has not been taken away before its end."""

    id: Any
    name: Any
    end: Any
    last_use: Any
    still: Sequence[ColumnElement[bool]] = ()


_COLUMNS: dict[Kind, _Columns] = {
    "secret": _Columns(ClientSecret.id, ClientSecret.hint, ClientSecret.valid_until, ClientSecret.last_use),
    "key": _Columns(ClientKey.id, ClientKey.name, ClientKey.valid_until, ClientKey.last_use),
    "token": _Columns(
        ApiToken.id, ApiToken.name, ApiToken.valid_until, ApiToken.last_use, (ApiToken.revoke_time.is_(None),)
    ),
    "one_time": _Columns(User.id, literal(""), User.initial_until, null(), (User.must_change == 1,)),
}
KINDS = tuple(_COLUMNS)
After = tuple[int, int]
"""The end and the place of the last credential of a page. Those that end together are in the order of places."""


def place_of(row: Row[Any]) -> int:
    """The place of a credential among those that end at the same time."""
    number: int = row.id * len(KINDS) + KINDS.index(row.kind)
    return number


def queries(users: Sequence[ColumnElement[bool]], now: int, kinds: Sequence[Kind]) -> dict[Kind, Select[Any]]:
    """Kind → its credentials with an end after `now`, of users that meet these conditions (none: of all): id, kind,
    user_id, username, name (of a client secret its last characters), valid_until and last_use (epoch ms)."""
    return {kind: _query(kind, users, now) for kind in kinds}


def _query(kind: Kind, users: Sequence[ColumnElement[bool]], now: int) -> Select[Any]:
    stored = _COLUMNS[kind]
    query = select(
        stored.id.label("id"),
        literal(kind).label("kind"),
        User.id.label("user_id"),
        User.username,
        stored.name.label("name"),
        stored.end.label("valid_until"),
        stored.last_use.label("last_use"),
    )
    if kind != "one_time":
        query = query.join(User, User.id == stored.id.class_.user_id)
    return query.where(stored.end > now, *stored.still, *users)


def order(kind: Kind) -> tuple[Any, Any]:
    """The order in which credentials of a kind end."""
    return _COLUMNS[kind].end, _COLUMNS[kind].id


def first(session: Session, found: dict[Kind, Select[Any]], limit: int, after: After | None = None) -> list[Row[Any]]:
    """The first of these credentials to end, behind the place `after`: at most `limit` of each kind are read, by
    index."""
    rows: list[Row[Any]] = []
    for kind, query in found.items():
        beyond = query if after is None else query.where(_beyond(kind, after))
        rows += session.execute(beyond.order_by(*order(kind)).limit(limit))
    return sorted(rows, key=lambda row: (row.valid_until, place_of(row)))[:limit]


def _beyond(kind: Kind, after: After) -> ColumnElement[bool]:
    (end, place), (by_end, by_id) = after, order(kind)
    last_id = (place - KINDS.index(kind)) // len(KINDS)
    return and_(by_end >= end, or_(by_end > end, by_id > last_id))
