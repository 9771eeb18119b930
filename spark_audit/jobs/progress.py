"""Progress lines on stderr, so that nobody wonders whether a long run is alive."""

import sys
import time


class Progress:
    """Prints a line per finished stage with the seconds since the start of the run."""

    def __init__(self) -> None:
        """The clock starts here."""
        self._start = time.monotonic()

    def done(self, stage: str, detail: str) -> None:
        """Report a stage as finished."""
        seconds = time.monotonic() - self._start
        sys.stderr.write(f"[{seconds:7.1f} s] {stage:<9} {detail}\n")
        sys.stderr.flush()
