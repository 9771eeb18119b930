"""Two instances of the real service, each a process of its own, on one database."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.platform.database import Database
from app.platform.settings import Settings
from app.tokens import issuing, key_life
from tests import plain_http
from tests.conftest import SECRET
from tests.end_to_end.center.process import CenterProcess
from tests.factories import an_administrator


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
        token = _prepare(session, settings)
    own = {"PUC_DATABASE_URL": database_url, "PUC_SECRET_KEY": SECRET, "PUC_ISSUER": settings.issuer}
    instances = [CenterProcess(tmp_path / name, **own) for name in ("one", "other")]
    for each in instances:
        each.begin()
    clients = [
        plain_http.client(each.url, headers={"Authorization": f"Bearer {token}"}, timeout=60) for each in instances
    ]
    try:
        for each in instances:
            each.wait()
        yield Pair(clients, database)
    finally:
        for client, each in zip(clients, instances, strict=True):
            client.close()
            each.stop()


def _prepare(session: Session, settings: Settings) -> str:
    trail.lock_revision(session)
    key_life.ensure(session, settings)
    root = an_administrator(session)
    return issuing.issue(session, settings, root.username, audiences=(settings.issuer,), seconds=600).reveal()
