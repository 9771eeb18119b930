"""Two instances of the real service, each a process of its own, on one database."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from sqlalchemy.orm import Session

from app.audit import trail
from app.database import Database
from app.settings import Settings
from app.tokens import issuing, keys
from tests import plain_http
from tests.conftest import SECRET
from tests.end_to_end.ports import end, free_ports
from tests.factories import an_administrator

TOP = Path(__file__).parents[2]


@dataclass
class Pair:
    """A client of each instance, both as the same administrator, and the database behind them."""

    clients: list[httpx.Client]
    database: Database

    def at_once(
        self, method: str, path: str, bodies: list[object], *, under: str = "v1", **headers: str
    ) -> list[httpx.Response]:
        """Send all bodies at the same time, alternately to the two instances."""

        def send(number: int) -> httpx.Response:
            client = self.clients[number % len(self.clients)]
            return client.request(method, f"/api/{under}/{path}", json=bodies[number], headers=headers)

        with ThreadPoolExecutor(len(bodies)) as pool:
            return list(pool.map(send, range(len(bodies))))


@pytest.fixture
def pair(database_url: str, database: Database, tmp_path: Path) -> Iterator[Pair]:
    """Both instances, started and ready."""
    settings = Settings(
        environment="development", database_url=database_url, issuer="http://127.0.0.1:1", secret_key=SECRET
    )
    with database.writing() as session:
        token = _prepared(session, settings)
    ports = free_ports(2)
    logs = [tmp_path / f"instance-{port}.log" for port in ports]
    processes = [_start(settings, port, log) for port, log in zip(ports, logs, strict=True)]
    clients = [
        plain_http.client(f"http://127.0.0.1:{port}", headers={"Authorization": f"Bearer {token}"}, timeout=60)
        for port in ports
    ]
    try:
        for client, process, log in zip(clients, processes, logs, strict=True):
            _wait(client, process, log)
        yield Pair(clients, database)
    finally:
        for client, process in zip(clients, processes, strict=True):
            client.close()
            end(process)


def _prepared(session: Session, settings: Settings) -> str:
    trail.lock_revision(session)
    keys.ensure_active(session, settings.secret_key)
    root = an_administrator(session)
    return issuing.issue(session, settings, root.username, audiences=(settings.issuer,), seconds=600).reveal()


def _start(settings: Settings, port: int, log: Path) -> subprocess.Popen[bytes]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PUC_")}
    ours = {
        "PUC_ENVIRONMENT": "development",
        "PUC_PORT": str(port),
        "PUC_ISSUER": settings.issuer,
        "PUC_DATABASE_URL": settings.database_url,
        "PUC_SECRET_KEY": SECRET,
    }
    with log.open("wb") as output:
        return subprocess.Popen(
            [sys.executable, "-m", "app", "run"],
            cwd=TOP, env={**inherited, **ours}, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
        )  # fmt: skip


def _wait(client: httpx.Client, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(600):
        assert process.poll() is None, f"the instance ended while starting: {log.read_text()[-2000:]}"
        try:
            if client.get("/health/ready").status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    raise TimeoutError("the instance does not answer")
