"""Replaces a person's name by a pseudonym in the loaded results of all runs.

In the audit's own tables `usercenter-audit erase` does that; it makes the pseudonym, so that later runs use the same.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import CursorResult, or_, select, update
from sqlalchemy.orm import Session

from app.audit.findings.models import Finding, RunLine, Suggestion, UsageDaily
from app.platform.database import Base

PREFIX = "erased-"
PSEUDONYM = rf"^{PREFIX}[0-9a-f]{{24}}$"
"""The form of the pseudonyms that `usercenter-audit erase` makes."""
_AT_ONCE = 500
_TABLES_OF_LINES: tuple[tuple[type[Base], tuple[str, ...]], ...] = (
    (Finding, ("user", "subject")),
    (Suggestion, ("role_name",)),
    (RunLine, ("user", "subject")),
)
"""Tables that store the line itself, and their columns that may hold a name. A personal role has its user's name."""
_OF_PEOPLE = ("user", "users", "role_name")
"""Fields of a line that hold names of people. Other fields stay, even if a place or word equals the name."""
_WHOSE = {"subject": ("subject_type", ("user", "sub_account")), "scope": ("scope_type", ("user",))}
"""Fields that hold names of people only if another field has one of these values."""


@dataclass(frozen=True)
class Person:
    """The erased person's name and its pseudonym."""

    name: str
    pseudonym: str

    def without(self, text: Any) -> Any:
        """Replace the name in a text or list, only where it is the whole text: a longer name is somebody else's."""
        if isinstance(text, list):
            return [self.without(entry) for entry in text]
        return self.pseudonym if text == self.name else text

    def out_of(self, text: str) -> str:
        """Replace the name in a sentence. All characters that user names may have count as part of a word, except a
        full stop at the end."""
        alone = rf"(?<![\w.@+=-]){re.escape(self.name)}(?![\w@+=-]|\.+[\w@+=-])"
        return re.sub(alone, self.pseudonym, text, flags=re.ASCII)

    def out_of_line(self, line: Any) -> Any:
        """A JSON value with the name replaced in the fields that hold names."""
        if isinstance(line, list):
            return [self.out_of_line(entry) for entry in line]
        if isinstance(line, dict):
            return {name: _field(name, value, line, self) for name, value in line.items()}
        return line


def is_pseudonym(name: str) -> bool:
    """True for the pseudonym of an erased person."""
    return re.fullmatch(PSEUDONYM, name) is not None


def erase(session: Session, person: Person) -> dict[str, int]:
    """Replace a user's name. Returns the number of changed rows by table; a second call changes nothing."""
    done = {UsageDaily.__tablename__: _erase_in_use(session, person)}
    for model, columns in _TABLES_OF_LINES:
        changed = [_erase_in_row(row, columns, person) for row in _rows_naming(session, model, columns, person.name)]
        done[model.__tablename__] = sum(changed)
    return done


def _erase_in_use(session: Session, person: Person) -> int:
    result = session.execute(update(UsageDaily).where(UsageDaily.user == person.name).values(user=person.pseudonym))
    return result.rowcount if isinstance(result, CursorResult) else 0


def _rows_naming(session: Session, model: type[Base], columns: tuple[str, ...], name: str) -> Iterator[Any]:
    """The rows that may contain the name, read in batches."""
    table: Any = model
    written = json.dumps(name, ensure_ascii=False)[1:-1]
    texts = [getattr(table, column).contains(name, autoescape=True) for column in columns]
    condition, last = or_(table.content.contains(written, autoescape=True), *texts), 0
    while True:
        rows = session.scalars(select(table).where(condition, table.id > last).order_by(table.id).limit(_AT_ONCE)).all()
        yield from rows
        if len(rows) < _AT_ONCE:
            return
        session.flush()
        last = rows[-1].id


def _erase_in_row(row: Any, columns: tuple[str, ...], person: Person) -> bool:
    """Replace the name in a row. True when the row named the person: the search also finds longer names."""
    before = [row.content, *(getattr(row, column) for column in columns)]
    line = json.loads(row.content)
    changed = person.out_of_line(line)
    if changed != line:
        row.content = json.dumps(changed, ensure_ascii=False, separators=(",", ":"))
    for column in columns:
        value = getattr(row, column)
        setattr(row, column, _subject(row, changed, person) if column == "subject" else person.without(value))
    return before != [row.content, *(getattr(row, column) for column in columns)]


def _subject(row: Finding | RunLine, line: dict[str, Any], person: Person) -> str:
    """The subject column of a row, built as in `result_lines`."""
    if isinstance(row, Finding):
        return str(line["subject"])
    if row.kind == "denials":
        return str(person.without(row.subject))
    return f"user:{person.pseudonym}" if row.subject == f"user:{person.name}" else row.subject


def _field(name: str, value: Any, line: dict[str, Any], person: Person) -> Any:
    said_by, kinds = _WHOSE.get(name, ("", ()))
    if name in _OF_PEOPLE or line.get(said_by) in kinds:
        return person.without(value)
    if name == "why" and isinstance(value, str):
        return person.out_of(value)
    return person.out_of_line(value)
