"""A client program with an open producer that keeps sending until the block ends, in whichever language."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

from tests.end_to_end.ports import end
from tests.end_to_end.waiting import wait_until


class ProducingProgram:
    """The program says SENT for each message that the broker accepted, and REFUSED or FAILED otherwise. `stderr`: as
    of `subprocess.Popen`; what goes to the log must not say these words by chance."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], log: Path, stderr: int = subprocess.STDOUT
    ) -> None:
        self._command, self._environment = list(command), {**os.environ, **environment}
        self._log, self._stderr = log, stderr
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                self._command, env=self._environment, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=log, stderr=self._stderr,
            )  # fmt: skip
        try:
            wait_until("the client's first message", self.accepted, seconds=60, pause=0.1)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._process:
            end(self._process)

    def accepted(self) -> int:
        """How many messages the broker has accepted so far. Raises RuntimeError if it refused one."""
        text = self._log.read_text()
        if "REFUSED" in text or "FAILED" in text:
            raise RuntimeError(text[-1000:])
        return text.count("SENT")
