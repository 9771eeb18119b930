"""The real center with faults: killed, hung, disk full, database lost, wrong clock."""

import os
import resource
import shutil
import signal
import sqlite3
from pathlib import Path

from tests.end_to_end.center.process import CenterProcess

HEARTBEAT_SECONDS = 1
_CLOCK = Path(__file__).parent / "wrong_clock"
_UNLIMITED = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)


class FaultyCenter(CenterProcess):
    """`heal` undoes all faults, except for rows that a restored database lost."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self._shift_seconds = 0
        self._restored = False

    def heal(self) -> None:
        """Run again on its own database, with the right clock and free disk. After a restore, begin a new epoch."""
        if self._lost.exists():
            self.find_database()
        elif self._shift_seconds:
            self.restart_with_clock(0)
        elif self.process is None or self.process.poll() is not None:
            self.start()
        else:
            self.go_on()
            self.free_disk()
        if self._restored:
            self.command("new-epoch")
            self._restored = False

    def hang(self) -> None:
        """SIGSTOP: its port accepts connections, but nothing answers."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """SIGCONT."""
        self._signal(signal.SIGCONT)

    def fill_disk(self) -> None:
        """Let the kernel refuse every write to a file (EFBIG; a full disk gives ENOSPC, with the same effect)."""
        assert self.process
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    def free_disk(self) -> None:
        """Allow writes again."""
        assert self.process
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, _UNLIMITED)

    def restart_with_clock(self, shift_seconds: int) -> None:
        """Kill, and start with a clock that is wrong by so much; 0: the right clock."""
        self.kill()
        self._shift_seconds = shift_seconds
        self.start()

    def lose_database(self) -> None:
        """Kill, remove the database, and start: it makes an empty one."""
        self.kill()
        self._lost.mkdir()
        for file in self.directory.glob("center.db*"):
            file.rename(self._lost / file.name)
        self.start()

    def find_database(self) -> None:
        """Put the lost database back, and start on it."""
        self.kill()
        for file in self.directory.glob("center.db*"):
            file.unlink()
        for file in self._lost.iterdir():
            file.rename(self.directory / file.name)
        self._lost.rmdir()
        self.start()

    def back_up(self) -> Path:
        """A copy of the database, made while it runs, as docs/operating.md says."""
        copy = self.directory / "back-up.db"
        with sqlite3.connect(self.directory / "center.db") as source, sqlite3.connect(copy) as target:
            source.backup(target)
        source.close()
        target.close()
        return copy

    def restore(self, copy: Path) -> None:
        """Kill, and replace the database by the copy; does not start."""
        self.kill()
        for file in self.directory.glob("center.db*"):
            file.unlink()
        shutil.copy(copy, self.directory / "center.db")
        self._restored = True

    def environment(self) -> dict[str, str]:
        """Adds a heartbeat each second and, if set, the wrong clock."""
        own = {"PUC_HEARTBEAT_SECONDS": str(HEARTBEAT_SECONDS)}
        if self._shift_seconds:
            own |= {"PYTHONPATH": str(_CLOCK), "CLOCK_SHIFT_SECONDS": str(self._shift_seconds)}
        return {**super().environment(), **own}

    @property
    def _lost(self) -> Path:
        return self.directory / "lost"

    def _signal(self, sign: signal.Signals) -> None:
        assert self.process
        os.killpg(self.process.pid, sign)
