"""The grants of one receiver on one place as a file writes them: each authority at most once at any time. Pure.

In the tables two grants may overlap; their windows become one. Windows that only touch stay two, as they were made.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from app.access.windows import Window as Span
from app.access.windows import overlap
from app.desired_state.engine.state import GrantContent, GrantRow, Window


def canonical(rows: Iterable[GrantRow]) -> Mapping[Window, GrantContent]:
    """Window → authorities and remark. A joined window has no remark."""
    rows = list(rows)
    spans: dict[int, list[Window]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: (row.start or 0, row.id)):
        for authority in row.authorities:
            spans[authority].append((row.start, row.until))
    numbers_by_window: dict[Window, set[int]] = defaultdict(set)
    for authority, windows in spans.items():
        for window in _join(windows):
            numbers_by_window[window].add(authority)
    remarks = {(row.start, row.until): row.remark for row in reversed(rows) if row.remark}
    return {window: (frozenset(numbers), remarks.get(window)) for window, numbers in numbers_by_window.items()}


def has_ended(window: Window, now: int) -> bool:
    """True for a window that has ended: the grant gives nothing any more, and a file need not name it."""
    return window[1] is not None and window[1] <= now


def _join(windows: list[Window]) -> list[Window]:
    joined: list[Window] = []
    for window in windows:  # by their begin
        if joined and overlap(Span(joined[-1][0] or 0, joined[-1][1]), Span(window[0] or 0, window[1])):
            ends = (joined[-1][1], window[1])
            joined[-1] = (joined[-1][0], None if None in ends else max(end for end in ends if end is not None))
        else:
            joined.append(window)
    return joined
