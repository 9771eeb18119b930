"""Progress lines on stderr, which show that a long run is alive."""

import sys
import time
from collections.abc import Sequence
from datetime import date


class Progress:
    """Prints a line per finished step with the seconds since the start of the run."""

    def __init__(self) -> None:
        """The clock starts here."""
        self._start = self._intake = time.monotonic()
        self._files = self._bytes = self._lines = self._read = self._done = 0

    def done(self, stage: str, detail: str) -> None:
        """Report a stage as finished."""
        seconds = time.monotonic() - self._start
        sys.stderr.write(f"[{seconds:7.1f} s] {stage:<9} {detail}\n")
        sys.stderr.flush()

    def expect(self, files: int, size: int) -> None:
        """Report how many files and bytes are going to be read."""
        self._files, self._bytes, self._intake = files, size, time.monotonic()
        self.done("files", f"{files:,} new, {size / 1e6:,.1f} MB" if files else "nothing new")

    def batch(self, files: int, size: int, lines: int, dates: Sequence[date]) -> None:
        """Report a batch as read: how many files so far, how fast, and how long the others will take."""
        self._read, self._done, self._lines = self._read + files, self._done + size, self._lines + lines
        seconds = max(time.monotonic() - self._intake, 1e-3)
        left = seconds * (self._bytes - self._done) / max(self._done, 1)
        rate = f"{self._lines:,} lines, {self._lines / seconds:,.0f} a second"
        what = f"{dates[0]} to {dates[-1]}" if dates else "no events"
        self.done("intake", f"{self._read:,} of {self._files:,} files ({what}), {rate}, {left:,.0f} s left")
