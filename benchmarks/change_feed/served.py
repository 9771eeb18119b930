"""One server process of the benchmark: `center` is the real service, `bare` pushes given bytes with plain Starlette.

Each line on standard input is a command: `center` commits a change, `bare` sends the hex bytes of the line. Each answer
on standard output is `<number> <monotonic ns>`: the number of the frame, and when its change was committed (or sent).
"""

import asyncio
import secrets
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

from pydantic import SecretStr
from sqlalchemy import insert
from sqlalchemy.orm import Session
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route

from app.audit.trail import trail
from app.brokers import credentials
from app.grants import grants, roles
from app.grants.models import Grant
from app.identity.accounts import lifecycle
from app.platform import schema
from app.platform.database import Database
from app.platform.settings import Settings
from app.resources.models import Cluster, Namespace, Tenant, Topic
from app.server.http_server import HttpServer
from app.server.main import create_app
from app.tokens import issuing, key_life

_TIMES = {"add_time": 1, "update_time": 1}


class BarePush:
    """A minimal push server: one queue per listener, bytes passed on unchanged."""

    def __init__(self) -> None:
        self._queues: list[asyncio.Queue[bytes]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self.application = Starlette(routes=[Route("/api/broker/v1/changes", self._changes)])

    async def _changes(self, _: Request) -> StreamingResponse:
        self._loop = asyncio.get_running_loop()
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._queues.append(queue)
        return StreamingResponse(self._frames(queue), media_type="text/event-stream")

    async def _frames(self, queue: "asyncio.Queue[bytes]") -> AsyncIterator[bytes]:
        while True:
            yield await queue.get()

    def push(self, frame: bytes) -> int:
        """Pass the bytes to every listener, from another thread; returns the time, monotonic ns."""
        assert self._loop is not None
        started = time.monotonic_ns()
        self._loop.call_soon_threadsafe(self._give, frame)
        return started

    def _give(self, frame: bytes) -> None:
        for queue in self._queues:
            queue.put_nowait(frame)


class RealCenter:
    """The service on a SQLite file with `rights` other grants; one grant is changed again and again."""

    def __init__(self, directory: str, rights: int) -> None:
        url = f"sqlite:///{directory}/center.db"
        settings = Settings(
            environment="development",
            database_url=url,
            issuer="http://127.0.0.1:1",
            secret_key=SecretStr(secrets.token_hex(32)),
        )
        schema.upgrade(settings.database_url)
        self.database = Database(url)
        self.committed = 0
        trail.on_commit(self.database._write, self._note)
        with self.database.writing() as session:
            self._role, self._topic, self.credential = _fill(session, rights)
            self.token = _administrator(session, settings)
        self.application = create_app(settings, self.database)
        self._grant = 0

    def change(self) -> tuple[int, int]:
        """Grant, or revoke the grant; returns the revision and the time of the commit, monotonic ns."""
        with self.database.writing() as session:
            trail.lock_revision(session)
            if self._grant:
                grants.revoke(session, "bench", self._grant)
                self._grant = 0
            else:
                self._grant = grants.grant(session, "bench", self._role, 4, self._topic, [302, 303]).id
            revision = trail.current_revision(session)
        return revision, self.committed

    def _note(self, _: int) -> None:
        self.committed = time.monotonic_ns()


def _fill(session: Session, rights: int) -> tuple[int, int, str]:
    cluster = Cluster(name="bench", address="pulsar://x", admin_url="http://x", **_TIMES)
    session.add(cluster)
    session.flush()
    tenant = Tenant(name="acme", clusters=str(cluster.id), **_TIMES)
    session.add(tenant)
    session.flush()
    namespace = Namespace(tenant=tenant.id, name="orders", **_TIMES)
    session.add(namespace)
    session.flush()
    topics = [Topic(tenant=tenant.id, namespace=namespace.id, name=f"t{number}", **_TIMES) for number in range(1001)]
    session.add_all(topics)
    session.flush()
    user = lifecycle.create(session, "bench", "alice", "service")
    role = roles.personal_role_of(session, user.id)
    rows = [
        {"role_id": role.id, "res_type": 4, "res_id": topics[1 + number % 1000].id, "authorities": "303",
         "granted_by": "bench", **_TIMES}
        for number in range(rights)
    ]  # fmt: skip
    session.execute(insert(Grant), rows)
    _, text = credentials.issue(session, "bench", cluster.id)
    return role.id, topics[0].id, text


def _administrator(session: Session, settings: Settings) -> str:
    """A token of somebody who may see what the brokers report."""
    boss = lifecycle.create(session, "bench", "boss", "service")
    grants.grant(session, "bench", roles.personal_role_of(session, boss.id).id, 0, 0, [4])
    key_life.ensure(session, settings)
    return issuing.issue(session, settings, boss.username, audiences=(settings.issuer,), seconds=86_400).reveal()


def main() -> None:
    """Serve until standard input ends."""
    kind, rights = sys.argv[1], int(sys.argv[2])
    with tempfile.TemporaryDirectory() as directory:
        if kind == "center":
            _serve_center(RealCenter(directory, rights))
        else:
            _serve_bare(BarePush())


def _serve_center(center: RealCenter) -> None:
    with center.database.reading() as session:
        position = trail.current_revision(session)
    with HttpServer(center.application).beside() as address:
        print(urlsplit(address).port, center.credential, position, center.token, flush=True)
        for _ in sys.stdin:
            print(*center.change(), flush=True)


def _serve_bare(bare: BarePush) -> None:
    with HttpServer(bare.application).beside() as address:
        print(urlsplit(address).port, "none", 1, "none", flush=True)
        for number, line in enumerate(sys.stdin):
            print(number, bare.push(bytes.fromhex(line)), flush=True)


if __name__ == "__main__":
    main()
