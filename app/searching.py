"""Searching for a part of a text, taken literally: capitals do not matter, accents do, on every database alike.

Left to themselves, SQLite would ignore the case of ASCII letters only, PostgreSQL none, and MariaDB accents as well.
"""

from typing import Any

from sqlalchemy import ColumnElement, String
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import InstrumentedAttribute
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement


def part_of(column: InstrumentedAttribute[Any], text: str) -> ColumnElement[bool]:
    """A condition: the column contains the text."""
    # SQLite's own function is many times faster than one of Python, and knows ASCII only.
    folded = _AsciiFolded(column) if text.isascii() else _Folded(column)
    return folded.contains(text.lower(), autoescape=True)


class _Folded(FunctionElement[str]):
    """In small letters."""

    inherit_cache = True
    type = String()
    name = "folded"


class _AsciiFolded(_Folded):
    """In small letters as far as they are ASCII, at least."""

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
