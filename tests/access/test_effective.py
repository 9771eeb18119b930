"""A user is listed as holding a right if and only if a question that needs exactly that right is allowed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from app.access.decision import Reason, decide
from app.access.effective import main_account_limit, usable_authorities
from app.access.holding import DecisionOptions
from app.access.limits import from_json as from_limits
from app.access.names import ResourceName
from app.access.network_limits import ANYWHERE
from app.access.rights_snapshot import from_json
from app.access.vocabulary import AUTHORITIES, QUESTIONS, Question, asked_level
from tests.soak.worlds import Block, blocks

ONE_NEED = {
    question: (need.right, need.level)
    for question in QUESTIONS.values()
    for need in question.needs
    if len(question.needs) == 1 and need.right is not None and not need.own_subscription
}


def _fitting_authorities(question: Question) -> set[int]:
    """The authorities that are exactly what the question needs."""
    right, level = ONE_NEED[question]
    return {a.id for a in AUTHORITIES.values() if a.right == right and asked_level(a) == level}


@pytest.mark.parametrize("seed", range(3))
def test_held_rights_are_those_that_decide_allows(seed: int) -> None:
    seen: Counter[bool] = Counter()
    for block in blocks(seed, 3000):
        seen += _count_comparisons(block)
    assert min(seen[True], seen[False]) > 100


def _count_comparisons(block: Block) -> Counter[bool]:
    # A right to read named subscriptions is listed, and allows no other one: see test_limits.
    # A rule about subscriptions takes some retry and dead-letter topics away, and no right.
    whole = {**block.world, "grants": [grant for grant in block.world["grants"] if "limits" not in grant]}
    whole["subscription_rules"] = []
    snapshot, options = from_json(whole), DecisionOptions(**block.options)
    seen: Counter[bool] = Counter()
    for who, asked, kind, name, _, now, _, _ in block.asks:
        target, question = ResourceName.of(kind, name), QUESTIONS.get(asked)
        if question not in ONE_NEED or question is None or target.malformed or kind not in question.asked_on:
            continue
        answer = decide(snapshot, who, question.id, target, now=now, options=options, address=ANYWHERE)
        if answer.reason == Reason.RESOURCE_INVALID:
            continue  # closed for a time: nobody lost the right
        possible = {
            number for number in _fitting_authorities(question) if AUTHORITIES[number].may_be_held_on(target.type)
        }
        if not possible:
            continue  # cluster administration is asked of the cluster only
        listed = bool(possible & set(usable_authorities(snapshot, who or "", target, now, options)))
        assert listed == answer.allowed, (who, asked, name, now, answer, block.line())
        seen[listed] += 1
    return seen


def test_what_a_main_account_withholds() -> None:
    users = [{"name": "main", "roles": [1]}, {"name": "sub", "main": "main", "roles": [2]}]
    grants = [
        {"id": 1, "role": 1, "type": 4, "name": "persistent://acme/orders/created", "auth": [302]},
        {"id": 2, "role": 1, "type": 3, "name": "acme/orders", "auth": [203]},
        {"id": 3, "role": 2, "type": 3, "name": "acme/orders", "auth": [202, 203, 204]},
    ]
    snapshot = from_json({"cluster": "prod", "revision": 1, "users": users, "grants": grants})
    orders = ResourceName.of_namespace("acme/orders")
    found = {number: main_account_limit([snapshot], "main", number, orders, 0) for number in (202, 203, 204, 4)}
    assert found == {202: "partly", 203: "no", 204: "entirely", 4: "partly"}
    assert main_account_limit([snapshot], None, 204, orders, 0) == "no"
    assert usable_authorities(snapshot, "sub", orders, 0) == (203, 303)
    assert decide(snapshot, "sub", "namespace:UNLOAD", orders, now=0).reason == Reason.UNKNOWN_OPERATION


@pytest.mark.parametrize(
    ("held", "given"),
    [
        ({"auth": [304]}, 204),
        ({"auth": [210]}, 205),
        ({"auth": [205]}, 210),
        ({"auth": [307]}, 207),
        ({"type": 2, "name": "acme", "auth": [304]}, 204),
        ({"type": 1, "name": "prod", "auth": [], "limits": {"auth": [4], "networks": ["10.0.0.0/8"]}}, 202),
        ({"auth": [], "limits": {"auth": [204], "prefix": "eu-"}}, 204),
    ],
)
def test_a_part_is_withheld_where_the_main_account_holds_a_part(held: dict[str, Any], given: int) -> None:
    grants = [{"id": 1, "role": 1, "type": 3, "name": "acme/orders", **held}]
    world = {"cluster": "prod", "revision": 1, "users": [{"name": "main", "roles": [1]}], "grants": grants}
    orders = ResourceName.of_namespace("acme/orders")
    part = "no" if (held["auth"], given) == ([205], 210) else "partly"
    assert main_account_limit([from_json(world)], "main", given, orders, 0) == part


@pytest.mark.parametrize(
    ("limits", "given"),
    [
        ({"auth": [203], "subscriptions": ["billing"]}, {"subscriptions": ["audit"]}),
        ({"auth": [203], "prefix": "eu-"}, {"prefix": "us-"}),
    ],
)
def test_limits_that_do_not_meet_withhold_entirely(limits: dict[str, Any], given: dict[str, Any]) -> None:
    grants = [{"id": 1, "role": 1, "type": 3, "name": "acme/orders", "auth": [], "limits": limits}]
    world = {"cluster": "prod", "revision": 1, "users": [{"name": "main", "roles": [1]}], "grants": grants}
    orders = ResourceName.of_namespace("acme/orders")
    assert main_account_limit([from_json(world)], "main", 203, orders, 0, from_limits(given)) == "entirely"


def test_a_grant_that_works_is_not_withheld_entirely() -> None:
    works = 0
    for block in blocks(4, 6000):
        snapshot, options = from_json({**block.world, "subscription_rules": []}), DecisionOptions()
        for who, asked, kind, name, subscription, now, _, _ in block.asks:
            user, target = snapshot.users.get(who or ""), ResourceName.of(kind, name)
            if user is None or user.main is None:
                continue
            answer = decide(
                snapshot, who, asked, target, subscription=subscription, now=now, options=options, address=ANYWHERE
            )
            for grant in map(snapshot.grants.__getitem__, answer.grants):
                place = ResourceName.of(grant.type, grant.name)
                found = {
                    main_account_limit([snapshot], user.main, number, place, now, grant.limits)
                    for number in grant.usable()
                }
                assert found != {"entirely"}, (who, asked, name, grant, block.line())
                works += 1
    assert works > 50
