"""The grants of one receiver on one place as a file writes them: each authority at most once at any time. Pure.

In the tables two grants may overlap; their windows become one. Windows that only touch stay two, as they were made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from app.access.windows import overlap, window_of


class ValidityPeriod(NamedTuple):
    """When a grant holds, as its row says; epoch ms."""

    valid_from: int | None = None
    valid_until: int | None = None
    """Excluded."""

    def has_ended(self, now: int) -> bool:
        """True when the grant gives nothing any more: a file need not name it."""
        return self.valid_until is not None and self.valid_until <= now

    def order(self) -> tuple[int, int]:
        """Windows in the order in which people read them."""
        return self.valid_from or 0, self.valid_until or 2**60


class Entitlement(NamedTuple):
    """What a grant gives in its window. A field beside the authorities is a plain column of a grant, and a field of a
    file's grants, of the same name: a new one (as `remark` is) is named here, and read, compared and written by all."""

    authorities: frozenset[int]
    remark: str | None = None

    @classmethod
    def of(cls, grant: Any, authorities: Iterable[int]) -> Entitlement:
        """The content of a row or of a file's entry, which have the columns as attributes."""
        return cls(frozenset(authorities), *(getattr(grant, column) for column in cls._fields[1:]))

    @property
    def columns(self) -> dict[str, Any]:
        """The plain columns, by name."""
        return {column: getattr(self, column) for column in self._fields[1:]}


class StoredEntitlement(NamedTuple):
    """One grant of the tables."""

    id: int
    window: ValidityPeriod
    content: Entitlement


ALWAYS = ValidityPeriod()


def joined_by_window(rows: Sequence[StoredEntitlement]) -> Mapping[ValidityPeriod, Entitlement]:
    """The contents by their windows. A window that no row has by itself has no plain columns."""
    windows: dict[int, list[ValidityPeriod]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: (row.window.valid_from or 0, row.id)):
        for authority in row.content.authorities:
            windows[authority].append(row.window)
    joined: dict[ValidityPeriod, set[int]] = defaultdict(set)
    for authority, of_authority in windows.items():
        for window in _join(of_authority):
            joined[window].add(authority)
    columns: dict[ValidityPeriod, dict[str, Any]] = defaultdict(dict)
    for row in reversed(rows):
        columns[row.window] |= {column: value for column, value in row.content.columns.items() if value}
    return {window: Entitlement(frozenset(numbers), **columns[window]) for window, numbers in joined.items()}


def _join(windows: Iterable[ValidityPeriod]) -> list[ValidityPeriod]:
    joined: list[ValidityPeriod] = []
    for window in windows:  # by their begin
        if joined and overlap(window_of(joined[-1]), window_of(window)):
            ends = (joined[-1].valid_until, window.valid_until)
            until = None if None in ends else max(end for end in ends if end is not None)
            joined[-1] = ValidityPeriod(joined[-1].valid_from, until)
        else:
            joined.append(window)
    return joined
