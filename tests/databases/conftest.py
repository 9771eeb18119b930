"""Two instances of the real service, each a process of its own, on one database."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
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
    with serving(database_url, database, [tmp_path / "one", tmp_path / "other"]) as (_, pair):
        yield pair


@contextmanager
def serving(
    database_url: str, database: Database, directories: Sequence[Path], *options: str
) -> Iterator[tuple[list[CenterProcess], Pair]]:
    """An instance for each directory, started with these options of `usercenter run`, and two clients of them."""
    settings = Settings(
        environment="development", database_url=database_url, issuer="http://127.0.0.1:1", secret_key=SECRET
    )
    with database.writing() as session:
        token = _prepare(session, settings)
    own = {"PUC_DATABASE_URL": database_url, "PUC_SECRET_KEY": SECRET, "PUC_ISSUER": settings.issuer}
    instances = [CenterProcess(directory, **own) for directory in directories]
    for each in instances:
        each.options = options
        each.begin()
    headers = {"Authorization": f"Bearer {token}"}
    clients = [plain_http.client(instances[number].url, headers=headers, timeout=60) for number in (0, -1)]
    try:
        for each in instances:
            each.wait()
        yield instances, Pair(clients, database)
    finally:
        for client in clients:
            client.close()
        for each in instances:
            each.stop()


def _prepare(session: Session, settings: Settings) -> str:
    trail.lock_revision(session)
    key_life.ensure(session, settings)
    root = an_administrator(session)
    return issuing.issue(session, settings, root.username, audiences=(settings.issuer,), seconds=600).reveal()
