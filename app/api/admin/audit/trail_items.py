"""Entries of the audit log in answers: as items, and as lines of a table."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import Field, StringConstraints
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api.paging import ApiModel
from app.audit.trail.models import TrailEntry
from app.rights.granting import undoing

_ORIGIN = ("credential", "address", "request_id")
_COLUMNS = ("id", "revision", "time", "actor", "action", "entity", "key", "cluster", "before", "after")
_FORMULA = re.compile(r"(^|;)(?=[=+\-@\t\r])")
"""Some spreadsheets begin a new cell at a semicolon, too."""
_BYTE_ORDER_MARK = "\ufeff"


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
    undoable: bool = Field(description="It is of a kind that `POST /trail/undo` undoes.")
    undone: bool = Field(description="Somebody undid it.")


def items(session: Session, entries: Sequence[TrailEntry], *, with_origin: bool) -> list[TrailItem]:
    """The items, with one query. Without origin the hash is left out, too: it would let readers guess the rest."""
    numbers = [str(entry.id) for entry in entries]
    undone = select(TrailEntry.entity_key).where(TrailEntry.entity == "trail", TrailEntry.entity_key.in_(numbers))
    keys = set(session.scalars(undone)) if numbers else set()
    hidden: dict[str, Any] = {} if with_origin else {**dict.fromkeys(_ORIGIN), "hash": ""}
    return [
        TrailItem.of(
            entry,
            before=json.loads(entry.before or "null"),
            after=json.loads(entry.after or "null"),
            key=entry.entity_key,
            undoable=undoing.is_undoable(entry),
            undone=str(entry.id) in keys,
            **hidden,
        )
        for entry in entries
    ]


def table(entries: Iterable[TrailEntry], *, with_origin: bool) -> Iterator[str]:
    """The entries as CSV for spreadsheets, line by line; times in UTC, contents as JSON."""
    columns = (*_COLUMNS, *(_ORIGIN if with_origin else ()))
    yield _BYTE_ORDER_MARK + _line(columns)
    for entry in entries:
        values: dict[str, Any] = {"key": entry.entity_key, "time": _utc(entry.time)}
        yield _line([_inert(values[name] if name in values else getattr(entry, name)) for name in columns])


def _line(cells: Iterable[object]) -> str:
    text = io.StringIO()
    csv.writer(text).writerow(cells)
    return text.getvalue()


def _utc(time: int) -> str:
    return datetime.fromtimestamp(time / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _inert(value: object) -> object:
    """A spreadsheet would run a text that begins so as a formula."""
    return _FORMULA.sub(r"\1'", value) if isinstance(value, str) else value
