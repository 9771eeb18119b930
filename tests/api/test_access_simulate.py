"""Simulating shows exactly what a change would change, and writes nothing."""

from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy.orm import Session

from app.api.admission.fair_share import TRIALS
from app.audit.findings.models import UsageDaily, UsageDate
from app.audit.trail import trail
from app.grants import grants, roles
from app.resources.models import Namespace
from app.rights.inquiry import simulation_questions
from tests.api.statements import statements
from tests.center import Center
from tests.factories import (
    NAMESPACE,
    TENANT,
    TOPIC,
    Person,
    a_grant,
    a_topic,
    a_user,
    an_administrator,
)

ON = "persistent://acme/orders/created"


pytestmark = pytest.mark.usefixtures("cluster")


def _simulate(center: Center, by: Person, changes: dict[str, Any], **how: Any) -> httpx.Response:
    body = {"changes": changes, **(how or {"all": True})}
    return center.with_token(by).post("/api/v1/access/simulate", json=body)


def _question(principal: str, question: str = "topic:PRODUCE") -> dict[str, Any]:
    return {"cluster_id": 1, "principal": principal, "question": question, "resource_type": "topic", "resource": ON}


def _flips(answer: dict[str, Any]) -> set[tuple[str, str, str, bool]]:
    """(principal, question, resource, allowed afterwards) of every decision that changes."""
    return {
        (person["principal"], question, change["resource"], change["after"]["allowed"])
        for person in answer["principals"]
        for change in person["changes"]
        for question in change["questions"]
        if change["before"]["allowed"] != change["after"]["allowed"]
    }


def test_simulating_a_revoked_grant_shows_the_member_and_its_sub_account(center: Center) -> None:
    admin, main = center.make(an_administrator), center.make(a_user, "main")
    sub = center.make(a_user, "sub", parent=main)
    role = center.make(lambda session: roles.create(session, "t", "writers"))
    center.make(roles.join, "t", role.id, main.id)
    given = center.make(grants.grant, "t", role.id, TENANT, 1, [102])
    center.make(a_grant, sub, [302], TOPIC, 1)
    center.make(a_grant, main, [302], TOPIC, center.make(a_topic, center.read(_orders), "kept").id)
    revision = center.read(trail.current_revision)
    answer = _simulate(center, admin, {"revoke": [given.id]}).json()
    flips = _flips(answer)
    assert ("main", "topic:PRODUCE", ON, False) in flips
    assert ("main", "topic:PRODUCE", "persistent://acme/orders/*", False) in flips
    assert ("main", "topic:PRODUCE", "persistent://acme/*/*", False) in flips
    assert ("sub", "topic:PRODUCE", ON, False) in flips
    assert not [flip for flip in flips if flip[2].endswith("/kept")]
    assert not [flip for flip in flips if flip[1] == "topic:CONSUME"]
    (of_sub,) = (principal for principal in answer["principals"] if principal["principal"] == "sub")
    change = next(
        change for change in of_sub["changes"] if "topic:PRODUCE" in change["questions"] and change["resource"] == ON
    )
    assert (change["before"]["reason"], change["after"]["reason"]) == ("GRANTED", "MAIN_ACCOUNT_LACKS_RIGHT")
    assert answer["lost"] == sum(principal["lost"] for principal in answer["principals"]) > 0
    assert center.read(trail.current_revision) == revision == answer["revision"]
    assert center.read(grants.find, given.id).authorities == "102"


def _orders(session: Session) -> Namespace:
    return session.get_one(Namespace, 1)


def test_each_kind_of_change(center: Center) -> None:
    admin, alice = center.make(an_administrator), center.make(a_user, "alice")
    role = center.make(lambda session: roles.create(session, "t", "readers"))
    center.make(grants.grant, "t", role.id, NAMESPACE, 1, [203])
    own = center.make(a_grant, alice, [302], TOPIC, 1)
    both = [_question("alice"), _question("alice", "topic:CONSUME")]

    def flips_of(**changes: Any) -> set[tuple[str, bool]]:
        return {(flip[1], flip[3]) for flip in _flips(_simulate(center, admin, changes, questions=both).json())}

    assert flips_of(join=[{"user_id": alice.id, "role_id": role.id}]) == {("topic:CONSUME", True)}
    assert flips_of(change=[{"id": own.id, "authorities": [303]}]) == {
        ("topic:CONSUME", True),
        ("topic:PRODUCE", False),
    }
    assert flips_of(disable=[alice.id]) == {("topic:PRODUCE", False)}
    new = {"user_id": alice.id, "res_type": TENANT, "res_id": 1, "authorities": [103]}
    assert flips_of(grant=[new], revoke=[own.id]) == {("topic:CONSUME", True), ("topic:PRODUCE", False)}
    center.make(roles.join, "t", role.id, alice.id)
    assert flips_of(leave=[{"user_id": alice.id, "role_id": role.id}]) == {("topic:CONSUME", False)}
    assert flips_of(change=[{"id": own.id, "remark": "only words"}]) == set()


