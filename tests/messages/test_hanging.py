"""Servers that hang, or send a byte now and then: they delay their own messages and nothing else."""

import itertools
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import httpx
import pytest
from sqlalchemy import select

from app.messages import hook_request, smtp
from app.messages.hook_addresses import HookTarget
from app.messages.smtp import NotSentError, mail_server
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.outbox.models import Mail
from app.platform.outgoing import look_up
from app.platform.periodic_jobs import PeriodicRun
from app.platform.settings import Settings
from app.server.worker import Worker
from tests.center import Center
from tests.end_to_end.waiting import wait_until
from tests.factories import a_user
from tests.messages.test_own_email import with_address


@dataclass
class Slow:
    """A server that takes connections and answers with `says`, a byte every tenth of a second, again and again."""

    says: bytes = b""
    taken: list[socket.socket] = field(default_factory=list)

    def serve(self, server: socket.socket) -> None:
        """Until the server is closed."""
        while True:
            try:
                taken, _ = server.accept()
            except OSError:
                return
            self.taken.append(taken)
            threading.Thread(target=self._drip, args=(taken,), daemon=True).start()

    def _drip(self, taken: socket.socket) -> None:
        try:
            for byte in itertools.cycle(self.says):
                taken.sendall(bytes([byte]))
                time.sleep(0.1)
        except OSError:
            pass


@pytest.fixture
def slow() -> Iterator[Callable[[bytes], tuple[Slow, int]]]:
    """Starts such servers; with their ports."""
    servers: list[socket.socket] = []

    def start(says: bytes) -> tuple[Slow, int]:
        made, server = Slow(says), socket.create_server(("127.0.0.1", 0))
        servers.append(server)
        threading.Thread(target=made.serve, args=(server,), daemon=True).start()
        return made, int(server.getsockname()[1])

    yield start
    for server in servers:
        server.close()


def _last_run(database: Database, name: str) -> int:
    with database.reading() as session:
        row = session.get(PeriodicRun, name)
        return (row.last_run or 0) if row else 0


def test_a_mail_server_that_hangs_delays_no_other_job(
    center: Center, slow: Callable[[bytes], tuple[Slow, int]]
) -> None:
    hanging, port = slow(b"")
    changes = {"mail_host": "127.0.0.1", "mail_port": port, "mail_sender": "center@acme.example"}
    settings = center.settings.model_copy(update=changes)
    alice = center.make(a_user, "alice")
    center.signed_in(alice)
    with_address(center, alice)
    center.app.state.settings = settings
    center.client().post("/api/v1/password-resets", json={"username": "alice"})
    ahead = 0
    worker = Worker(center.database, settings, clock=lambda: now_ms() + ahead)
    worker.start()
    try:
        wait_until("a connection to the mail server", lambda: len(hanging.taken) == 1)
        ahead = 3_600_000
        later = now_ms() + ahead
        for job in ("remediation.notice_period", "identity.ended_secrets", "messages.web_hooks"):
            wait_until(job, lambda job=job: _last_run(center.database, job) >= later)  # type: ignore[misc]
        assert _last_run(center.database, "messages.sending") < later, "e-mail still hangs"
    finally:
        for taken in hanging.taken:
            taken.shutdown(socket.SHUT_RDWR)
        worker.stop()
    (mail,) = center.read(lambda session: session.scalars(select(Mail)).all())
    assert (mail.state, mail.attempts) == ("waiting", 1)


def test_a_receiver_that_drips_is_cut_off(slow: Callable[[bytes], tuple[Slow, int]]) -> None:
    _, port = slow(b"HTTP/1.1 200 OK\r\nx: y\r\n")
    with pytest.raises(httpx.HTTPError):  # without a cut the answer never ends
        hook_request.post(HookTarget(f"http://127.0.0.1:{port}/", "127.0.0.1", "127.0.0.1"), b"{}", {}, seconds=2.0)


def test_a_mail_server_that_drips_is_cut_off(
    settings: Settings, slow: Callable[[bytes], tuple[Slow, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, port = slow(b"220-patience\r\n")
    monkeypatch.setattr(smtp, "_IN_ALL_SECONDS", 2.0)
    greeting_settings = settings.model_copy(update={"mail_host": "127.0.0.1", "mail_port": port})
    with pytest.raises(NotSentError), mail_server(greeting_settings):  # without a cut the greeting never ends
        pass


def test_a_name_that_is_not_looked_up_in_time_is_unknown(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    found = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found.wait(250) and [])
    monkeypatch.setattr(look_up, "SECONDS", 0.1)
    named_settings = settings.model_copy(update={"mail_host": "mail.acme.example"})
    try:
        with pytest.raises(look_up.NameUnknownError):
            look_up.Reach().checked("broker.acme.example", 443)
        with pytest.raises(NotSentError), mail_server(named_settings):
            pass
        assert not found.is_set()
    finally:
        found.set()
