"""Paging and filters for all lists: opaque cursors, `total`. The order is in `keyset`."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Generic, Self, TypeVar, cast

from fastapi import Depends, Path, Query, Request
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic.config import JsonDict
from sqlalchemy import ColumnElement, Select, func, literal_column, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.api import keyset
from app.api.keyset import MAX_ID, Column
from app.api.versions import version_of
from app.platform.searching import part_of

COUNTED = 10_000
"""Lists count their rows up to this number."""
T = TypeVar("T")
R = TypeVar("R")
S = TypeVar("S")
_SEARCHED = "Part of the name; capitals do not matter."


def _printable(text: str) -> str:
    # First the whole text, which is fast: a thousand questions have a hundred thousand characters.
    if not text.isprintable() and not all(character.isprintable() or character == "\n" for character in text):
        raise ValueError("must not contain control characters")
    return text


def _one_line(text: str) -> str:
    if "\n" in text:
        raise ValueError("must be one line")
    return _printable(text)


Printable = AfterValidator(_printable)
OneLine = AfterValidator(_one_line)
"""For names: a line break would let one pass for two, or for a sentence of ours."""
Remark = Annotated[str, StringConstraints(max_length=256), Printable]
Comment = Annotated[str, StringConstraints(min_length=1, max_length=500), Printable]
"""Why somebody decides something."""
ShortName = Annotated[str, StringConstraints(min_length=1, max_length=128), OneLine]
Moment = Annotated[int, Field(ge=0, le=2**53, description="epoch ms")]
Id = Annotated[int, Path(ge=1, le=MAX_ID, description="id", examples=[7])]
FilterId = Annotated[int | None, Query(ge=0, le=MAX_ID)]
FilterIds = Annotated[
    str | None,
    Query(pattern=r"^[0-9]{1,18}(,[0-9]{1,18}){0,99}$", description="Only these, at most 100.", examples=["7,8"]),
]
IdValue = Annotated[int, Field(ge=1, le=MAX_ID, examples=[7])]
AS_A_FILE: dict[str, Any] = {"media_type": "application/octet-stream", "json_schema_extra": {"format": "binary"}}
"""Of a body of text: in these words the tools know it that make clients. It is read whatever its type is called, unless
that is JSON."""


class ApiModel(BaseModel):
    """Base of every body and answer. Its validator is built at first use: to build all of them would take a tenth of a
    start."""

    model_config = ConfigDict(defer_build=True)

    @classmethod
    def of(cls, row: Any, **others: Any) -> Self:
        """The item of a row: these `others`, and everything else from the row's fields of the same names. The `version`
        is that of the row's `update_time`."""
        missing = cls.model_fields.keys() - others.keys()
        same = {field: getattr(row, field) for field in missing - {"version"}}
        if "version" in missing:
            same["version"] = version_of(row.update_time)
        return cls.model_validate({**same, **others}, from_attributes=True)


class Body(ApiModel):
    """Base of every request body. Unknown fields and numbers as strings are errors."""

    # Built at once: pydantic warns of FastAPI's own marks in a field when it builds a body later.
    model_config = ConfigDict(extra="forbid", strict=True, defer_build=False)


def either(first: str, second: str, *, verb: str = "name") -> Any:
    """A validator for a body that takes exactly one of two fields."""

    def check(body: Body) -> Body:
        if (getattr(body, first) is None) == (getattr(body, second) is None):
            raise ValueError(f"{verb} either {first} or {second}")
        return body

    return model_validator(mode="after")(check)


def examples(*bodies: JsonDict) -> ConfigDict:
    """The `model_config` of a body: what the OpenAPI document shows as examples of it."""
    return ConfigDict(json_schema_extra={"examples": [*bodies]})


class WithComment(Body):
    """Why somebody refuses or ends something; those concerned read it."""

    model_config = examples({"comment": "Read acme/orders/shipped instead."})

    comment: Comment


class NamedItem(ApiModel):
    """Something by its id and name."""

    id: int
    name: str


class Listed(ApiModel, Generic[T]):
    """One page of a list."""

    items: list[T]
    next_cursor: str | None = Field(description="Pass it as `cursor` to get the next page; null on the last.")
    total: int = Field(description=f"How many there are on all pages; {COUNTED} when there are more.")
    total_is_exact: bool = Field(default=True, description=f"False: there are more than {COUNTED}.")

    def showing(self, items: list[S]) -> "Listed[S]":
        """The same page with other items."""
        # Not Listed[S](…): that would create a class for each page.
        return cast("Listed[S]", self.model_copy(update={"items": items}))


class WholeList(ApiModel, Generic[T]):
    """A list that is short enough for one answer."""

    items: list[T]