def test_simulating_a_grant_shows_places_inside_and_above(center: Center, alice: Person) -> None:
    admin = center.make(an_administrator)
    new = {"user_id": alice.id, "res_type": NAMESPACE, "res_id": 1, "authorities": [302]}
    flips = _flips(_simulate(center, admin, {"grant": [new]}).json())
    assert {flip[2] for flip in flips} == {
        "acme/orders",
        "persistent://acme/orders/*",
        "persistent://acme/orders/*-*-DLQ",
        "acme",
        "one",
    }
    assert ("alice", "tenant:LIST_NAMESPACES", "acme", True) in flips
    assert ("alice", "center:SEE", "one", True) in flips


def test_simulating_shows_retry_and_dead_letter_topics_of_a_reader(center: Center) -> None:
    admin, alice = center.make(an_administrator), center.make(a_user, "alice")
    read = center.make(a_grant, alice, [303], TOPIC, 1)
    flips = _flips(_simulate(center, admin, {"revoke": [read.id]}).json())
    assert {("alice", question, f"{ON}-*-DLQ", False) for question in ("topic:PRODUCE", "topic:CONSUME")} <= flips


def test_answers_name_the_question_by_its_index(center: Center) -> None:
    admin, alice = center.make(an_administrator), center.make(a_user, "alice")
    read = center.make(a_grant, alice, [303], TOPIC, 1)
    questions = [_question("admin"), {**_question("alice", "topic:CONSUME"), "resource": f"{ON}-partition-3"}]
    (changes,) = _simulate(center, admin, {"revoke": [read.id]}, questions=questions).json()["principals"]
    assert [(change["index"], change["resource"]) for change in changes["changes"]] == [(1, ON)]


def test_recent_use_that_would_be_denied_is_shown(center: Center) -> None:
    admin, alice = center.make(an_administrator), center.make(a_user, "alice")
    used, unused = center.make(a_grant, alice, [302], TOPIC, 1), center.make(a_grant, alice, [303], TOPIC, 1)
    today = datetime.now(UTC).date()
    center.make(_uses, "alice", used.id, today - timedelta(days=2))
    center.make(_uses, "alice", unused.id, today - timedelta(days=200), action=2)
    denied = _simulate(center, admin, {"revoke": [used.id]}, usage_days=90).json()
    assert _flips(denied) == {("alice", "topic:PRODUCE", ON, False)}
    assert denied["principals"][0]["changes"][0]["uses"] == 7
    assert _simulate(center, admin, {"revoke": [unused.id]}, usage_days=90).json()["principals"] == []
    assert _flips(_simulate(center, admin, {"revoke": [unused.id]}, usage_days=365).json()) == {
        ("alice", question, ON, False) for question in ("topic:CONSUME", "topic:SUBSCRIBE", "topic:PEEK_MESSAGES")
    } | {("alice", q, ON, False) for q in ("topic:GET_BACKLOG_SIZE", "topic:GET_REPLICATED_SUBSCRIPTION_STATUS")}


def _uses(session: Session, user: str, grant: int, day: Any, action: int = 3) -> None:
    values = {"user": user, "action": action, "resource": "one/acme/orders/created", "decision": 1, "n": 7}
    session.merge(UsageDate(date=day.isoformat(), run_id=0))
    session.add(
        UsageDaily(date=day.isoformat(), grant_id=grant, first=1, last=2, covering=1, applied=1, sole=1, **values)
    )


def test_simulating_a_change_needs_the_right_to_make_it(center: Center) -> None:
    owner, alice, bob = (center.make(a_user, name) for name in ("owner", "alice", "bob"))
    center.make(a_grant, owner, [304, 302], TOPIC, 1)
    given = center.make(a_grant, alice, [302], TOPIC, 1)
    wide = center.make(a_grant, alice, [203], NAMESPACE, 1)
    assert _simulate(center, bob, {"revoke": [given.id]}).status_code == 404
    assert _simulate(center, alice, {"revoke": [given.id]}).status_code == 403
    assert _simulate(center, owner, {"revoke": [wide.id]}).status_code == 404
    new = {"user_id": bob.id, "res_type": TOPIC, "res_id": 1, "authorities": [303]}
    assert _simulate(center, owner, {"grant": [new]}).json()["code"] == "not_held"
    assert _simulate(center, owner, {"disable": [alice.id]}).status_code == 404
    assert _simulate(center, owner, {"join": [{"user_id": alice.id, "role_id": 1}]}).status_code == 403
    # What the answer tells is what its reader may ask: not about the namespace above.
    answer = _simulate(center, owner, {"revoke": [given.id]}).json()
    assert {flip[2] for flip in _flips(answer)} == {ON}
    assert answer["not_shown"] > 0


