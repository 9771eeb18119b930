"""Searches for a literal part of a text: case is ignored, accents are not, on every database.

By default SQLite ignores the case of ASCII letters only, PostgreSQL no case, and MariaDB accents as well.
"""

from typing import Any

from sqlalchemy import ColumnElement, String
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import InstrumentedAttribute
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement


def part_of(column: InstrumentedAttribute[Any], text: str) -> ColumnElement[bool]:
    """A condition: the column contains the text."""
    # SQLite's own lower() is many times faster than the Python function, but handles ASCII only.
    folded = _AsciiFolded(column) if text.isascii() else _Folded(column)
    return folded.contains(text.lower(), autoescape=True)


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
