"""operations.json: complete, consistent, and shown to people as it is."""

from __future__ import annotations

from typing import get_args

from app.access import operations_page
from app.access.names import ResourceType
from app.access.subscription_rules import Mode, ModeName
from app.access.vocabulary import AUTHORITIES, POLICIES, QUESTIONS, SUPER_USER, Right, where_it_may_be_granted

FIXED = {100, 200, 300, 101, 201, 301, 102, 202, 302, 103, 203, 303}


def test_the_dictionary_of_authorities() -> None:
    assert {authority.id for authority in AUTHORITIES.values() if authority.fixed} == FIXED
    assert {2, 3, SUPER_USER} <= AUTHORITIES.keys(), "what is held on whole clusters"
    for authority in AUTHORITIES.values():
        assert (authority.right, authority.level) in {(right, level) for right in Right for level in range(4)}


def test_an_authority_is_held_on_its_level_or_on_the_parent_of_what_it_creates() -> None:
    for authority in AUTHORITIES.values():
        level = authority.level - 1 if authority.right == Right.CREATE else authority.level
        assert authority.lowest.level == level


def test_families_and_how_many_questions_they_have() -> None:
    families = [question.split(":")[0] for question in QUESTIONS]
    assert {family: families.count(family) for family in families} == {
        "topic": 32,
        "namespace": 14,
        "tenant": 8,
        "cluster": 10,
        "broker": 12,
        "clusterPolicy": 2,
        "namespacePolicy": 2,
        "topicPolicy": 2,
        "functions": 4,
        "tenantAdmin": 1,
        "superUser": 1,
        "center": 6,
    }
    assert len(POLICIES) == 36


def test_every_question_is_complete() -> None:
    for question in QUESTIONS.values():
        assert question.asked_on
        assert question.needs
        assert question.act in (1, 2, 3, 4)
        assert question.kind in (0, 1)
        assert question.text.endswith((".", "?"))
        assert question.data or question.act != 1 or question.id == "cluster:CREATE_CLUSTER"


def test_every_need_can_be_granted_where_it_is_asked() -> None:
    for question in QUESTIONS.values():
        for kind in question.asked_on:
            for need in question.needs:
                if need.right is not None:
                    assert any(
                        authority.gives(need.right, need.level) and authority.may_be_held_on(place)
                        for authority in AUTHORITIES.values()
                        for place in ResourceType
                        if place <= kind
                    )


def test_where_an_authority_may_be_granted() -> None:
    assert where_it_may_be_granted(AUTHORITIES[302]) == "a topic, a namespace, a tenant, a cluster or everywhere"
    assert where_it_may_be_granted(AUTHORITIES[100]) == "a cluster or everywhere"


def test_the_page_for_people_is_fresh() -> None:
    assert operations_page.PAGE.read_text(encoding="utf-8") == operations_page.render(), (
        "run python -m app.access.operations_page"
    )


def test_each_mode_of_subscriptions_can_be_said() -> None:
    assert get_args(ModeName) == tuple(Mode)
