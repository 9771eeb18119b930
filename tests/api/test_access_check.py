"""A thousand questions in one call: answered in order, each by the rule of explain, with the same statements as one."""

from typing import Any

import httpx
import pytest

from app.audit.trail import trail
from app.grants import grants
from tests.api.statements import statements
from tests.center import Center
from tests.factories import (
    TOPIC,
    Person,
    a_grant,
    a_user,
    an_administrator,
)

ON = "persistent://acme/orders/created"


pytestmark = pytest.mark.usefixtures("cluster")


def _question(principal: str, **values: Any) -> dict[str, Any]:
    where = {"cluster_id": 1, "question": "topic:PRODUCE", "resource_type": "topic", "resource": ON}
    return {"principal": principal, **where, **values}


def _check(center: Center, by: Person, *questions: dict[str, Any], **values: Any) -> httpx.Response:
    return center.with_token(by).post("/api/v1/access/check", json={"questions": questions, **values})


def test_an_administrator_of_a_topic_asks_about_others_on_its_dead_letter_topic(center: Center) -> None:
    owner, reader = center.make(a_user, "owner"), center.make(a_user, "reader")
    center.make(a_grant, owner, [304], TOPIC, 1)
    held = center.make(a_grant, reader, [303], TOPIC, 1)
    dead_letters, others = f"{ON}-billing-DLQ", "persistent://acme/orders/paid-billing-DLQ"
    questions = [_question("reader", resource=topic) for topic in (dead_letters, others)]
    answers = _check(center, owner, *questions).json()["answers"]
    assert [(answer["grants"], answer["error"]) for answer in answers] == [([held.id], None), ([], "not_allowed")]
    past = _check(center, owner, *questions, as_of=center.read(trail.current_revision)).json()["answers"]
    assert [(answer["grants"], answer["error"]) for answer in past] == [([held.id], None), ([], "not_allowed")]
    body = {"changes": {"revoke": [held.id]}, "questions": questions[:1]}
    assert center.with_token(owner).post("/api/v1/access/simulate", json=body).json()["lost"] == 1


def test_answers_come_in_order_and_one_refusal_stops_no_other(center: Center) -> None:
    main = center.make(a_user, "main")
    sub = center.make(a_user, "sub", parent=main)
    center.make(a_user, "stranger")
    own = center.make(a_grant, main, [302], TOPIC, 1)
    center.make(a_grant, sub, [303], TOPIC, 1)
    answer = _check(
        center,
        main,
        _question("main"),
        _question("stranger"),
        _question("main", question="topic:FLY"),
        _question("sub", question="topic:CONSUME"),
        _question("main", cluster_id=99),
        _question("main", resource="no topic"),
        _question("main", resource_type="cluster", resource="one", question="center:SEE"),
        _question("main", resource_type="tenant", resource="acme", question="tenant:LIST_TENANTS"),
        {**{name: value for name, value in _question("main").items() if name != "cluster_id"}, "cluster": "one"},
        {**{name: value for name, value in _question("main").items() if name != "cluster_id"}, "cluster": "nowhere"},
    ).json()
    assert [
        (result["allowed"], result["reason"], result["grants"], result["error"]) for result in answer["answers"]
    ] == [
        (True, "GRANTED", [own.id], None),
        (None, None, [], "not_allowed"),
        (None, None, [], "unknown_question"),
        (False, "MAIN_ACCOUNT_LACKS_RIGHT", [], None),
        (False, "NO_GRANT", [], None),
        (False, "MALFORMED_NAME", [], None),
        (True, "GRANTED", [own.id], None),
        (None, None, [], "wrong_resource_type"),
        (True, "GRANTED", [own.id], None),
        (False, "NO_GRANT", [], None),
    ]
    questions = [_question("main", cluster_id=99), {**_question("main"), "cluster": "nowhere"}]
    del questions[1]["cluster_id"]
    answers = _check(center, center.make(an_administrator), *questions).json()["answers"]
    assert [result["error"] for result in answers] == ["not_found"] * 2, "who administers the center sees every cluster"
    assert _check(center, main, {**_question("main"), "cluster": "one"}).status_code == 422


def test_a_thousand_take_as_many_statements_as_one(center: Center) -> None:
    admin = center.make(an_administrator)
    people = [center.make(a_user, f"user{number}") for number in range(30)]
    center.make(a_grant, people[3], [302], TOPIC, 1)
    counted = []
    _check(center, admin, _question("user4"))  # what the caller may is known from here on
    for questions in (
        [_question("user3")],
        [_question(f"user{n % 30}", resource=f"{ON}{n // 500}") for n in range(1000)],
    ):
        with statements(center) as seen:
            assert len(_check(center, admin, *questions).json()["answers"]) == len(questions)
        counted.append(len(seen))
    assert counted[0] == counted[1]


def test_bounds_and_times(center: Center) -> None:
    admin, alice = center.make(an_administrator), center.make(a_user, "alice")
    center.make(a_grant, alice, [302], TOPIC, 1, valid_from=1000, valid_until=2000)
    assert _check(center, admin).status_code == 422
    assert _check(center, admin, *[_question("alice")] * 1001).status_code == 422
    assert _check(center, admin, _question("alice", at=1)).status_code == 422
    allowed = [_check(center, admin, _question("alice"), at=at).json()["answers"][0]["allowed"] for at in (1500, 2000)]
    assert allowed == [True, False]


def test_check_of_a_past_revision_agrees_with_explain(center: Center) -> None:
    admin, alice, bob = center.make(an_administrator), center.make(a_user, "alice"), center.make(a_user, "bob")
    own = center.make(a_grant, alice, [302], TOPIC, 1)
    revision = center.read(trail.current_revision)
    center.make(lambda session: grants.revoke(session, "test", own.id))
    questions = [_question("alice"), _question("bob"), _question("alice", cluster_id=99)]
    assert [result["allowed"] for result in _check(center, admin, *questions).json()["answers"]] == [False, False, None]
    for person in (admin, alice, bob):
        answer = _check(center, person, *questions, as_of=revision).json()
        assert answer["revision"] == revision
        for question, result in zip(questions, answer["answers"], strict=True):
            why = center.with_token(person).post("/api/v1/access/explain", json={**question, "as_of": revision}).json()
            assert (result["allowed"], result["error"]) == (why.get("allowed"), why.get("code")), (person, question)
    assert _check(center, admin, _question("alice"), as_of=revision + 99).json()["code"] == "unknown_revision"
    assert _check(center, admin, *[_question("alice")] * 101, as_of=revision).status_code == 422
