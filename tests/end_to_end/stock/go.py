"""The stock Go client, built once per run from tests/end_to_end/clients/go with pinned modules."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Self

from tests.end_to_end.ports import end
from tests.end_to_end.stock.sides import Side
from tests.end_to_end.waiting import wait_until

_MODULE = Path(__file__).parents[1] / "clients" / "go"


def build(target: Path) -> Path:
    """Build the steady producer. Raises RuntimeError with what the compiler says."""
    # Where Go's own archive is unpacked to; not on the path of every shell.
    go = shutil.which("go") or "/usr/local/go/bin/go"
    command = [go, "build", "-mod=readonly", "-o", str(target), "./steady"]
    done = subprocess.run(command, cwd=_MODULE, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    return target


class GoProducing:
    """The Go client with an open producer that keeps sending until the block ends."""

    def __init__(self, program: Path, side: Side, client_id: str, key_file: Path, log: Path) -> None:
        self._program, self._log = program, log
        self._environment = {
            "SERVICE_URL": side.estate.broker.service_url,
            "ISSUER": side.estate.center.url,
            "TOPIC": side.topic,
            "CLIENT_ID": client_id,
            "KEY_FILE": str(key_file),
        }
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [str(self._program)], env={**os.environ, **self._environment}, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
            )  # fmt: skip
        try:
            wait_until("the Go client's first message", self.accepted, seconds=60, pause=0.1)
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