class Page:
    """The page that the caller wants: size, start, filter and order."""

    def __init__(
        self, limit: int, cursor: str | None, q: str | None, column: Column | None, descending: bool, list_of: str
    ) -> None:
        self.limit, self.q = limit, q or None
        self._column, self._descending, self._list = column, descending, list_of
        kind = None if column is None else column.type.python_type
        self._after = None if cursor is None else keyset.position(cursor, list_of, kind)

    def matching(self, *columns: Column) -> list[Any]:
        """Conditions for `q`: one of the columns contains it literally, ignoring case. Empty without `q`."""
        return [] if self.q is None else [or_(*(part_of(column, self.q) for column in columns))]

    def of(
        self,
        session: Session,
        query: Select[R],
        key: InstrumentedAttribute[int],
        item: Callable[[R], T],
    ) -> Listed[T]:
        """The page of `query`, which selects one entity. `key`: the entity's id; `item` turns an entity into an
        item."""
        listed = self._page(session, query, key, lambda page_query: list(session.scalars(page_query)))
        return listed.showing([item(row) for row in listed.items])

    def rows(self, session: Session, query: Select[Any], key: InstrumentedAttribute[int]) -> Listed[Any]:
        """Like `of`, for a query that selects columns: no entities are made of them."""
        return self._page(session, query, key, lambda page_query: list(session.connection().execute(page_query)))

    def _page(
        self, session: Session, query: Select[R], key: InstrumentedAttribute[int], read: Callable[[Select[R]], list[R]]
    ) -> Listed[R]:
        order = keyset.Order(key, self._column, self._descending)
        beyond = query if self._after is None else query.where(order.after(session, self._after))
        rows = read(beyond.order_by(None).order_by(*order.terms(session)).limit(self.limit + 1))
        shown, more = rows[: self.limit], len(rows) > self.limit
        total = count(session, query)
        return Listed.model_construct(
            items=shown,
            next_cursor=keyset.cursor(self._list, order.position(shown[-1])) if more else None,
            total=min(total, COUNTED),
            total_is_exact=total <= COUNTED,
        )


def one_of(key: InstrumentedAttribute[int], ids: str | None) -> list[ColumnElement[bool]]:
    """Conditions for `ids`, as `FilterIds` reads them. Empty without."""
    return [] if ids is None else [key.in_([int(number) for number in ids.split(",")])]


def sorted_by(**columns: Column) -> Callable[..., Awaitable[Page]]:
    """A dependency that reads the paging parameters. `sort`: `id` or one of these columns, with `-` for descending.

    The columns must not be null, and need an index unless their table stays small.
    """
    choices = [sign + column for column in ("id", *columns) for sign in ("", "-")]

    def check_choice(sort: str) -> str:
        if sort not in choices:
            raise ValueError(f"must be one of {', '.join(choices)}")
        return sort

    async def page(
        request: Request,
        limit: Annotated[int, Query(ge=1, le=500)] = 50,
        cursor: Annotated[str | None, Query(max_length=keyset.LONGEST, description="`next_cursor` of a page.")] = None,
        q: Annotated[str | None, Query(max_length=128, description=_SEARCHED), Printable] = None,
        sort: Annotated[
            str,
            Query(description="`-` before it: descending.", json_schema_extra={"enum": [*choices]}),
            AfterValidator(check_choice),
        ] = "id",
    ) -> Page:
        filters = [
            parameter
            for parameter in request.query_params.multi_items()
            if parameter[0] not in _NO_FILTER and parameter[1]
        ]
        list_of_page = keyset.fingerprint([*filters, ("sort", sort), ("path", request.url.path)])
        return Page(limit, cursor, q, columns.get(sort.removeprefix("-")), sort.startswith("-"), list_of_page)

    return page


_NO_FILTER = ("limit", "cursor", "sort")


Paged = Annotated[Page, Depends(sorted_by())]
"""For lists sorted by id only. Others name their columns: `Annotated[Page, Depends(sorted_by(name=…))]`."""


_ONE: ColumnElement[int] = literal_column("1")


class PageStart:
    """Start and size of a page whose rows are no rows of one table: the place of each is two numbers."""

    def __init__(
        self,
        request: Request,
        limit: Annotated[int, Query(ge=1, le=500)] = 50,
        cursor: Annotated[str | None, Query(max_length=keyset.LONGEST, description="`next_cursor` of a page.")] = None,
    ) -> None:
        params = [
            parameter for parameter in request.query_params.multi_items() if parameter[0] not in ("limit", "cursor")
        ]
        self._list = keyset.fingerprint([*params, ("path", request.url.path)])
        self.limit, self.after = limit, None
        if cursor is not None:
            last = keyset.position(cursor, self._list, int)
            self.after = int(last.value or 0), last.key

    def of(self, rows: list[R], total: int, place: Callable[[R], tuple[int, int]], item: Callable[[R], T]) -> Listed[T]:
        """The page; `rows` has one more row than it shows."""
        shown, more = rows[: self.limit], len(rows) > self.limit
        return Listed(
            items=[item(row) for row in shown],
            next_cursor=keyset.cursor(self._list, keyset.PagePosition(*place(shown[-1]))) if more else None,
            total=min(total, COUNTED),
            total_is_exact=total <= COUNTED,
        )


def count(session: Session, query: Select[Any]) -> int:
    """The number of rows, at most `COUNTED` + 1, so that not every page counts a million."""
    # It selects a constant: reading the ids would take twice the time on SQLite.
    counted = query.with_only_columns(_ONE, maintain_column_froms=True).order_by(None).limit(COUNTED + 1)
    return session.connection().scalar(select(func.count()).select_from(counted.subquery())) or 0
