"""Every authority on every type of place: grantable on its own level and above it, worth nothing below.

What the fixed twelve are is written down here and not computed: a reviewer compares it with docs/operations.md.
"""

from __future__ import annotations

import pytest

from app.access.decision import decide, holds_authority
from app.access.names import ResourceName, ResourceType
from app.access.rights_snapshot import Snapshot, from_json
from app.access.vocabulary import AUTHORITIES, QUESTIONS
from app.grants.grants import grantable, grantable_on
from app.platform.errors import InvalidInput
from tests.granting.delegation.model import gives, lowest_place

NAMES = {0: "*", 1: "prod", 2: "acme", 3: "acme/orders", 4: "persistent://acme/orders/created"}
PLACES = {kind: ResourceName.of(kind, name) for kind, name in NAMES.items()}
LOWEST = {1: (100,), 2: (101, 102, 103, 200), 3: (201, 202, 203, 300), 4: (301, 302, 303)}
"""The lowest type of place (1 cluster … 4 topic) that each of the twelve may be granted on."""
TABLE = [(number, place, place <= lowest_place(number)) for number in AUTHORITIES for place in range(5)]

TWELVE = {
    100: ("create tenants", {"tenant:CREATE_TENANT"}),
    101: ("delete the tenant", {"tenant:DELETE_TENANT"}),
    102: ("write all topics of the tenant", {"topic:PRODUCE"}),
    103: ("read all topics of the tenant", {"topic:CONSUME"}),
    200: ("create namespaces", {"tenant:CREATE_NAMESPACE"}),
    201: ("delete the namespace", {"tenant:DELETE_NAMESPACE"}),
    202: ("write all topics of the namespace", {"topic:PRODUCE"}),
    203: ("read all topics of the namespace", {"topic:CONSUME"}),
    300: ("create topics", {"namespace:CREATE_TOPIC"}),
    301: ("delete the topic", {"namespace:DELETE_TOPIC"}),
    302: ("write the topic", {"topic:PRODUCE"}),
    303: ("read the topic", {"topic:CONSUME"}),
}
"""The ids that are fixed from the start of the product: their words, and a question that only they answer."""


def snapshot(authority: int, place: int) -> Snapshot:
    grant = {"id": 1, "role": 1, "type": place, "name": NAMES[place], "auth": [authority]}
    people = [{"name": "alice", "roles": [1]}]
    return from_json({"cluster": "prod", "revision": 1, "users": people, "grants": [grant]})


def test_the_table_has_the_decided_levels_of_the_twelve() -> None:
    assert {number: low for low, some in LOWEST.items() for number in some} == {
        number: lowest_place(number) for number in TWELVE
    }


@pytest.mark.parametrize(("number", "place", "fits"), TABLE)
def test_an_authority_may_be_granted_on_its_level_and_above(number: int, place: int, fits: bool) -> None:
    assert (number in grantable_on(place)) is fits
    if fits:
        assert grantable([number], place) == [number]
        return
    with pytest.raises(InvalidInput) as refused:
        grantable([number], place)
    lowest = lowest_place(number)
    assert refused.value.stable_code == "authority_not_grantable_here"
    assert refused.value.extra["where"] == {str(number): ResourceType(lowest).name.lower()}
    assert f"can be granted on a {ResourceType(lowest).name.lower()}" in refused.value.detail


@pytest.mark.parametrize(("number", "place", "fits"), TABLE)
def test_an_authority_answers_the_questions_of_its_right_and_level(number: int, place: int, fits: bool) -> None:
    """Where it fits it answers every question of its right at its level or below it; elsewhere it answers none."""
    known = snapshot(number, place)
    for question in QUESTIONS.values():
        for kind in question.asked_on:
            allowed = decide(known, "alice", question.id, PLACES[kind], now=1).allowed
            needs = [need for need in question.needs if need.right is not None and not need.own_subscription]
            meant = place <= kind and any(_answers(number, need.right or 0, need.level) for need in needs)
            if not fits:
                assert not allowed, question.id
            elif not any(need.any for need in question.needs):
                assert allowed is meant, (question.id, kind)
            elif meant:
                assert allowed, (question.id, kind)


@pytest.mark.parametrize(("number", "place", "fits"), TABLE)
def test_an_authority_is_held_only_where_it_may_be_granted(number: int, place: int, fits: bool) -> None:
    assert holds_authority(snapshot(number, place), "alice", number, PLACES[ResourceType(place)], now=1) is fits


@pytest.mark.parametrize("number", TWELVE)
def test_the_twelve_keep_their_meaning(number: int) -> None:
    text, questions = TWELVE[number]
    assert (AUTHORITIES[number].text, AUTHORITIES[number].fixed) == (text, True)
    lowest = lowest_place(number)
    for question in questions:
        for kind in QUESTIONS[question].asked_on:
            assert decide(snapshot(number, min(lowest, kind)), "alice", question, PLACES[kind], now=1).allowed
    # No other of the twelve on the same place is taken for it, but what writes (reads) more widely.
    for other in TWELVE:
        if other % 100 != number % 100 and other in grantable_on(lowest):
            assert not holds_authority(snapshot(other, lowest), "alice", number, PLACES[ResourceType(lowest)], now=1)


def test_exactly_twelve_are_fixed() -> None:
    assert {number for number, authority in AUTHORITIES.items() if authority.fixed} == set(TWELVE)


def _answers(held: int, right: int, level: int) -> bool:
    return gives(held, level * 100 + right)
