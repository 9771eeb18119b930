"""`POST /access/check` beside OpenFGA's Check: the same estate, the same questions, both over HTTP on this machine.

`python -m benchmarks.run openfga`, not part of plain `make bench`: it needs the program `openfga` (a Go build) on the
PATH. It keeps its tuples in memory; the center reads its SQLite tables. Every answer is compared before anything is
measured.
"""

import os
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx

from benchmarks.big_estate.rows import Size, topic_name
from benchmarks.big_estate.served import Served, serving
from benchmarks.openfga.tuples import model, tuples
from tests.end_to_end.ports import end, free_ports, wait_until

Row = dict[str, Any]
Question = tuple[int, int]
"""User and topic by id: may the one read the other?"""
Ask = Callable[[Question], bool]

_GRANTS = (1_000, 10_000)
_COMPARED, _TIMED, _ROUNDS, _BATCH = 300, 200, 3, 100


def measure() -> list[Row]:
    """The rows, in ms a check. Raises AssertionError when the two disagree, RuntimeError without the program."""
    program = shutil.which("openfga")
    if program is None:
        raise RuntimeError("There is no program openfga on the PATH: go install github.com/openfga/openfga/cmd/openfga")
    return [_measured(program, grants) for grants in _GRANTS]


def _measured(program: str, grants: int) -> Row:
    size = Size(grants)
    with (
        tempfile.TemporaryDirectory() as directory,
        serving(f"sqlite:///{directory}/center.db", size) as served,
        _openfga(program, Path(directory)) as fga,
    ):
        facts = _tell(served, fga)
        engines: dict[str, Ask] = {"ours": partial(_ours, served, size), "theirs": partial(_theirs, fga)}
        asked = _questions(size, _COMPARED)
        wrong = [one for one in asked if len({ask(one) for ask in engines.values()}) > 1]
        assert not wrong, wrong[:3]
        rounds = [{name: _milliseconds(ask, asked[:_TIMED]) for name, ask in engines.items()} for _ in range(_ROUNDS)]
    ours, theirs = (min(one[name] for one in rounds) for name in engines)
    what = f"check over HTTP, {grants:,} grants ({facts:,} tuples), beside OpenFGA"
    return {"what": what, "ours": ours, "bare": theirs, "unit": "ms", "ratio": theirs / ours, "goal": "worth knowing"}


@contextmanager
def _openfga(program: str, directory: Path) -> Iterator[httpx.Client]:
    http, grpc = free_ports(2)
    own = {
        "OPENFGA_DATASTORE_ENGINE": "memory",
        "OPENFGA_HTTP_ADDR": f"127.0.0.1:{http}",
        "OPENFGA_GRPC_ADDR": f"127.0.0.1:{grpc}",
        "OPENFGA_PLAYGROUND_ENABLED": "false",
        "OPENFGA_METRICS_ENABLED": "false",
        "OPENFGA_LOG_LEVEL": "error",
    }
    with (directory / "openfga.log").open("wb") as log:
        running = subprocess.Popen(
            [program, "run"], env={**os.environ, **own}, stdout=log, stderr=log, start_new_session=True
        )
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{http}", timeout=60) as client:
            wait_until("openfga", lambda: _answers(client), 30)
            store = _sent(client, "/stores", {"name": "estate"})["id"]
            client.base_url = f"http://127.0.0.1:{http}/stores/{store}"
            _sent(client, "/authorization-models", model())
            yield client
    finally:
        end(running)


def _answers(client: httpx.Client) -> bool:
    try:
        return client.get("/healthz").status_code == 200
    except httpx.TransportError:
        return False


def _tell(served: Served, fga: httpx.Client) -> int:
    with served.database.reading() as session:
        facts = list(tuples(session))
    for at in range(0, len(facts), _BATCH):
        _sent(fga, "/write", {"writes": {"tuple_keys": facts[at : at + _BATCH]}})
    return len(facts)


def _questions(size: Size, number: int) -> list[Question]:
    """Half of them about a topic that the user may read by a right of its own, half about any."""
    chance = random.Random(5)
    found = []
    for at in range(number):
        user = chance.randrange(size.users)
        topic = user % size.topics if at % 2 else chance.randrange(size.topics)
        found.append((1 + user, 1 + topic))
    return found


def _ours(served: Served, size: Size, question: Question) -> bool:
    user, topic = question
    ask = {"cluster_id": 1, "principal": f"u{user}", "question": "topic:CONSUME", "resource_type": "topic"}
    ask |= {"resource": topic_name(size, topic)}
    answer = _sent(served.administrator, "/api/v1/access/check", {"questions": [ask]})
    return bool(answer["answers"][0]["allowed"])


def _theirs(fga: httpx.Client, question: Question) -> bool:
    user, topic = question
    key = {"user": f"user:{user}", "relation": "reader", "object": f"topic:{topic}"}
    return bool(_sent(fga, "/check", {"tuple_key": key})["allowed"])


def _milliseconds(ask: Ask, asked: list[Question]) -> float:
    begun = time.perf_counter()
    for question in asked:
        ask(question)
    return (time.perf_counter() - begun) * 1000 / len(asked)


def _sent(client: httpx.Client, path: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = client.post(path, json=body)
    if answer.is_error:
        raise RuntimeError(f"{path}: {answer.status_code} {answer.text[:300]}")
    found: dict[str, Any] = answer.json()
    return found
