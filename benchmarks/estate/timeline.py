"""Revisions: each moment at which something changes gets the next number."""

from bisect import bisect_right
from collections.abc import Iterable


class Timeline:
    """Moments (epoch ms) → revisions, counted from 1."""

    def __init__(self, moments: Iterable[int]) -> None:
        self._moments = sorted(set(moments))

    @property
    def last(self) -> int:
        """The newest revision."""
        return len(self._moments)

    def revision(self, time: int) -> int:
        """The revision in force at `time`; 0 before the first."""
        return bisect_right(self._moments, time)
