"""Remembered answers equal decisions at that time, whichever windows opened and closed."""

import json
import random
from itertools import product
from typing import Any

import pytest

from app.api import authority
from app.api.admin.access import check
from app.api.admin.access.access_questions import Asker, Question
from app.api.callers import Caller
from app.platform import derived
from app.rights import known_rights
from tests.center import Center
from tests.factories import NAMESPACE, ROOT, TENANT, TOPIC, a_grant, a_user

pytestmark = pytest.mark.any_database

OPENS, CLOSES = 1_000, 2_000
MOMENTS = [0, OPENS - 1, OPENS, OPENS + 1, CLOSES - 1, CLOSES, CLOSES + 1, 2**41]
NAMES = ["boss", "alice", "alice.sub", "bob", "nobody"]


def _questions() -> list[dict[str, Any]]:
    topic = "persistent://acme/orders/created"
    operations = ["topic:PRODUCE", "topic:CONSUME", "topic:NONSENSE"]
    return [
        {"cluster_id": cluster, "principal": who, "question": question, "resource_type": "topic", "resource": resource}
        | ({"subscription": subscription} if subscription else {})
        for cluster, who, question, resource, subscription in product(
            [1, 9], NAMES, operations, [topic, topic + "-alice-DLQ", "persistent://acme//"], [None, "alice-1"]
        )
    ]


def _answers(center: Center, who: str, *, administrator: bool, now: int, at: int | None) -> Any:
    body = check.Questions.model_validate({"questions": _questions(), "at": at})
    with center.database.reading() as session:
        caller = Caller(0, who, None, "token", administrator, False, session, "", 0)
        return json.loads(check.answer_now(caller, body, now))["answers"]


@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize("most", [20_000, 7])
def test_a_remembered_answer_is_what_is_decided_at_that_time(
    center: Center, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(derived, "_MOST_ROWS", most)
    alice, boss, bob = (center.make(a_user, name) for name in ("alice", "boss", "bob"))
    sub = center.make(a_user, "alice.sub", parent=alice)
    center.make(a_grant, alice, [302, 303], TOPIC, 1, valid_until=CLOSES)
    center.make(a_grant, sub, [302], NAMESPACE, 1, valid_from=OPENS)
    center.make(a_grant, boss, [104], TENANT, 1, valid_from=OPENS, valid_until=CLOSES)
    center.make(a_grant, bob, [4], ROOT, 0, valid_from=CLOSES)
    asking = [*product(NAMES, [False], MOMENTS * 2), *product(["boss"], [True], MOMENTS)]
    random.Random(1).shuffle(asking)
    seen = {}
    for who, administrator, now in asking:
        found = _answers(center, who, administrator=administrator, now=now, at=None)
        assert found == _answers(center, who, administrator=administrator, now=now, at=now), (who, now)
        seen[who, administrator, now] = json.dumps(found)
    # They do change with time, and with who asks.
    assert len({seen["alice", False, now] for now in MOMENTS}) == 3
    assert len({seen["boss", False, now] for now in MOMENTS}) == 2
    assert len({seen[who, False, OPENS] for who in NAMES}) > 2


@pytest.mark.usefixtures("cluster")
def test_remembered_answers_are_bounded(center: Center, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(derived, "_MOST_ROWS", 5)
    with center.database.reading() as session:
        caller = Caller(0, "alice", None, "token", True, False, session, "", 0)
        body = check.Questions.model_validate({"questions": _questions()})
        asker = Asker(caller, body.questions, 1)
        made: list[str] = []

        def make(question: Question) -> check.Answer:
            made.append(question.question)
            return {}

        for _ in range(2):
            for question in body.questions:
                check.AnswerCache(caller, 1).get(question, lambda: asker, make)
    assert len(made) == 2 * len(body.questions)


@pytest.mark.usefixtures("cluster")
def test_answers_are_kept_where_rights_are_too_many_to_keep(center: Center, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(derived, "_LARGEST", 9)  # an answer and what it is about
    center.make(a_grant, center.make(a_user, "alice"), [302], TOPIC, 1)
    first = _answers(center, "alice", administrator=True, now=1, at=None)
    monkeypatch.setattr(known_rights, "_read", None)
    assert _answers(center, "alice", administrator=True, now=2, at=None) == first
    assert {answer["reason"] for answer in first} >= {"GRANTED", "NO_GRANT"}


def test_administering_the_center_follows_the_window_of_the_grant(
    center: Center, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob = center.make(a_user, "bob")
    center.make(a_grant, bob, [4], ROOT, 0, valid_from=OPENS, valid_until=CLOSES)

    def administers(now: int) -> bool:
        monkeypatch.setattr(authority, "now_ms", lambda: now)
        with center.database.reading() as session:
            return authority.administers_the_center(session, "bob")

    moments = [*MOMENTS, *reversed(MOMENTS)]
    assert [administers(now) for now in moments] == [OPENS <= now < CLOSES for now in moments]
