"""A person's name goes from the results that were loaded, all runs of them, and a pseudonym takes its place.

The audit's own tables are `usercenter-audit erase`'s; its pseudonym is given here, so that later runs say the same.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import CursorResult, or_, select, update
from sqlalchemy.orm import Session

from app.database import Base
from app.findings.models import Finding, RunLine, Suggestion, UsageDaily

PREFIX = "erased-"
PSEUDONYM = rf"^{PREFIX}[0-9a-f]{{24}}$"
"""As `usercenter-audit erase` makes them."""
_AT_ONCE = 500
_TOLD: tuple[tuple[type[Base], tuple[str, ...]], ...] = (
    (Finding, ("user", "subject")),
    (Suggestion, ("role_name",)),
    (RunLine, ("user", "subject")),
)
"""Tables whose rows have the line itself, and columns that may name people; a personal role is called like its user."""
_OF_PEOPLE = ("user", "users", "role_name")
"""Fields of a line that are names of people. Others stay, also a place or a word that is called like a person."""
_WHOSE = {"subject": ("subject_type", ("user", "sub_account")), "scope": ("scope_type", ("user",))}
"""Fields that are names of people only where another one says so."""


@dataclass(frozen=True)
class Person:
    """Who goes, and what takes the name's place."""

    name: str
    pseudonym: str

    def without(self, text: Any) -> Any:
        """A whole name, or a list of names: one that only contains the name is somebody else's."""
        if isinstance(text, list):
            return [self.without(one) for one in text]
        return self.pseudonym if text == self.name else text

    def out_of(self, text: str) -> str:
        """A sentence; every sign of a user's name belongs to it, but a full stop that ends it."""
        alone = rf"(?<![\w.@+=-]){re.escape(self.name)}(?![\w@+=-]|\.+[\w@+=-])"
        return re.sub(alone, self.pseudonym, text, flags=re.ASCII)

    def out_of_line(self, line: Any) -> Any:
        """What a JSON text says, without the name where people are named."""
        return _walked(line, self)


def is_pseudonym(name: str) -> bool:
    """Whether somebody was erased who was called otherwise."""
    return re.fullmatch(PSEUDONYM, name) is not None


def erase(session: Session, person: Person) -> dict[str, int]:
    """Replace a user's name; answers how many rows were changed, by table. Again it changes nothing."""
    done = {UsageDaily.__tablename__: _erase_in_use(session, person)}
    for model, columns in _TOLD:
        changed = [_erase_in_row(row, columns, person) for row in _naming(session, model, columns, person.name)]
        done[model.__tablename__] = sum(changed)
    return done


def _erase_in_use(session: Session, person: Person) -> int:
    made = session.execute(update(UsageDaily).where(UsageDaily.user == person.name).values(user=person.pseudonym))
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


def _erase_in_row(row: Any, columns: tuple[str, ...], person: Person) -> bool:
    """Whether the person was really named: a longer name may contain the one that goes."""
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
    """What a row is listed by, as `result_lines` puts it together."""
    if isinstance(row, Finding):
        return str(line["subject"])
    if row.kind == "denials":
        return str(person.without(row.subject))
    return f"user:{person.pseudonym}" if row.subject == f"user:{person.name}" else row.subject


def _walked(line: Any, person: Person) -> Any:
    if isinstance(line, list):
        return [_walked(one, person) for one in line]
    if isinstance(line, dict):
        return {name: _field(name, value, line, person) for name, value in line.items()}
    return line


def _field(name: str, value: Any, line: dict[str, Any], person: Person) -> Any:
    said_by, kinds = _WHOSE.get(name, ("", ()))
    if name in _OF_PEOPLE or line.get(said_by) in kinds:
        return person.without(value)
    if name == "why" and isinstance(value, str):
        return person.out_of(value)
    return _walked(value, person)
