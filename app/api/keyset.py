"""Keyset paging: a page begins after a value and an id, not after a number of rows.

A cursor contains a fingerprint of its list, so it is refused with another filter or order. It is not secret: it holds
values of the previous page, and each page is authorised anew. Not sqlakeyset: it would not refuse a cursor of another
list (decision 0073).
"""

import base64
import binascii
import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, or_
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.platform.errors import InvalidInput
from app.platform.searching import in_byte_order

MAX_ID = 2**63 - 1
LONGEST = 1024
"""Longest cursor: enough for a name of 128 characters of four bytes, in base64."""
Column = InstrumentedAttribute[Any]


@dataclass(frozen=True)
class PagePosition:
    """The last row of the previous page: its id, and its value in the sort column (None when sorted by id only)."""

    value: str | int | None
    key: int


@dataclass(frozen=True)
class Order:
    """Sorting by one column and then by id, both in the same direction."""

    key: Column
    column: Column | None
    descending: bool

    def after(self, session: Session, last: PagePosition) -> ColumnElement[bool]:
        """The rows after the last one. The first half of the condition is a range, where an index can start."""
        beyond = self.key < last.key if self.descending else self.key > last.key
        if self.column is None:
            return beyond
        by = in_byte_order(session, self.column)
        if self.descending:
            return and_(by <= last.value, or_(by < last.value, beyond))
        return and_(by >= last.value, or_(by > last.value, beyond))

    def terms(self, session: Session) -> list[ColumnElement[Any]]:
        """The terms for ORDER BY."""
        by = [self.key] if self.column is None else [in_byte_order(session, self.column), self.key]
        return [term.desc() if self.descending else term.asc() for term in by]

    def position(self, row: object) -> PagePosition:
        """The position of a row."""
        value = None if self.column is None else getattr(row, self.column.key)
        return PagePosition(value, getattr(row, self.key.key))


def fingerprint(parts: Iterable[tuple[str, str]]) -> str:
    """A short hash of list, filter and order."""
    text = json.dumps(sorted(parts), separators=(",", ":"))
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:12]


def cursor(belongs_to: str, position: PagePosition) -> str:
    """The cursor that clients pass back."""
    text = json.dumps([belongs_to, position.value, position.key], ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def position(text: str, belongs_to: str, kind: type | None) -> PagePosition:
    """The position in a cursor, if it belongs to this list and its value has this type. Raises InvalidInput."""
    try:
        list_of_cursor, value, key = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode())
        last = PagePosition(value, key)
    except (binascii.Error, UnicodeError, ValueError, TypeError, RecursionError):
        raise _refusal("This is not a cursor of ours.") from None
    if list_of_cursor != belongs_to:
        raise _refusal("The cursor belongs to another list, filter or order: begin without it.")
    if not _is_id(last.key) or not _fits(last.value, kind):
        raise _refusal("This is not a cursor of ours.")
    return last


def _is_id(number: object) -> bool:
    return type(number) is int and 0 <= number <= MAX_ID


def _fits(value: object, kind: type | None) -> bool:
    if kind is None:
        return value is None
    if kind is int:
        return _is_id(value)
    return isinstance(value, str) and value.isprintable()


def _refusal(message: str) -> InvalidInput:
    return InvalidInput(message, field="cursor")
