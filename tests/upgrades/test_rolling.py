"""Two versions side by side on one database: the older one goes on while the newer one has changed the tables."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.brokers import credentials
from app.platform import schema
from app.platform.database import Database
from app.platform.settings import Settings
from app.tokens import issuing, key_life
from tests import plain_http
from tests.brokers.plugin import Listening
from tests.conftest import SECRET
from tests.end_to_end.center.process import CenterProcess
from tests.factories import a_cluster, an_administrator
from tests.upgrades.next_version import REVISION, NextVersion

ISSUER = "http://127.0.0.1:1"


@pytest.fixture
def following(tmp_path: Path, database_url: str) -> Iterator[NextVersion]:
    """The next version; the database is this version's again afterwards."""
    made = NextVersion(tmp_path / "following")
    yield made
    made.go_back(database_url)


def test_an_older_center_goes_on(database_url: str, database: Database, following: NextVersion, tmp_path: Path) -> None:
    person, broker = _tokens(database, database_url)
    own = {"PUC_DATABASE_URL": database_url, "PUC_SECRET_KEY": SECRET, "PUC_ISSUER": ISSUER}
    older, newer = (CenterProcess(tmp_path / name, **own) for name in ("older", "newer"))
    newer.program = following.top
    as_broker = {"Authorization": f"Bearer {broker}"}
    with _running(older, person) as old, plain_http.client(older.url, headers=as_broker, timeout=60) as plugin:
        revision = plugin.get("/api/broker/v1/snapshot").json()["revision"]
        with Listening(plugin, revision) as feed, _running(newer, person) as new:
            with database.engine.connect() as connection:
                assert schema.of(connection) == REVISION
            assert old.get("/health/ready").status_code == 200
            for number, (writer, reader) in enumerate([(old, new), (new, old)]):
                _change_reaches(writer, reader, feed, f"user-{number}")


def _change_reaches(writer: httpx.Client, reader: httpx.Client, feed: Listening, name: str) -> None:
    made = writer.post("/api/v1/users", json={"username": name, "kind": "service"})
    assert made.status_code == 201
    assert reader.get(f"/api/v1/users/{made.json()['id']}").json()["username"] == name
    while name not in _users_of_next_frame(feed):
        pass


def _users_of_next_frame(feed: Listening) -> list[str]:
    """The users that the next frame tells of. Raises queue.Empty when none comes."""
    event, content = feed.next(30) or ("the end", {})
    assert event in ("delta", "time")
    return [user["name"] for user in content.get("set", {}).get("users", [])]


@contextmanager
def _running(center: CenterProcess, token: str) -> Iterator[httpx.Client]:
    center.start()
    try:
        with plain_http.client(center.url, headers={"Authorization": f"Bearer {token}"}, timeout=60) as client:
            yield client
    finally:
        center.stop()


def _tokens(database: Database, url: str) -> tuple[str, str]:
    """Of an administrator, and of a cluster's brokers."""
    settings = Settings(environment="development", database_url=url, issuer=ISSUER, secret_key=SECRET)
    with database.writing() as session:
        return _prepare(session, settings)


def _prepare(session: Session, settings: Settings) -> tuple[str, str]:
    trail.lock_revision(session)
    key_life.ensure(session, settings)
    root, cluster = an_administrator(session), a_cluster(session, "one")
    session.flush()
    token = issuing.issue(session, settings, root.username, audiences=(ISSUER,), seconds=600).reveal()
    return token, credentials.issue(session, "test", cluster.id)[1]
