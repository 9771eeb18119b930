"""`POST /access/check` compared with OpenFGA's `Check`: the same estate and questions, both over HTTP on this machine.

`python -m benchmarks.run openfga`. OpenFGA comes from the PATH, or is built once with Go. First its tuples are in
memory and the center's rows in a SQLite file; then both use one PostgreSQL. The center is the service as users start
it; the caller sends a token. One caller with one kept-alive connection, then 16 with one each. Every answer is compared
before anything is measured; both take turns.
"""

import random
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from app.platform.database import Database
from benchmarks.big_estate.filled import FilledEstate, fill
from benchmarks.big_estate.process import Center, start_center
from benchmarks.big_estate.rows import Size, topic_name
from benchmarks.connection import Connection, rate
from benchmarks.openfga.program import OpenFga, running
from benchmarks.openfga.tuples import tuples
from benchmarks.postgresql import postgresql
from benchmarks.times import Timed, medians, processor

Row = dict[str, Any]
Question = tuple[int, int]
"""Ids of a user and a topic: may the user read the topic?"""
_GRANTS, _QUICK = 10_000, 1_000
_COMPARED, _ROUNDS, _CALLERS = 300, 5, 16
_TOGETHER = 3_000
"""Questions in one round of sixteen callers."""


def measure(*, quick: bool = False) -> list[Row]:
    """The rows. Raises AssertionError if the two disagree, and RuntimeError without OpenFGA and Go."""
    grants, rounds = (_QUICK, 2) if quick else (_GRANTS, _ROUNDS)
    rows = []
    for where in ("SQLite and memory", "one PostgreSQL"):
        with _both(where, Size(grants)) as pair:
            _agree(pair)
            what = f"check, {grants:,} grants, beside OpenFGA, {where}"
            rows += [_row(pair, what, rounds), _together(pair, what, rounds, _TOGETHER // (10 if quick else 1))]
    return rows


@dataclass(frozen=True)
class Pair:
    """Both services on the same estate, and the same questions in the form of each."""

    center: Center
    fga: OpenFga
    ours: list[bytes]
    theirs: list[bytes]


@contextmanager
def _both(where: str, size: Size) -> Iterator[Pair]:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        directory, own, other = Path(folder), f"sqlite:///{folder}/center.db", None
        if where == "one PostgreSQL":
            own, other = stack.enter_context(postgresql("center", "openfga"))
        estate = fill(own, size)
        fga = stack.enter_context(running(directory, other))
        fga.tell(_facts(estate))
        center = stack.enter_context(start_center(estate, directory))
        questions = _questions(size, _COMPARED)
        ours = [_our_question(center, size, question) for question in questions]
        yield Pair(
            center,
            fga,
            ours,
            [fga.check(f"user:{question[0]}", "reader", f"topic:{question[1]}") for question in questions],
        )


def _facts(estate: FilledEstate) -> list[dict[str, str]]:
    database = Database(estate.settings.database_url)
    with database.reading() as session:
        facts = list(tuples(session))
    database.close()
    return facts


def _agree(pair: Pair) -> None:
    ours = [pair.center.administrator.send(request).json()["answers"][0]["allowed"] for request in pair.ours]
    theirs = [pair.fga.connection.send(request).json()["allowed"] for request in pair.theirs]
    assert ours == theirs, "the two answer differently"
    assert {True, False} <= set(ours), "both answers occur"


def _row(pair: Pair, what: str, rounds: int) -> Row:
    sides = {
        "ours": _in_turn(pair.center.administrator, pair.ours),
        "theirs": _in_turn(pair.fga.connection, pair.theirs),
    }
    found = medians(sides, rounds, at_a_time=100)
    work = [processor(pair.center.pid, sides["ours"]), processor(pair.fga.pid, sides["theirs"])]
    what = f"{what}, 1 caller [processor {work[0]:.2f}, {work[1]:.2f} ms]"
    goal = "faster" if "PostgreSQL" in what else "<= 1.5 x"
    ours, theirs = found["ours"], found["theirs"]
    return {"what": what, "ours": ours, "bare": theirs, "unit": "ms", "ratio": ours / theirs, "goal": goal}


def _in_turn(connection: Connection, requests: list[bytes]) -> Timed:
    waiting = cycle(requests)
    return lambda: connection.milliseconds(next(waiting))


def _together(pair: Pair, what: str, rounds: int, number: int) -> Row:
    sides = {"ours": (pair.center.url, pair.ours), "theirs": (pair.fga.address, pair.theirs)}
    best = dict.fromkeys(sides, 0.0)
    for _ in range(rounds):
        for name, (address, requests) in sides.items():
            best[name] = max(best[name], rate(address, list(islice(cycle(requests), number)), _CALLERS))
    ours, theirs = best["ours"], best["theirs"]
    row = {"what": f"{what}, {_CALLERS} callers", "ours": ours, "bare": theirs, "unit": "/s", "ratio": ours / theirs}
    return {**row, "goal": ">= 1 x"}


def _questions(size: Size, number: int) -> list[Question]:
    """Half of the questions are about a topic that the user may read by a grant on it, half about any topic."""
    chance = random.Random(5)
    found = []
    for at in range(number):
        user = chance.randrange(size.users)
        topic = user % size.topics if at % 2 else chance.randrange(size.topics)
        found.append((1 + user, 1 + topic))
    return found


def _our_question(center: Center, size: Size, question: Question) -> bytes:
    user, topic = question
    ask = {"cluster_id": 1, "principal": f"u{user}", "question": "topic:CONSUME", "resource_type": "topic"}
    ask |= {"resource": topic_name(size, topic)}
    return center.administrator.request("POST", "/api/v1/access/check", {"questions": [ask]})
