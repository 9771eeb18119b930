"""Hundreds of clients (PUC_STORM_CLIENTS) sign in through brokers at the same moment, to the very server that users
start: each gets its answer, none an error but "later" with the seconds to wait."""

import asyncio
import os
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from sqlalchemy.orm import Session

from app.brokers import credentials as cluster_credentials
from app.database import Database
from app.identity import client_secrets, users
from app.settings import Settings
from app.trail import trail
from tests.end_to_end.center.process import QUICK_HASHES, CenterProcess
from tests.factories import PASSWORD, a_cluster, a_service, a_user, password_of

CLIENTS = int(os.environ.get("PUC_STORM_CLIENTS", "300"))
CONNECTIONS, PEOPLE, SERVICES, CLUSTERS = 1_000, 20, 20, 3
_LONGEST_SECONDS = 400
pytestmark = pytest.mark.soak


@dataclass
class Storm:
    """What the clients were answered. `slowest`: of another caller's requests, in seconds."""

    url: str
    brokers: list[str]
    people: list[tuple[str, str]]
    first: Counter[int] = field(default_factory=Counter)
    last: Counter[int] = field(default_factory=Counter)
    without_seconds: int = 0
    others: list[float] = field(default_factory=list)

    async def run(self) -> None:
        """All at once; who is told to wait waits, as clients do."""
        limits = httpx.Limits(max_connections=CONNECTIONS, max_keepalive_connections=CONNECTIONS)
        async with httpx.AsyncClient(base_url=self.url, limits=limits, timeout=_LONGEST_SECONDS) as client:
            other = asyncio.create_task(self._somebody_else())
            await asyncio.gather(*(self._sign_in(client, number) for number in range(CLIENTS)))
            other.cancel()

    async def _sign_in(self, client: httpx.AsyncClient, number: int) -> None:
        name, shown = self.people[number % len(self.people)]
        body = {"username": name, "password": shown, "address": f"10.0.{number // 250}.{number % 250}:40000"}
        headers = {"Authorization": f"Bearer {self.brokers[number % CLUSTERS]}"}
        tries = 0
        while True:
            answer = await client.post("/api/broker/v1/authenticate", json=body, headers=headers)
            if not tries:
                self.first[answer.status_code] += 1
            tries += 1
            if answer.status_code != 503:
                break
            self.without_seconds += "retry-after" not in answer.headers
            await asyncio.sleep(int(answer.headers.get("retry-after", 1)) + number % 50 / 10)
        self.last[answer.status_code] += 1

    async def _somebody_else(self) -> None:
        async with httpx.AsyncClient(base_url=self.url, timeout=60) as client:
            while True:
                begun = time.perf_counter()
                answer = await client.get("/.well-known/openid-configuration")
                assert answer.status_code == 200
                self.others.append(time.perf_counter() - begun)
                await asyncio.sleep(0.05)


@pytest.fixture
def storm(tmp_path: Path) -> Iterator[Storm]:
    """A center with people, services and brokers of several clusters."""
    center = CenterProcess(tmp_path, **QUICK_HASHES)
    center.start()
    database = Database(center.environment()["PUC_DATABASE_URL"])
    try:
        with database.writing() as session:
            trail.lock_revision(session)
            brokers, people = _made(session)
        yield Storm(center.url, brokers, people)
    finally:
        database.close()
        center.stop()


def test_clients_that_come_at_once_are_all_answered(storm: Storm) -> None:
    asyncio.run(asyncio.wait_for(storm.run(), _LONGEST_SECONDS))
    ordered = sorted(storm.others)
    print(f"\nfirst answers {dict(storm.first)}; others: {len(ordered)}, p50 {ordered[len(ordered) // 2]:.3f} s,",
          f"p99 {ordered[int(len(ordered) * 0.99)]:.3f} s")  # fmt: skip
    assert storm.last == {200: CLIENTS}
    assert set(storm.first) <= {200, 503}
    assert storm.without_seconds == 0


def _made(session: Session) -> tuple[list[str], list[tuple[str, str]]]:
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
