"""The real center, and what can happen to it: killed, hung, its disk full, its database lost, its clock wrong."""

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
    """All faults are undone by `heal`, but for what a changed database lost."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self._shift_seconds = 0
        self._restored = False

    def heal(self) -> None:
        """Runs, on its own database, by the right clock, with room on its disk; restored, it begins a new epoch."""
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
        """SIGSTOP: its port takes connections, nobody answers."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """SIGCONT."""
        self._signal(signal.SIGCONT)

    def fill_disk(self) -> None:
        """The kernel lets it write no byte to any file any more (EFBIG; a full disk says ENOSPC, with the same end)."""
        assert self.process
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    def free_disk(self) -> None:
        """It may write again."""
        assert self.process
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, _UNLIMITED)

    def restart_with_clock(self, shift_seconds: int) -> None:
        """Killed and started with a clock that is wrong by so much; 0 puts it right."""
        self.kill()
        self._shift_seconds = shift_seconds
        self.start()

    def lose_database(self) -> None:
        """Killed, its database gone, and started again: it makes an empty one."""
        self.kill()
        self._lost.mkdir()
        for file in self.directory.glob("center.db*"):
            file.rename(self._lost / file.name)
        self.start()

    def find_database(self) -> None:
        """The lost database is put back and served."""
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
        """Killed, its database replaced by the copy; not started."""
        self.kill()
        for file in self.directory.glob("center.db*"):
            file.unlink()
        shutil.copy(copy, self.directory / "center.db")
        self._restored = True

    def environment(self) -> dict[str, str]:
        """With a heartbeat each second; with a wrong clock when that was asked for."""
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
