"""A person's name goes from the results that were loaded, all runs of them, and a pseudonym takes its place.

The audit's own tables are `usercenter-audit erase`'s; its pseudonym is given here, so that later runs say the same.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Protocol

from sqlalchemy import CursorResult, or_, select, update
from sqlalchemy.orm import Session

from app.audit import trail
from app.audit.result_models import Finding, RunLine, Suggestion, UsageDaily
from app.database import Base

_AT_ONCE = 500
_PEOPLE = ("user", "users", "subject", "scope", "role_name", "why")
"""Fields of a line that may name people. Others stay, also a place or a word that is called like a person."""
_TOLD: tuple[tuple[type[Base], tuple[str, ...]], ...] = (
    (Finding, ("user", "subject")),
    (Suggestion, ("role_name",)),
    (RunLine, ("user", "subject")),
)
"""Tables whose rows have the line itself, and columns that may name people; a personal role is called like its user."""


class _Replacing(Protocol):
    def __call__(self, text: str) -> str: ...


def erase(session: Session, by: str, name: str, pseudonym: str) -> dict[str, int]:
    """Replace a user's name; answers how many rows were changed, by table. Again it changes nothing.

    The trail tells who asked and the pseudonym, not the name.
    """
    done = {UsageDaily.__tablename__: _used(session, name, pseudonym)}
    pattern = re.compile(rf"(?<![\w.@-]){re.escape(name)}(?![\w@-]|\.\w)")

    def replaced(text: str) -> str:
        return pattern.sub(pseudonym, text)

    for model, columns in _TOLD:
        changed = [_changed(row, columns, replaced) for row in _naming(session, model, columns, name)]
        done[model.__tablename__] = sum(changed)
    trail.record(session, by, "audit_result.erase", pseudonym, after={"rows": done})
    return done


def _used(session: Session, name: str, pseudonym: str) -> int:
    made = session.execute(update(UsageDaily).where(UsageDaily.user == name).values(user=pseudonym))
    return made.rowcount if isinstance(made, CursorResult) else 0


def _naming(session: Session, model: type[Base], columns: tuple[str, ...], name: str) -> Iterator[Any]:
    """The rows that may name the person, some at a time."""
    table: Any = model
    written = json.dumps(name, ensure_ascii=False)[1:-1]
    texts = [getattr(table, column).contains(name, autoescape=True) for column in columns]
    there, last = or_(table.content.contains(written, autoescape=True), *texts), 0
    while True:
        some = session.scalars(select(table).where(there, table.id > last).order_by(table.id).limit(_AT_ONCE)).all()
        yield from some
        if len(some) < _AT_ONCE:
            return
        session.flush()
        last = some[-1].id


def _changed(row: Any, columns: tuple[str, ...], replaced: _Replacing) -> bool:
    """Whether the person was really named: a longer name may contain the one that goes."""
    before = [row.content, *(getattr(row, column) for column in columns)]
    line = json.loads(row.content)
    changed = _walked(line, replaced)
    if changed != line:
        row.content = json.dumps(changed, ensure_ascii=False, separators=(",", ":"))
    for column in columns:
        value = getattr(row, column)
        setattr(row, column, value if value is None else replaced(value))
    return before != [row.content, *(getattr(row, column) for column in columns)]


def _walked(line: Any, replaced: _Replacing) -> Any:
    if isinstance(line, list):
        return [_walked(one, replaced) for one in line]
    if isinstance(line, dict):
        return {
            name: _named(one, replaced) if name in _PEOPLE else _walked(one, replaced) for name, one in line.items()
        }
    return line


def _named(value: Any, replaced: _Replacing) -> Any:
    if isinstance(value, list):
        return [_named(one, replaced) for one in value]
    return replaced(value) if isinstance(value, str) else value
