"""`usercenter run --workers 2`: two processes behind one address behave as one, and are kept alive together."""

import os
import re
import signal
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import httpx
import pytest

from app.audit.trail import trail
from app.brokers import credentials
from app.platform.database import Database
from app.resources import topics
from tests import plain_http
from tests.brokers.plugin import Listening
from tests.databases.conftest import Pair, serving
from tests.databases.test_two_instances import behaves_as_one
from tests.end_to_end.center.process import CenterProcess
from tests.end_to_end.waiting import wait_until
from tests.factories import TOPIC, a_cluster, a_namespace, a_tenant, a_topic, a_user

pytestmark = pytest.mark.server_database  # SQLite is refused: tests/serving/test_start.py
LISTENERS = 12


@pytest.fixture
def served(database_url: str, database: Database, tmp_path: Path) -> Iterator[tuple[CenterProcess, Pair]]:
    """The center, and two clients of it."""
    with serving(database_url, database, [tmp_path / "center"], "--workers", "2") as (centers, pair):
        yield centers[0], pair


def test_two_workers_behave_as_one(served: tuple[CenterProcess, Pair]) -> None:
    """All checks share one start."""
    center, pair = served
    wait_until("the address", lambda: center.log.read_text().count("Pulsar User Center: http") == 1, seconds=60)
    numbers_are_those_of_both(center)
    behaves_as_one(pair)
    a_change_counts_at_every_worker_once_it_is_answered(center, pair)
    a_worker_that_is_killed_is_replaced_and_named(center)
    numbers_are_those_of_both(center)
    every_broker_hears_of_a_change_that_any_worker_made(center, pair)
    all_end_together(center)


def numbers_are_those_of_both(center: CenterProcess) -> None:
    before = _counted(center)
    for _ in range(20):
        httpx.get(f"{center.url}/health/live", timeout=60)  # each by a new connection
    assert _counted(center) == before + 20


def _counted(center: CenterProcess) -> float:
    page = httpx.get(f"{center.url}/metrics", timeout=60).text
    assert len(re.findall("^puc_database_writable 1.0$", page, re.M)) == 1, "what all say alike is there once"
    found = re.search(r'^puc_requests_total{method="GET",route="/health/live",status="200"} (\S+)$', page, re.M)
    return float(found[1]) if found else 0


def workers(center: CenterProcess) -> list[int]:
    """Their process ids."""
    assert center.process
    children = Path(f"/proc/{center.process.pid}/task/{center.process.pid}/children").read_text().split()
    return [int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def a_worker_that_is_killed_is_replaced_and_named(center: CenterProcess) -> None:
    killed, other = workers(center)
    os.kill(killed, signal.SIGKILL)
    said = f'"worker": 1, "pid": {killed}, "exit_status": -9, '
    wait_until("the log names it", lambda: said in center.log.read_text(), seconds=60)
    assert other in workers(center)
    answers = [httpx.get(f"{center.url}/health/ready", timeout=60).status_code for _ in range(10)]
    assert answers == [200] * 10
    serves = [rf"Started server process \[{pid}\]" for pid in workers(center)]
    wait_until("both serve", lambda: all(re.search(each, center.log.read_text()) for each in serves), seconds=120)


def every_broker_hears_of_a_change_that_any_worker_made(center: CenterProcess, pair: Pair) -> None:
    with pair.database.writing() as session:
        trail.lock_revision(session)
        cluster = a_cluster(session)
        _, credential = credentials.issue(session, "test", cluster.id)
        after = trail.current_revision(session)
    headers = {"Authorization": f"Bearer {credential}"}
    with ExitStack() as open_feeds:
        feeds = [
            open_feeds.enter_context(
                Listening(open_feeds.enter_context(plain_http.client(center.url, headers=headers, timeout=60)), after)
            )
            for _ in range(LISTENERS)
        ]
        for client in pair.clients:
            made = client.post("/api/v1/users", json={"username": f"service-{id(client)}", "kind": "service"})
            revision = int(made.headers["X-Revision"])
        assert {_last_revision(feed, revision) for feed in feeds} == {revision}


def a_change_counts_at_every_worker_once_it_is_answered(center: CenterProcess, pair: Pair, rounds: int = 40) -> None:
    with pair.database.writing() as session:
        trail.lock_revision(session)
        cluster = a_cluster(session)
        namespace = a_namespace(session, a_tenant(session, None, cluster))
        topic, person = a_topic(session, namespace), a_user(session)
        body = {"user_id": person.id, "res_type": TOPIC, "res_id": topic.id, "authorities": [303]}
        question = {
            "cluster": cluster.name,
            "principal": person.username,
            "question": "topic:CONSUME",
            "resource_type": "topic",
            "resource": topics.full_name(session, topic),
            "subscription": "s",
        }
    ask = partial(_allowed, center, pair.clients[0].headers["Authorization"], question)
    changing, other = pair.clients
    for number in range(rounds):
        made = changing.post("/api/v1/grants", json=body)
        assert made.status_code == 201, made.text
        assert {ask() for _ in range(3)} == {True}, number
        path, version = f"/api/v1/grants/{made.json()['id']}", made.json()["version"]
        assert changing.delete(path, headers={"If-Match": f'"{version}"'}).status_code == 204
        assert {ask() for _ in range(3)} == {False}, number
        changing, other = other, changing


def _allowed(center: CenterProcess, credential: str, question: Mapping[str, object]) -> bool:
    """The answer of a worker that the kernel chooses."""
    answer = httpx.post(
        f"{center.url}/api/v1/access/check",
        json={"questions": [question]}, headers={"Authorization": credential}, timeout=60,
    )  # fmt: skip
    assert answer.status_code == 200, answer.text
    return bool(answer.json()["answers"][0]["allowed"])


def _last_revision(feed: Listening, wanted: int) -> int:
    revision = 0
    while revision < wanted:
        kind, delta = feed.next(60) or ("end", {"revision": wanted + 1})
        revision = delta["revision"] if kind != "time" else revision
    return revision


def all_end_together(center: CenterProcess) -> None:
    """Also one that hangs."""
    pids, process = workers(center), center.process
    os.kill(pids[0], signal.SIGSTOP)
    assert process
    center.stop()
    assert process.returncode == 0
    assert [pid for pid in pids if Path(f"/proc/{pid}").exists()] == []
    assert "Traceback" not in center.log.read_text()


def test_workers_end_with_the_process_that_started_them(served: tuple[CenterProcess, Pair]) -> None:
    """Killed, it cannot end them; alone they would keep the port, and nobody would do the jobs."""
    center, _ = served
    pids = workers(center)
    assert len(pids) == 2
    assert center.process
    os.kill(center.process.pid, signal.SIGKILL)
    wait_until("they are gone", lambda: not [pid for pid in pids if Path(f"/proc/{pid}").exists()], seconds=60)
