"""Keeps the processes alive that answer (`usercenter run --workers N`), and ends them.

uvicorn has a supervisor, too: it waits without end for a process that hangs, at a restart and at the end, and does not
notice when the event loop of one hangs.
"""

import multiprocessing
import os
import signal
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from app.platform.telemetry import logger

Serve = Callable[[socket.socket, Connection], None]
"""What a worker does: answer on the socket, and write a byte now and then, the first when it is ready."""
_log = logger(__name__)
_SPAWN = multiprocessing.get_context("spawn")
_LOOK_SECONDS = 0.5
_PAUSE_SECONDS = 0.05
"""Between two looks: a worker that is ending says no more and wakes who waits all the same."""
_START_SECONDS, _SILENT_SECONDS = 300, 30
"""A worker that says nothing for so long, before it is ready and afterwards, is killed."""
_END_SECONDS = 10
_QUICK_SECONDS = 60
_PAUSES = (0, 1, 3, 7, 15, 30)
"""Before the next start, after so many that ended quickly one after the other. When all go on so, it is over."""


class _Worker:
    """One of the processes. `number`: from 1, kept by its successors."""

    def __init__(self, number: int) -> None:
        self.number, self.is_ready = number, False
        self.process: BaseProcess | None = None
        self.beats: Connection | None = None
        self.quick_ends = 0
        self._started = self.heard = self.start_at = 0.0

    def start(self, serve: Serve, listening: socket.socket) -> None:
        """Raises OSError when the system has no room for it."""
        self._started = self.heard = time.monotonic()
        self.beats, beating = _SPAWN.Pipe(duplex=False)
        with beating:
            process = _SPAWN.Process(target=serve, args=(listening, beating))
            process.start()
        self.process = process

    def read_beats(self) -> None:
        """Note that it lives, if it has said so."""
        with suppress(OSError):
            if self.beats and self.beats.poll() and os.read(self.beats.fileno(), 65_536):
                self.heard, self.is_ready = time.monotonic(), True

    @property
    def is_silent(self) -> bool:
        """It hangs."""
        return time.monotonic() - self.heard > (_SILENT_SECONDS if self.is_ready else _START_SECONDS)

    def note_end(self) -> float:
        """It has ended, or could not be started. Returns the seconds until the next start."""
        now = time.monotonic()
        self.quick_ends = self.quick_ends + 1 if now - self._started < _QUICK_SECONDS else 1
        if self.beats:  # there is none when the system had no room for a pipe
            self.beats.close()
        self.process, self.beats, self.is_ready = None, None, False
        pause = _PAUSES[min(self.quick_ends, len(_PAUSES)) - 1]
        self.start_at = now + pause
        return pause


class Supervisor:
    """`ready`: called once when all answer. `ended`: called with the process id of each that has ended."""

    def __init__(
        self,
        serve: Serve,
        number: int,
        listening: socket.socket,
        ready: Callable[[], None],
        ended: Callable[[int], None],
    ) -> None:
        self._serve, self._listening, self._ready, self._note_ended = serve, listening, ready, ended
        self._workers = [_Worker(number) for number in range(1, number + 1)]
        self._end_wanted = self._said = False

    def run(self) -> int:
        """Until SIGTERM or SIGINT. Returns the exit status: 1 when no worker can be kept alive."""
        signal.signal(signal.SIGTERM, self._want_end)
        try:
            while not self._end_wanted and not self._is_hopeless():
                for worker in self._workers:
                    self._look_after(worker)
                self._say_ready()
                wait([worker.beats for worker in self._workers if worker.beats], _LOOK_SECONDS)
                time.sleep(_PAUSE_SECONDS)
        finally:
            self._end_all([worker.process for worker in self._workers if worker.process is not None])
        return 0 if self._end_wanted else 1

    def _want_end(self, *_: object) -> None:
        self._end_wanted = True

    def _is_hopeless(self) -> bool:
        return all(worker.quick_ends > len(_PAUSES) for worker in self._workers)

    def _say_ready(self) -> None:
        if not self._said and all(worker.is_ready for worker in self._workers):
            self._said = True
            self._ready()

    def _look_after(self, worker: _Worker) -> None:
        if worker.process is None:
            if time.monotonic() >= worker.start_at:
                self._start(worker)
            return
        worker.read_beats()
        if not worker.process.is_alive():
            self._replace(worker, worker.process)
        elif worker.is_silent:
            _log.warning("a worker hangs: it is killed", worker=worker.number, pid=worker.process.pid)
            worker.process.kill()
            worker.process.join()

    def _start(self, worker: _Worker) -> None:
        # Ctrl-C goes to all processes of a terminal; this one ends the others.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            worker.start(self._serve, self._listening)
            _log.info("a worker was started", worker=worker.number, pid=worker.process and worker.process.pid)
        except OSError as error:
            _log.warning(f"a worker could not be started: {error}", worker=worker.number, again_in_s=worker.note_end())
        finally:
            signal.signal(signal.SIGINT, self._want_end)

    def _replace(self, worker: _Worker, process: BaseProcess) -> None:
        process.join()
        self._note_ended(process.pid or 0)
        ended = {"worker": worker.number, "pid": process.pid, "exit_status": process.exitcode}
        _log.warning("a worker has ended: another one is started", **ended, in_s=worker.note_end())

    def _end_all(self, processes: Sequence[BaseProcess]) -> None:
        self._listening.close()
        for process in processes:
            process.terminate()
        end = time.monotonic() + _END_SECONDS
        for process in processes:
            process.join(max(0.0, end - time.monotonic()))
            if process.is_alive():
                _log.warning("a worker did not end: it is killed", pid=process.pid)
                process.kill()
                process.join()
