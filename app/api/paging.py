"""One way to page, filter and name versions: keyset by id, `total` counted, opaque cursors, ETag and If-Match."""

import base64
import binascii
from collections.abc import Callable
from typing import Annotated, Any, Generic, Literal, TypeVar

from fastapi import Depends, Header, Path, Query, Response
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from sqlalchemy import Select, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.errors import Changed, InvalidInput, PreconditionRequired

_MAX_ID = 2**63 - 1
T = TypeVar("T")
R = TypeVar("R")


def _printable(text: str) -> str:
    if not all(character.isprintable() or character == "\n" for character in text):
        raise ValueError("must not contain control characters")
    return text


Printable = AfterValidator(_printable)
Remark = Annotated[str, StringConstraints(max_length=256), Printable]
Id = Annotated[int, Path(ge=1, le=_MAX_ID, description="id", examples=[7])]
FilterId = Annotated[int | None, Query(ge=0, le=_MAX_ID)]
IdValue = Annotated[int, Field(ge=1, le=_MAX_ID, examples=[7])]


class Body(BaseModel):
    """Base of every request body: a field we do not know is an error, never ignored; numbers are no strings."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Listed(BaseModel, Generic[T]):
    """One page of a list."""

    items: list[T]
    next_cursor: str | None = Field(description="Pass it as `cursor` to get the next page; null on the last.")
    total: int = Field(description="How many there are on all pages.")


class Page:
    """What the caller wants to see: how many, from where, which, and in which order."""

    def __init__(
        self,
        limit: Annotated[int, Query(ge=1, le=500)] = 50,
        cursor: Annotated[str | None, Query(max_length=64)] = None,
        q: Annotated[str | None, Query(max_length=128, description="Part of the name."), Printable] = None,
        sort: Annotated[Literal["id", "-id"], Query(description="Oldest or newest first.")] = "id",
    ) -> None:
        self.limit, self.q, self.descending = limit, q or None, sort == "-id"
        self.after = None if cursor is None else _id_of(cursor)

    def matching(self, *columns: InstrumentedAttribute[Any]) -> list[Any]:
        """Conditions for `q`: one of the columns contains it, taken literally. Empty without `q`."""
        if self.q is None:
            return []
        condition = columns[0].contains(self.q, autoescape=True)
        for column in columns[1:]:
            condition = condition | column.contains(self.q, autoescape=True)
        return [condition]

    def of(
        self,
        session: Session,
        query: Select[R],
        key: InstrumentedAttribute[int],
        item: Callable[[R], T],
    ) -> Listed[T]:
        """The page of `query`, which selects one entity; `key` is the entity's id, `item` makes the answer's form."""
        total = session.scalar(select(func.count()).select_from(query.order_by(None).subquery())) or 0
        if self.after is not None:
            query = query.where(key < self.after if self.descending else key > self.after)
        ordered = query.order_by(key.desc() if self.descending else key.asc()).limit(self.limit + 1)
        rows = list(session.scalars(ordered))
        shown = rows[: self.limit]
        more = len(rows) > self.limit
        cursor = _cursor(getattr(shown[-1], key.key)) if more else None
        return Listed(items=[item(row) for row in shown], next_cursor=cursor, total=total)


Paged = Annotated[Page, Depends()]


def version_of(update_time: int) -> str:
    """The opaque version of an item."""
    return f"v{update_time:x}"


def tag(response: Response, version: str) -> None:
    """Answer the version as ETag."""
    response.headers["ETag"] = f'"{version}"'


class IfMatch:
    """Which version the caller has seen. `check` lets only that one be changed."""

    def __init__(self, if_match: Annotated[str | None, Header(description='The item\'s ETag, or "*".')] = None) -> None:
        self._given = if_match

    def check(self, version: str) -> None:
        """Raises PreconditionRequired without the header, Changed when another version is there now."""
        if self._given is None:
            raise PreconditionRequired('Send the item\'s ETag as If-Match (or "*" to change whatever is there).')
        seen = [one.strip() for one in self._given.split(",")]
        if "*" not in seen and f'"{version}"' not in seen:
            raise Changed("Somebody else has changed it meanwhile: read it again.", version=version)


Seen = Annotated[IfMatch, Depends()]


def _cursor(key: int) -> str:
    return base64.urlsafe_b64encode(f"id:{key}".encode()).decode().rstrip("=")


def _id_of(cursor: str) -> int:
    try:
        kind, _, number = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode().partition(":")
        if kind == "id" and number.isascii() and number.isdigit() and int(number) <= _MAX_ID:
            return int(number)
    except (binascii.Error, UnicodeError, ValueError):
        pass
    raise InvalidInput("This is not a cursor of ours.", errors=[{"field": "cursor", "message": "unknown cursor"}])
