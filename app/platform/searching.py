"""Searches in texts that mean the same on every database.

For a literal part: case is ignored, accents are not. By default SQLite ignores the case of ASCII letters only,
PostgreSQL no case, and MariaDB accents as well. For a literal beginning: exactly.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Integer, String, and_, collate, func, literal
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import InstrumentedAttribute, Session
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

_LAST_CHARACTER = "\U0010ffff"


def part_of(column: InstrumentedAttribute[Any], text: str) -> ColumnElement[bool]:
    """A condition: the column contains the text."""
    # SQLite's own lower() is many times faster than the Python function, but handles ASCII only.
    folded = _AsciiFolded(column) if text.isascii() else _Folded(column)
    return folded.contains(text.lower(), autoescape=True)


def equal(values: Mapping[InstrumentedAttribute[Any], Any]) -> list[ColumnElement[bool]]:
    """Conditions: each column has its value; a column without one (None) may have any."""
    return [column == value for column, value in values.items() if value is not None]


def begins_with(text: ColumnElement[str] | InstrumentedAttribute[Any], beginning: Any) -> ColumnElement[bool]:
    """A condition: the text begins with exactly the other one, which may be a column or a value. It is false where one
    is null."""
    condition: ColumnElement[bool] = func.substr(text, 1, func.char_length(beginning)) == beginning
    return condition


def begins_by_index(session: Session, column: InstrumentedAttribute[Any], text: str) -> ColumnElement[bool]:
    """A condition that an index on the column answers: it begins with exactly this text."""
    ordered = in_byte_order(session, column)
    return and_(ordered >= text, ordered < text + _LAST_CHARACTER)


def in_byte_order(session: Session, column: InstrumentedAttribute[Any]) -> ColumnElement[Any]:
    """The column in byte order on every database: SQLite and MariaDB's binary collation do that by default."""
    if session.get_bind().dialect.name == "postgresql" and isinstance(column.type, String):
        return collate(column, "C")
    return column.expression


def contains_exactly(text: ColumnElement[str], part: str) -> ColumnElement[bool]:
    """A condition: the text contains exactly this part."""
    return _Position(text, literal(part)) > 0


class _Position(FunctionElement[int]):
    """Where the second text begins in the first, from 1 on; 0: nowhere."""

    inherit_cache = True
    type = Integer()
    name = "position"


@compiles(_Position)
def _position(element: _Position, compiler: SQLCompiler, **how: Any) -> str:
    text, part = (compiler.process(clause, **how) for clause in element.clauses)
    return f"strpos({text}, {part})"


@compiles(_Position, "sqlite")
def _position_on_sqlite(element: _Position, compiler: SQLCompiler, **how: Any) -> str:
    text, part = (compiler.process(clause, **how) for clause in element.clauses)
    return f"instr({text}, {part})"


@compiles(_Position, "mysql")
@compiles(_Position, "mariadb")
def _position_on_mysql(element: _Position, compiler: SQLCompiler, **how: Any) -> str:
    text, part = (compiler.process(clause, **how) for clause in element.clauses)
    return f"instr({text}, CAST({part} AS BINARY))"


class _Folded(FunctionElement[str]):
    """The text in lower case."""

    inherit_cache = True
    type = String()
    name = "folded"


class _AsciiFolded(_Folded):
    """The text in lower case, at least its ASCII letters."""

    inherit_cache = True
    name = "ascii_folded"


@compiles(_Folded)
def _lower(element: _Folded, compiler: SQLCompiler, **how: Any) -> str:
    return f"lower({compiler.process(element.clauses, **how)})"


@compiles(_Folded, "mysql")
@compiles(_Folded, "mariadb")
def _lower_exactly(element: _Folded, compiler: SQLCompiler, **how: Any) -> str:
    return f"lower(CONVERT({compiler.process(element.clauses, **how)} USING utf8mb4)) COLLATE utf8mb4_bin"


@compiles(_Folded, "sqlite")
def _lower_by_python(element: _Folded, compiler: SQLCompiler, **how: Any) -> str:
    return f"python_lower({compiler.process(element.clauses, **how)})"


@compiles(_AsciiFolded, "sqlite")
def _lower_ascii(element: _AsciiFolded, compiler: SQLCompiler, **how: Any) -> str:
    return f"lower({compiler.process(element.clauses, **how)})"
