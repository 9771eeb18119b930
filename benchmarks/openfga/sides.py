"""The center and OpenFGA on the same estate, with the same questions in the form of each."""

import random
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.platform.database import Database
from benchmarks.big_estate.filled import FilledEstate, fill
from benchmarks.big_estate.process import Center, start_center
from benchmarks.big_estate.rows import Size, topic_name
from benchmarks.openfga.program import OpenFga, running
from benchmarks.openfga.tuples import tuples
from benchmarks.postgresql import postgresql

ONE_POSTGRESQL = "one PostgreSQL"
Question = tuple[int, int]
"""Ids of a user and a topic: may the user read the topic?"""
_COMPARED = 300


@dataclass(frozen=True)
class Pair:
    """Both services on the same estate, and the same questions in the form of each."""

    center: Center
    fga: OpenFga
    questions: list[Question]
    ours: list[bytes]
    theirs: list[bytes]
    answers: list[bool]


@contextmanager
def both(where: str, size: Size) -> Iterator[Pair]:
    """Run them. Raises AssertionError if they answer differently."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        directory, own, other = Path(folder), f"sqlite:///{folder}/center.db", None
        if where == ONE_POSTGRESQL:
            own, other = stack.enter_context(postgresql("center", "openfga"))
        estate = fill(own, size)
        fga = stack.enter_context(running(directory, other))
        fga.tell(_facts(estate))
        center = stack.enter_context(start_center(estate, directory))
        questions = _questions(size, _COMPARED)
        ours = [_our_question(center, size, question) for question in questions]
        theirs = [fga.check(f"user:{question[0]}", "reader", f"topic:{question[1]}") for question in questions]
        yield Pair(center, fga, questions, ours, theirs, _agreed(center, fga, ours, theirs))


def _facts(estate: FilledEstate) -> list[dict[str, str]]:
    database = Database(estate.settings.database_url)
    with database.reading() as session:
        facts = list(tuples(session))
    database.close()
    return facts


def _agreed(center: Center, fga: OpenFga, asked: list[bytes], theirs: list[bytes]) -> list[bool]:
    """What both answer."""
    found = [bool(center.administrator.send(request).json()["answers"][0]["allowed"]) for request in asked]
    assert found == [fga.connection.send(request).json()["allowed"] for request in theirs], "the two answer differently"
    assert {True, False} <= set(found), "both answers occur"
    return found


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