def test_too_much_and_wrong_input(center: Center, monkeypatch: pytest.MonkeyPatch) -> None:
    admin, alice = center.make(an_administrator), center.make(a_user, "alice")
    given = center.make(a_grant, alice, [302], TOPIC, 1)
    wrong: list[dict[str, Any]] = [
        {"all": True, "usage_days": 3},
        {"all": False},
        {"usage_days": 0},
        {"questions": [{}]},
    ]
    codes = [_simulate(center, admin, {"revoke": [given.id]}, **how).json()["code"] for how in wrong]
    assert codes == ["invalid_input"] * 4
    assert _simulate(center, admin, {}).status_code == 422
    assert _simulate(center, admin, {"revoke": [99]}).status_code == 404
    question = {**_question("alice"), "cluster_id": 99}
    assert _simulate(center, admin, {"revoke": [given.id]}, questions=[question]).status_code == 404
    assert _simulate(center, admin, {"revoke": [given.id]}, questions=[_question("alice", "topic:FLY")]).json()[
        "code"
    ] == ("unknown_question")
    monkeypatch.setattr(simulation_questions, "MOST_QUESTIONS", 10)
    answer = _simulate(center, admin, {"revoke": [given.id]}).json()
    assert (answer["code"], answer["what"], answer["most"]) == ("too_much_to_simulate", "questions", 10)


def test_more_people_take_no_more_statements(center: Center) -> None:
    admin, role = center.make(an_administrator), center.make(lambda session: roles.create(session, "t", "writers"))
    grant = center.make(grants.grant, "t", role.id, TENANT, 1, [102])
    counted: list[int] = []
    people = 0
    for number in (1, 1, 10):
        for _ in range(number):
            center.make(roles.join, "t", role.id, center.make(a_user).id)
        people += number
        with statements(center) as seen:
            assert len(_simulate(center, admin, {"revoke": [grant.id]}).json()["principals"]) == people
        counted.append(len(seen))
    assert counted[1] == counted[2]  # at first the administrator was not known


def test_simulations_at_a_time_are_bounded(center: Center) -> None:
    """Each simulation holds a reader's slot while it waits for writers."""
    admin = center.make(an_administrator)
    client, body = center.with_token(admin), {"changes": {"revoke": [1]}, "all": True}
    with ExitStack() as taken:
        for _ in range(TRIALS):
            taken.enter_context(center.app.state.trials.of(admin.id))
        for path, sent in (("access/simulate", body), ("remediations/preview", {"suggestions": ["s1"]})):
            answer = client.post(f"/api/v1/{path}", json=sent)
            assert (answer.status_code, answer.json()["code"]) == (429, "too_many_questions"), (path, answer.text)
    assert client.post("/api/v1/access/simulate", json=body).status_code != 429


def test_changes_that_depend_on_the_address_are_shown_by_network(center: Center) -> None:
    """A grant that gets a limit is lost elsewhere; one more network gains there; a question with an address is asked
    from there only."""
    admin, svc = center.make(an_administrator), center.make(a_user, "svc")
    given = center.make(lambda session: a_grant(session, svc, [302], TOPIC, 1).id)
    limited = {"change": [{"id": given, "limits": {"networks": ["10.0.0.0/8", "10.1.0.0/16"]}}]}

    def decisions(changes: dict[str, Any], **how: Any) -> list[tuple[Any, bool, bool]]:
        answer = _simulate(center, admin, changes, **how).json()
        return [
            (change["networks"], change["before"]["allowed"], change["after"]["allowed"])
            for principal in answer["principals"]
            for change in principal["changes"]
            if "topic:PRODUCE" in change["questions"] or how
        ]

    assert decisions(limited) == [([""], True, False)]
    questions = [{**_question("svc"), "address": address} for address in ("10.2.0.1", "192.168.0.1")]
    assert decisions(limited, questions=questions) == [(None, True, False)]
    path, etag = f"/api/v1/grants/{given}", {"If-Match": "*"}
    body = {"limits": {"networks": ["10.0.0.0/8"]}}
    assert center.with_token(admin).patch(path, json=body, headers=etag).status_code == 200
    wider = {"change": [{"id": given, "limits": {"networks": ["10.1.0.0/16", "2001:db8::/32"]}}]}
    assert sorted(decisions(wider)) == [(["10.0.0.0/8"], True, False), (["2001:db8::/32"], False, True)]
    assert decisions({"revoke": [given]}) == [(["10.0.0.0/8"], True, False)]
