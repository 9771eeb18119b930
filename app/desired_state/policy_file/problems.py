"""Problems of a policy file, each with its code, its path in the file and its line."""

from collections.abc import Callable
from typing import Any

from app.platform.errors import InvalidInput

Path = tuple[str | int, ...]
"""Keys and positions from the top of the file: ("grants", 3, "user")."""
SHOWN = 100
"""Problems that one answer lists."""
COUNTED = 1000
"""Checking stops after so many problems, because other writers wait during an apply."""


class FileProblem(InvalidInput):
    """One problem at one place of the file. `line` counts from 1."""

    def __init__(self, message: str, path: Path, line: int | None = None, *, code: str | None = None) -> None:
        super().__init__(message, code=code)
        self.message, self.path, self.line = message, path, line
        self.field = ".".join(str(part) for part in path)[:256]
        place = ", ".join(part for part in (f"line {line}" if line else "", self.field) if part)
        self.detail = f"{place}: {message}" if place else message
        self.extra = {"errors": [self.entry()], "errors_total": 1}

    def entry(self) -> dict[str, Any]:
        """This problem in a list of problems."""
        return {"field": self.field, "message": self.message, "line": self.line, "code": self.stable_code}


class Problems:
    """Collects problems of all checks, so that an author sees them at once. `line_of` finds the line of a path."""

    def __init__(self, line_of: Callable[[Path], int | None]) -> None:
        self._line_of = line_of
        self._found: list[FileProblem] = []

    @property
    def wrong_grants(self) -> set[Path]:
        """The grants with problems so far."""
        return {problem.path[:2] for problem in self._found if problem.path[:1] == ("grants",)}

    def add(self, message: str, path: Path, line: int | None = None, *, code: str | None = None) -> None:
        """Add a problem; without `line` its line is found by its path. Raises when there are COUNTED."""
        self._found.append(FileProblem(message, path, self._line_of(path) if line is None else line, code=code))
        if len(self._found) >= COUNTED:
            self.refuse()

    def refuse(self) -> None:
        """Raises the problem that comes first in the file, with a list of all. Does nothing when there are none."""
        if not self._found:
            return
        ordered = sorted(self._found, key=lambda problem: problem.line or 0)
        first = ordered[0]
        first.extra = {"errors": [problem.entry() for problem in ordered[:SHOWN]], "errors_total": len(ordered)}
        raise first
