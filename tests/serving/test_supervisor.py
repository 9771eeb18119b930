"""Worker processes that hang, or cannot be kept alive."""

import os
import signal
import socket
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection

import pytest

from app.server import supervisor
from app.server.supervisor import Supervisor


@pytest.fixture
def listening(monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """A socket. Nobody waits for long."""
    for name, value in {"_SILENT_SECONDS": 1, "_END_SECONDS": 1, "_PAUSES": (0, 0)}.items():
        monkeypatch.setattr(supervisor, name, value)
    before = {sign: signal.getsignal(sign) for sign in (signal.SIGTERM, signal.SIGINT)}
    yield socket.socket()
    for sign, handler in before.items():
        signal.signal(sign, handler)


def hangs(_listening: socket.socket, beating: Connection) -> None:
    """Gets ready, and stops."""
    os.write(beating.fileno(), b".")
    os.kill(os.getpid(), signal.SIGSTOP)


def fails(_listening: socket.socket, _beating: Connection) -> None:
    """Never gets ready."""
    raise SystemExit(3)


def beats(_listening: socket.socket, beating: Connection) -> None:
    """Lives, and cannot be ended."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        os.write(beating.fileno(), b".")
        time.sleep(0.1)


def end() -> None:
    """As an operator does."""
    os.kill(os.getpid(), signal.SIGTERM)


def test_a_worker_that_hangs_is_replaced(listening: socket.socket) -> None:
    ended: list[int] = []

    def note(pid: int) -> None:
        ended.append(pid)
        if len(ended) == 2:
            end()

    assert Supervisor(hangs, 1, listening, ready=lambda: None, ended=note).run() == 0
    assert len(set(ended)) == 2


def test_workers_that_do_not_end_are_killed(listening: socket.socket) -> None:
    assert Supervisor(beats, 2, listening, ready=end, ended=lambda _: None).run() == 0
    assert listening.fileno() == -1, "nobody new is accepted"


def test_it_gives_up_when_the_system_has_no_room(listening: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: object, **__: object) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(supervisor._SPAWN, "Pipe", no_room)
    assert Supervisor(fails, 1, listening, ready=lambda: None, ended=lambda _: None).run() == 1


def test_it_gives_up_when_none_can_be_started(listening: socket.socket) -> None:
    ended: list[int] = []
    assert Supervisor(fails, 2, listening, ready=lambda: None, ended=ended.append).run() == 1
    assert len(ended) >= 6
