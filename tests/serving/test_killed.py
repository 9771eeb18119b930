"""The service is killed (SIGKILL) at moments of a fixed seed while it changes things: each change is whole or absent.

Acknowledged changes are there; others can be sent again under their Idempotency-Key and are done once.
"""

import itertools
import json
import random
import shutil
import sqlite3
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import SecretStr
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.platform.database import Database
from app.platform.settings import Settings
from app.tokens import issuing, key_life
from tests.end_to_end.center.process import CenterProcess
from tests.end_to_end.waiting import wait_until
from tests.factories import TOPIC, a_namespace, a_service, a_topic, an_administrator

ROUNDS, AT_ONCE, SEED = 3, 8, 5
_FAR = 2**45
_numbers = itertools.count()


@dataclass
class Sent:
    """One request: its key, what it was about, and the answer, if one came."""

    key: str
    path: str
    body: dict[str, Any]
    mark: str
    answer: httpx.Response | None = None


@dataclass
class Business:
    """A center of its own process, and what is sent to it."""

    process: CenterProcess
    token: str
    topics: list[int]
    receiver: int
    sent: list[Sent] = field(default_factory=list)

    @property
    def file(self) -> Path:
        return self.process.directory / "center.db"

    def client(self) -> httpx.Client:
        return httpx.Client(
            base_url=self.process.url, headers={"Authorization": f"Bearer {self.token}"}, timeout=120, trust_env=False
        )

    def new(self, chance: random.Random) -> Sent:
        """A bulk of grants, or a user, each with a mark of its own."""
        mark = uuid.uuid4().hex
        if chance.random() < 0.5:
            body: dict[str, Any] = {"username": f"u{mark}", "kind": "person"}
            return Sent(mark, "/api/v1/users", body, mark)
        begin = _FAR + 1000 * next(_numbers)  # windows of one role and topic must not overlap
        window = {"valid_from": begin, "valid_until": begin + 1000, "remark": mark}
        grants = [
            {"user_id": self.receiver, "res_type": TOPIC, "res_id": topic, "authorities": [303], **window}
            for topic in self.topics
        ]
        return Sent(mark, "/api/v1/grants/bulk", {"grant": grants}, mark)

    def send(self, client: httpx.Client, sent: Sent) -> None:
        answer = client.post(sent.path, json=sent.body, headers={"Idempotency-Key": sent.key})
        assert answer.status_code in (200, 201), answer.text
        sent.answer = answer


@pytest.fixture
def business(tmp_path: Path, sqlite_template: Path) -> Iterator[Business]:
    process = CenterProcess(tmp_path / "center")
    shutil.copy(sqlite_template, process.directory / "center.db")
    environment = process.environment()
    settings = Settings(
        environment="development",
        database_url=environment["PUC_DATABASE_URL"],
        issuer=process.url,
        secret_key=SecretStr(environment["PUC_SECRET_KEY"]),
    )
    database = Database(settings.database_url)
    with database.writing() as session:
        made = _prepare(session, settings, process)
    database.close()
    yield made
    process.kill()


def _prepare(session: Session, settings: Settings, process: CenterProcess) -> Business:
    trail.lock_revision(session)
    key_life.ensure(session, settings)
    namespace, receiver = a_namespace(session), a_service(session)
    topics = [a_topic(session, namespace).id for _ in range(AT_ONCE)]
    root = an_administrator(session)
    token = issuing.issue(session, settings, root.username, audiences=(settings.issuer,), seconds=3600)
    return Business(process, token.reveal(), topics, receiver.id)


def test_each_change_is_whole_or_not_there(business: Business) -> None:
    print(f"seed {SEED}")
    for number in range(ROUNDS):
        business.process.start()
        _work_until_killed(business, f"{SEED} {number}")
        _check(business)
    acknowledged = _acknowledged_requests(business)
    lost = [sent for sent in business.sent if sent.answer is None]
    assert lost, "it was killed in between"

    business.process.start()
    with business.client() as client:
        for sent in (*lost, *acknowledged[-3:]):
            first, sent.answer = sent.answer, None
            business.send(client, sent)
            assert sent.answer is not None
            if first is not None:
                assert sent.answer.headers["idempotency-replayed"] == "true"
                assert sent.answer.content == first.content
        assert client.get("/health/ready").status_code == 200
    _check(business)


def _work_until_killed(business: Business, seed: str) -> None:
    """Two programs send until the center is killed."""

    def work(number: int) -> None:
        chance = random.Random(f"{seed} {number}")
        with business.client() as client:
            while True:
                sent = business.new(chance)
                business.sent.append(sent)
                try:
                    business.send(client, sent)
                except httpx.TransportError:
                    return

    threads, chance = [threading.Thread(target=work, args=(number,)) for number in range(2)], random.Random(seed)
    for thread in threads:
        thread.start()
    wanted = len(_acknowledged_requests(business)) + chance.randint(1, 6)
    wait_until("some answers", lambda: len(_acknowledged_requests(business)) >= wanted, pause=0.005)
    time.sleep(chance.uniform(0, 0.1))
    business.process.kill()
    for thread in threads:
        thread.join()


def _acknowledged_requests(business: Business) -> list[Sent]:
    return [sent for sent in business.sent if sent.answer is not None]


def _check(business: Business) -> None:
    """Rows, trail and revision agree about every request that was sent."""
    with closing(sqlite3.connect(business.file)) as database:
        grants, users, entries = _stored_content(database)
        newest = database.execute("SELECT revision FROM sys_revision").fetchone()[0]
    for sent in business.sent:
        whole = 1 if sent.path.endswith("users") else AT_ONCE
        made = users.get(sent.mark, 0) if sent.path.endswith("users") else grants.get(sent.mark, 0)
        revisions = entries.get(sent.mark, [])
        assert made in (0, whole), (sent.path, made)
        assert len(revisions) == made, (sent.path, made, revisions)
        assert len(set(revisions)) <= 1, "one change has one revision"
        assert all(revision <= newest for revision in revisions)
        if sent.answer is not None:
            assert made == whole, "acknowledged, and lost"


def _stored_content(database: sqlite3.Connection) -> tuple[dict[str, int], dict[str, int], dict[str, list[int]]]:
    """Mark → grants with it, users with it (complete with their own role), revisions in which the trail tells of it."""
    grants = dict(database.execute("SELECT remark, count(*) FROM sys_role_res WHERE remark IS NOT NULL GROUP BY 1"))
    users = dict(
        database.execute(
            "SELECT substr(username, 2), count(*) FROM sys_user_info u JOIN sys_role r ON r.personal_of = u.id "
            "JOIN sys_user_role_map m ON m.user_id = u.id AND m.role_id = r.id WHERE username LIKE 'u%' GROUP BY 1"
        )
    )
    entries: dict[str, list[int]] = {}
    query = "SELECT revision, action, entity_key, after FROM sys_trail WHERE action IN ('grant.create', 'user.create')"
    for revision, action, key, after in database.execute(query):
        mark = key[1:] if action == "user.create" else json.loads(after).get("remark")
        entries.setdefault(mark, []).append(revision)
    return grants, users, entries
