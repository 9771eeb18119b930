"""Explanations: the rights named as missing are those that are missing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.access.decision import Reason
from app.access.explain import Explanation, Remedy, Shortfall, explain
from app.access.names import ResourceName, ResourceType
from app.access.rights_snapshot import Snapshot, from_json
from app.access.simulation import AccessQuery, Simulation, apply_change, simulate
from app.access.vocabulary import QUESTIONS
from tests.access.case_files import DecisionCase, all_cases

CREATED = ResourceName.of_topic("persistent://acme/orders/created")


def a_snapshot(users: list[dict[str, Any]], grants: list[dict[str, Any]]) -> Snapshot:
    return from_json({"cluster": "prod", "revision": 1, "users": users, "grants": grants})


def a_grant(number: int, kind: int, name: str, *auth: int, **window: int) -> dict[str, Any]:
    return {"id": number, "role": 1, "type": kind, "name": name, "auth": list(auth), **window}


def simulate_remedy(case: DecisionCase, remedy: Remedy) -> Simulation:
    """The case before and after everybody who lacks it is granted the remedy."""
    put: dict[str, list[Any]] = {"users": [], "grants": []}
    for number, name in enumerate(remedy.lacking, 10**6):
        user = case.snapshot.users[name]
        put["users"].append({"name": name, "main": user.main, "roles": [*user.roles, number]})
        place = {"type": int(remedy.place.type), "name": remedy.place.name}
        put["grants"].append({"id": number, "role": number, **place, "auth": [remedy.authority]})
    ask = AccessQuery(case.raw["principal"], case.raw["ask"], case.resource, case.raw.get("subscription"))
    after = apply_change(case.snapshot, put, {})
    return next(simulate(case.snapshot, after, [ask], now=case.raw.get("now", case.now), options=case.options))


def remedies_of(case: DecisionCase) -> tuple[Remedy, ...]:
    return explain(
        case.snapshot,
        case.raw["principal"],
        case.raw["ask"],
        case.resource,
        subscription=case.raw.get("subscription"),
        now=case.raw.get("now", case.now),
        options=case.options,
    ).remedies


def test_every_remedy_works_in_every_case() -> None:
    tried = 0
    for case in all_cases():
        for remedy in remedies_of(case):
            simulation = simulate_remedy(case, remedy)
            assert (simulation.before.allowed, simulation.after.allowed) == (False, True), (case, remedy)
            tried += 1
    assert tried > 2000


def test_every_question_has_a_remedy_for_a_user_without_rights() -> None:
    nobody = a_snapshot([{"name": "alice"}], [])
    names = {0: "*", 1: "prod", 2: "acme", 3: "acme/orders", 4: CREATED.name}
    for question in QUESTIONS.values():
        for kind in question.asked_on:
            found = explain(nobody, "alice", question.id, ResourceName.of(kind, names[kind]), now=0)
            assert found.decision.reason == Reason.NO_GRANT
            assert found.remedies, question.id


def test_the_narrowest_remedy_comes_first() -> None:
    found = explain(a_snapshot([{"name": "alice"}], []), "alice", "topic:PRODUCE", CREATED, now=0)
    assert [(remedy.authority, remedy.place.name) for remedy in found.remedies[:3]] == [
        (302, "persistent://acme/orders/created"),
        (302, "acme/orders"),
        (202, "acme/orders"),
    ]
    assert found.remedies[-1] == Remedy(4, ResourceName.of_root(), ("alice",))


def test_the_narrowest_right_comes_first() -> None:
    snapshot = a_snapshot([{"name": "alice", "roles": [1]}], [])
    found = explain(snapshot, "alice", "functions:SINK", ResourceName.of_namespace("acme/orders"), now=0)
    assert [remedy.authority for remedy in found.remedies if remedy.place.type == ResourceType.NAMESPACE] == [210, 205]


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
    assert [(near.grant.id, near.shortfall) for near in found.near_misses] == [
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
    assert [near.shortfall for near in found.near_misses] == [Shortfall.MAIN_ACCOUNT_LACKS_RIGHT]
    assert [(alternative.met, alternative.main_holds_it) for alternative in found.alternatives] == [(False, False)]
    assert {remedy.lacking for remedy in found.remedies if remedy.authority != 4} == {("main",)}
    assert {remedy.lacking for remedy in found.remedies if remedy.authority == 4} == {("sub", "main")}


def test_where_both_accounts_lack_it_both_are_named() -> None:
    nothing = a_snapshot([{"name": "main"}, {"name": "sub", "main": "main"}], [])
    found = explain(nothing, "sub", "topic:PRODUCE", CREATED, now=0)
    assert {remedy.lacking for remedy in found.remedies} == {("sub", "main")}


def test_the_main_accounts_grants_are_listed_apart() -> None:
    users = [{"name": "main", "roles": [1]}, {"name": "sub", "main": "main", "roles": [2]}]
    grants = [a_grant(1, 2, "acme", 102, 103), {**a_grant(2, 4, CREATED.name, 302, 301), "role": 2}]
    found = explain(a_snapshot(users, grants), "sub", "topic:PRODUCE", CREATED, now=0)
    assert [(cover.user, cover.grant.id, cover.counting) for cover in found.covering] == [("sub", 2, (302,))]
    assert [(cover.user, cover.grant.id, cover.counting) for cover in found.main_covering] == [("main", 1, (102,))]
    alone = explain(a_snapshot(users, grants[:1]), "sub", "topic:PRODUCE", CREATED, now=0)
    assert [cover.grant.id for cover in alone.main_covering] == [1]
    assert {remedy.lacking for remedy in alone.remedies if remedy.authority != 4} == {("sub",)}


def test_alternatives_of_an_allowed_question() -> None:
    snapshot = a_snapshot([{"name": "alice", "roles": [1]}], [a_grant(1, 3, "acme/orders", 202, 203)])
    found = explain(snapshot, "alice", "topic:GET_STATS", CREATED, now=0)
    assert [(alternative.met, [grant.id for grant in alternative.grants]) for alternative in found.alternatives] == [
        (True, [1]),
        (True, [1]),
        (False, []),
    ]
    assert found.remedies == ()
    assert [(cover.grant.id, cover.counting) for cover in found.covering] == [(1, (202, 203))]


def test_a_user_barred_by_a_rule_needs_a_listing_or_administration() -> None:
    def explain_under_rule(mode: str, *users: str) -> Explanation:
        rules = {"namespace": "acme/orders", "mode": mode, "users": {"billing": list(users)}}
        people, given = [{"name": "alice", "roles": [1]}, {"name": "bob"}], [a_grant(1, 3, "acme/orders", 203)]
        raw = {"cluster": "prod", "revision": 1, "users": people, "grants": given, "subscription_rules": [rules]}
        return explain(from_json(raw), "alice", "topic:CONSUME", CREATED, subscription="billing", now=0)

    above = [(204, "acme/orders"), (204, "acme"), (104, "acme")]
    for found, reason, listed in (
        (explain_under_rule("None", "bob"), Reason.SUBSCRIPTION_NOT_PERMITTED, ("billing",)),
        (explain_under_rule("Prefix", "bob"), Reason.SUBSCRIPTION_NOT_PERMITTED, ()),
        (explain_under_rule("Prefix", "alice"), Reason.SUBSCRIPTION_NOT_PREFIXED, ()),
    ):
        assert found.decision.reason == reason
        assert [(remedy.authority, remedy.place.name) for remedy in found.remedies[:3]] == above
        assert found.rules_to_be_listed_in == listed
    assert explain_under_rule("None", "alice").decision.allowed


def test_listing_works_in_every_case_that_proposes_it() -> None:
    tried = 0
    for case in all_cases():
        asked = case.raw["principal"], case.raw["ask"], case.resource
        more = {"subscription": case.raw.get("subscription"), "now": case.raw.get("now", case.now)}
        found = explain(case.snapshot, *asked, **more, options=case.options)
        for name in found.rules_to_be_listed_in[:1]:
            known = case.snapshot.subscription_rules
            rules = known[case.resource.namespace or ""]
            every = {
                subscription: rules.users[subscription] | {asked[0]} for subscription in found.rules_to_be_listed_in
            }
            listed = replace(rules, users={**rules.users, **every})
            after = replace(case.snapshot, subscription_rules={**known, rules.namespace: listed})
            assert explain(after, *asked, **more, options=case.options).decision.allowed, (case, name)
            tried += 1
    assert tried > 5


def test_only_super_users_reach_closed_places() -> None:
    system = ResourceName.of_topic("persistent://acme/orders/__change_events")
    found = explain(a_snapshot([{"name": "alice"}], []), "alice", "topic:CONSUME", system, now=0)
    assert {remedy.authority for remedy in found.remedies} == {4}


def test_an_undecidable_question_has_no_remedies() -> None:
    found = explain(a_snapshot([], []), "ghost", "topic:PRODUCE", CREATED, now=0)
    assert (found.decision.reason, found.alternatives, found.remedies) == (Reason.UNKNOWN_PRINCIPAL, (), ())
    assert explain(a_snapshot([], []), "ghost", "no:SUCH", CREATED, now=0).alternatives == ()


def test_taking_a_grant_away_can_be_simulated() -> None:
    snapshot = a_snapshot([{"name": "alice", "roles": [1]}], [a_grant(1, 3, "acme/orders", 202)])
    ask = AccessQuery("alice", "topic:PRODUCE", CREATED)
    tried = next(simulate(snapshot, apply_change(snapshot, {}, {"grants": [1]}), [ask], now=0))
    assert (tried.before.reason, tried.after.reason, tried.differs) == (Reason.GRANTED, Reason.NO_GRANT, True)
    assert snapshot.grants[1].id == 1
