"""Ten thousand clients (PUC_STORM_CLIENTS) sign in through brokers at the same moment, each on a connection of its own,
to the very server that users start: each gets its answer, none an error but "later" with the seconds to wait."""

import asyncio
import os
import resource
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.brokers import credentials as cluster_credentials
from app.identity import client_secrets, users
from app.platform.database import Database
from app.platform.settings import Settings
from benchmarks.connection import request
from tests.end_to_end.center.process import QUICK_HASHES, CenterProcess
from tests.factories import PASSWORD, a_cluster, a_service, a_user, password_of

CLIENTS = int(os.environ.get("PUC_STORM_CLIENTS", "10000"))
PEOPLE, SERVICES, CLUSTERS = 20, 20, 3
_LONGEST_SECONDS = 600
_OTHER_FILES = 500
"""Open files of a process beside the clients' connections."""
pytestmark = pytest.mark.soak


@dataclass
class StormAnswer:
    """An answer, and the seconds that it says to wait."""

    status: int
    retry_after: int | None


class Client:
    """One kept connection. httpx would take more of the machine than the server."""

    def __init__(self, url: str) -> None:
        where = urlsplit(url)
        self._where = str(where.hostname), int(where.port or 80)
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def connect(self) -> None:
        """Open the connection."""
        self._open = await asyncio.open_connection(*self._where)

    async def send(self, content: bytes) -> StormAnswer:
        """Send, and read the whole answer."""
        if self._open is None:
            await self.connect()
        assert self._open is not None
        reader, writer = self._open
        writer.write(content)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if line)
        await reader.readexactly(int(fields["content-length"]))
        return StormAnswer(int(head.split()[1]), int(fields["retry-after"]) if "retry-after" in fields else None)

    async def close(self) -> None:
        """Close the connection."""
        if self._open is not None:
            self._open[1].close()
            await self._open[1].wait_closed()
            self._open = None


@dataclass
class Storm:
    """What the clients were answered. `others`: seconds of another caller's requests."""

    url: str
    brokers: list[str]
    people: list[tuple[str, str]]
    first: Counter[int] = field(default_factory=Counter)
    last: Counter[int] = field(default_factory=Counter)
    tries: int = 0
    others: list[float] = field(default_factory=list)

    async def run(self) -> None:
        """All at once; callers that are asked to wait do so, as clients do."""
        clients = [Client(self.url) for _ in range(CLIENTS)]
        for begin in range(0, CLIENTS, 500):
            await asyncio.gather(*(client.connect() for client in clients[begin : begin + 500]))
        other = asyncio.create_task(self._somebody_else())
        await asyncio.gather(*(self._sign_in(client, number) for number, client in enumerate(clients)))
        other.cancel()
        await asyncio.gather(*(client.close() for client in clients))

    async def _sign_in(self, client: Client, number: int) -> None:
        name, shown = self.people[number % len(self.people)]
        body = {"username": name, "password": shown, "address": f"10.0.{number // 250}.{number % 250}:40000"}
        sign_in = request(self.url, self.brokers[number % CLUSTERS], "POST", "/api/broker/v1/authenticate", body)
        answer = await client.send(sign_in)
        self.first[answer.status] += 1
        self.tries += 1
        while answer.status in (429, 503) and answer.retry_after is not None:
            await client.close()  # the server would close it when it was idle for too long
            await asyncio.sleep(answer.retry_after * (1 + number % 50 / 50))
            answer = await client.send(sign_in)
            self.tries += 1
        self.last[answer.status] += 1

    async def _somebody_else(self) -> None:
        client, reading = Client(self.url), request(self.url, "", "GET", "/.well-known/openid-configuration")
        try:
            while True:
                started = time.perf_counter()
                assert (await client.send(reading)).status == 200
                self.others.append(time.perf_counter() - started)
                await asyncio.sleep(0.05)
        finally:
            await client.close()


@pytest.fixture
def storm(tmp_path: Path) -> Iterator[Storm]:
    """A center with people, services and brokers of several clusters."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert limits[1] >= CLIENTS + _OTHER_FILES, "this machine does not let a process open so many connections"
    resource.setrlimit(resource.RLIMIT_NOFILE, (limits[1], limits[1]))
    center = CenterProcess(tmp_path, **QUICK_HASHES)
    center.start()
    database = Database(center.environment()["PUC_DATABASE_URL"])
    try:
        with database.writing() as session:
            trail.lock_revision(session)
            brokers, people = _make(session)
        yield Storm(center.url, brokers, people)
    finally:
        database.close()
        center.stop()
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


@pytest.mark.timeout(_LONGEST_SECONDS + 60)
def test_clients_that_come_at_once_are_all_answered(storm: Storm) -> None:
    asyncio.run(asyncio.wait_for(storm.run(), _LONGEST_SECONDS))
    ordered = sorted(storm.others)
    print(f"\nfirst answers {dict(storm.first)}, {storm.tries} tries; others: {len(ordered)},",
          f"p50 {ordered[len(ordered) // 2]:.3f} s, p99 {ordered[int(len(ordered) * 0.99)]:.3f} s")  # fmt: skip
    assert storm.last == {200: CLIENTS}
    assert set(storm.first) <= {200, 429, 503}


def _make(session: Session) -> tuple[list[str], list[tuple[str, str]]]:
    settings = Settings(argon2_memory_kib=8192, argon2_rounds=1)
    brokers = [
        cluster_credentials.issue(session, "test", a_cluster(session, f"c{number}").id)[1] for number in range(CLUSTERS)
    ]
    people = []
    for number in range(PEOPLE):
        a_user(session, f"person{number}")
        password_of(session, settings, f"person{number}")
        people.append((f"person{number}", PASSWORD))
    for number in range(SERVICES):
        service = users.find(session, a_service(session, f"service{number}").id)
        people.append((service.username, client_secrets.create(session, "test", service)[1]))
    return brokers, people
