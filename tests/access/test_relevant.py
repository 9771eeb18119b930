"""A few questions show what a change does: each other question is answered like one of them."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from app.access import limits
from app.access.decision import decide, is_system_topic
from app.access.names import ResourceName, ResourceType
from app.access.relevant import above, kin_of, named_by, sample_places
from app.access.rights_snapshot import Snapshot, from_json
from app.access.simulation import apply_change
from app.access.vocabulary import AUTHORITIES, QUESTIONS
from tests.seeds import seeds

LOCALS = ["a", "b", "c", "a-s-DLQ", "d-s-RETRY", "ab", "abc", "ac-x", "b-any.other", "ab-t-DLQ"]
LIMITS = [
    None,
    {"prefix": "a"},
    {"prefix": "ab"},
    {"prefix": "o"},
    {"subscriptions": ["s"]},
    {"prefix": "b-", "subscriptions": ["t*"]},
]
NAMES = {
    2: ["acme", "other"],
    3: ["acme/orders", "acme/bills", "other/orders"],
    4: [
        f"{domain}://{space}/{local}"
        for domain in ("persistent", "topic")
        for space in ("acme/orders", "acme/bills", "other/orders")
        for local in LOCALS
    ],
}


def _world(rng: random.Random) -> Snapshot:
    users = [{"name": f"u{n}", "roles": rng.sample([1, 2, 3], 2)} for n in range(3)]
    users += [{"name": "s", "main": "u0", "roles": [2, 4]}]
    return from_json(
        {"cluster": "prod", "revision": 1, "users": users, "grants": [_grant(rng, n) for n in range(1, 12)]}
    )


def _grant(rng: random.Random, number: int) -> dict[str, Any]:
    kind = rng.choice([1, 2, 2, 3, 3, 4, 4])
    held = [authority.id for authority in AUTHORITIES.values() if authority.may_be_held_on(ResourceType(kind))]
    name = "prod" if kind == 1 else rng.choice(NAMES[kind])
    grant = {"id": number, "role": rng.randint(1, 4), "type": kind, "name": name}
    return grant | limits.record(rng.sample(held, 2), limits.from_json(rng.choice(LIMITS)))


@pytest.mark.parametrize("seed", seeds(6, 60))
def test_every_changed_decision_is_covered_by_a_spot(seed: int) -> None:
    rng = random.Random(seed)
    before = _world(rng)
    doomed = rng.choice(list(before.grants.values()))
    after = apply_change(before, {}, {"grants": [doomed.id]})
    touched = [ResourceName.of(doomed.type, doomed.name)]
    known = [ResourceName.of(grant.type, grant.name) for grant in before.grants.values()]
    named = named_by(before.grants.values())
    relevant = {(spot.place.type, spot.place.name): spot for spot in sample_places(touched, known, "prod", named)}
    higher = above(touched, "prod")
    everything = [("prod", 1), *((name, kind) for kind, names in NAMES.items() for name in names)]
    for name, kind in everything:
        place = ResourceName.of(kind, name)
        for group, sub in product(kin_of(place.type), (None, "s", "t1", "u")):
            for user in before.users:
                if _answers(before, user, group[0], place, sub) == _answers(after, user, group[0], place, sub):
                    continue
                if (place.type, name) in relevant or (kind, name) in higher:
                    continue
                others = [
                    spot.place for spot in relevant.values() if spot.every_other and spot.place.type == place.type
                ]
                assert any(
                    _answers(before, user, group[0], twin, asked) == _answers(before, user, group[0], place, sub)
                    and _answers(after, user, group[0], twin, asked) == _answers(after, user, group[0], place, sub)
                    for twin in others
                    for asked in (None, *named.subscriptions)
                ), (user, group[0], name, doomed)


def _answers(snapshot: Snapshot, user: str, question: str, place: ResourceName, subscription: str | None) -> bool:
    return decide(snapshot, user, question, place, subscription=subscription, now=0).allowed


def test_kin_cover_every_question_once() -> None:
    for kind in ResourceType:
        asked = [question for kin in kin_of(kind) for question in kin]
        assert sorted(asked) == sorted(question.id for question in QUESTIONS.values() if kind in question.asked_on)
    assert len(kin_of(ResourceType.TOPIC)) < 20


def test_other_topics_are_represented_by_an_unused_name() -> None:
    taken = ResourceName.of_topic("persistent://acme/orders/any.other")
    found = list(sample_places([ResourceName.of_namespace("acme/orders")], [taken], "prod"))
    assert [(spot.shown, spot.every_other) for spot in found] == [
        ("acme/orders", False),
        ("persistent://acme/orders/*", True),
        ("persistent://acme/orders/*-*-DLQ", True),
        (taken.name, False),
        (f"{taken.name}-*-DLQ", True),
    ]
    assert found[1].place.name != taken.name
    assert not is_system_topic(found[1].place)
