"""Why? What is said to be missing must really be what is missing."""

from __future__ import annotations

from typing import Any

from app.access.decision import Reason
from app.access.explain import Shortfall, Simulation, explain, simulate
from app.access.rights import Snapshot, from_json
from app.access.vocabulary import QUESTIONS
from app.pulsar.names import ResourceName
from tests.access.case_files import DecisionCase, all_cases

CREATED = ResourceName.of_topic("persistent://acme/orders/created")


def a_snapshot(users: list[dict[str, Any]], grants: list[dict[str, Any]]) -> Snapshot:
    return from_json({"cluster": "prod", "revision": 1, "users": users, "grants": grants})


def a_grant(number: int, kind: int, name: str, *auth: int, **window: int) -> dict[str, Any]:
    return {"id": number, "role": 1, "type": kind, "name": name, "auth": list(auth), **window}


def granted(case: DecisionCase, authority: int, place: ResourceName) -> Simulation:
    """The case before and after its user is granted one more authority."""
    user = case.snapshot.users[case.raw["principal"]]
    record = {"name": user.name, "main": user.main, "roles": [*user.roles, 10**6]}
    grant = {"id": 10**6, "role": 10**6, "type": int(place.type), "name": place.name, "auth": [authority]}
    return simulate(
        case.snapshot,
        {"users": [record], "grants": [grant]},
        {},
        user.name,
        case.raw["ask"],
        case.resource,
        subscription=case.raw.get("subscription"),
        now=case.raw.get("now", case.now),
        options=case.options,
    )


def explained(case: DecisionCase) -> list[tuple[int, ResourceName]]:
    return list(
        explain(
            case.snapshot,
            case.raw["principal"],
            case.raw["ask"],
            case.resource,
            subscription=case.raw.get("subscription"),
            now=case.raw.get("now", case.now),
            options=case.options,
        ).would_do
    )


def test_every_remedy_would_do_in_every_case() -> None:
    tried = 0
    for case in all_cases():
        for authority, place in explained(case):
            simulation = granted(case, authority, place)
            assert (simulation.before.allowed, simulation.after.allowed) == (False, True), (case, authority, place)
            tried += 1
    assert tried > 2000


def test_whoever_holds_nothing_is_told_a_remedy_for_every_question() -> None:
    nobody = a_snapshot([{"name": "alice"}], [])
    names = {0: "*", 1: "prod", 2: "acme", 3: "acme/orders", 4: CREATED.name}
    for question in QUESTIONS.values():
        for kind in question.asked_on:
            found = explain(nobody, "alice", question.id, ResourceName.of(kind, names[kind]), now=0)
            assert found.decision.reason == Reason.NO_GRANT
            assert found.would_do, question.id


def test_the_narrowest_remedy_comes_first() -> None:
    found = explain(a_snapshot([{"name": "alice"}], []), "alice", "topic:PRODUCE", CREATED, now=0)
    assert [(authority, place.name) for authority, place in found.would_do[:3]] == [
        (302, "persistent://acme/orders/created"),
        (302, "acme/orders"),
        (202, "acme/orders"),
    ]
    assert (4, ResourceName.of_root()) in found.would_do


def test_near_grants_and_why_they_do_not_count() -> None:
    snapshot = a_snapshot(
        [{"name": "alice", "roles": [1]}],
        [
            a_grant(1, 3, "acme/orders", 202, until=10),
            a_grant(2, 4, CREATED.name, 202),
            a_grant(3, 2, "acme", 103),
            a_grant(4, 2, "other", 102),
        ],
    )
    found = explain(snapshot, "alice", "topic:PRODUCE", CREATED, now=10)
    assert found.decision.reason == Reason.GRANT_NOT_IN_FORCE
    assert [(near.grant.id, near.shortfall) for near in found.near] == [
        (2, Shortfall.MISPLACED),
        (1, Shortfall.NOT_IN_FORCE),
        (3, Shortfall.OTHER_RIGHT),
    ]


def test_nothing_granted_to_a_sub_account_replaces_its_main_account() -> None:
    snapshot = a_snapshot(
        [{"name": "main"}, {"name": "sub", "main": "main", "roles": [1]}], [a_grant(1, 3, "acme/orders", 202)]
    )
    found = explain(snapshot, "sub", "topic:PRODUCE", CREATED, now=0)
    assert found.decision.reason == Reason.MAIN_ACCOUNT_LACKS_RIGHT
    assert [near.shortfall for near in found.near] == [Shortfall.MAIN_ACCOUNT_LACKS_RIGHT]
    assert [(one.met, one.main_holds_it) for one in found.alternatives] == [(False, False)]
    assert found.would_do == ()


def test_alternatives_of_an_allowed_question() -> None:
    snapshot = a_snapshot([{"name": "alice", "roles": [1]}], [a_grant(1, 3, "acme/orders", 202, 203)])
    found = explain(snapshot, "alice", "topic:GET_STATS", CREATED, now=0)
    assert [(one.met, [grant.id for grant in one.grants]) for one in found.alternatives] == [
        (True, [1]),
        (True, [1]),
        (False, []),
    ]
    assert found.would_do == ()


def test_only_super_users_reach_what_is_closed() -> None:
    system = ResourceName.of_topic("persistent://acme/orders/__change_events")
    found = explain(a_snapshot([{"name": "alice"}], []), "alice", "topic:CONSUME", system, now=0)
    assert {authority for authority, _ in found.would_do} == {4}


def test_what_cannot_be_decided_is_not_explained_away() -> None:
    found = explain(a_snapshot([], []), "ghost", "topic:PRODUCE", CREATED, now=0)
    assert (found.decision.reason, found.alternatives, found.would_do) == (Reason.UNKNOWN_PRINCIPAL, (), ())
    assert explain(a_snapshot([], []), "ghost", "no:SUCH", CREATED, now=0).alternatives == ()


def test_taking_a_grant_away_can_be_tried_first() -> None:
    snapshot = a_snapshot([{"name": "alice", "roles": [1]}], [a_grant(1, 3, "acme/orders", 202)])
    tried = simulate(snapshot, {}, {"grants": [1]}, "alice", "topic:PRODUCE", CREATED, now=0)
    assert (tried.before.reason, tried.after.reason) == (Reason.GRANTED, Reason.NO_GRANT)
    assert snapshot.grants[1].id == 1
