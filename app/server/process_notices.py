"""Datagrams between the processes of one center, so that each learns at once what another has committed.

A notice that gets lost costs a moment: whoever waits for one also looks by itself every now and then.
"""

import os
import socket
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

CHANGE = b"change"
"""The rights, or what brokers are told, changed."""
JOBS = b"jobs"
"""There are jobs for the worker."""
_ENDING = ".notices"


class ProcessNotices:
    """Of this process. `directory`: that of all of them, which nobody else may write to."""

    def __init__(self, directory: Path) -> None:
        self._directory, self._own = directory, directory / f"{os.getpid()}{_ENDING}"
        self._own.unlink(missing_ok=True)  # of a process before with the same number
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(self._own))

    def send(self, notice: bytes) -> None:
        """To all others; never waits. Callable from any thread."""
        for path in self._directory.glob(f"*{_ENDING}"):
            if path != self._own:
                # Full: it has notices to read already. Refused: that process has ended.
                with suppress(BlockingIOError, ConnectionRefusedError, FileNotFoundError):
                    self._socket.sendto(notice, socket.MSG_DONTWAIT, str(path))

    def listen(self, calls: Mapping[bytes, Callable[[], None]]) -> None:
        """From now on call what belongs to each notice, in a thread. It must be quick."""
        threading.Thread(target=self._listen, args=(calls,), name="notices", daemon=True).start()

    def _listen(self, calls: Mapping[bytes, Callable[[], None]]) -> None:
        while True:
            calls.get(self._socket.recv(64), lambda: None)()
