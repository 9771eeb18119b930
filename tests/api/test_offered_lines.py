"""Each line that explain offers can be done by whom it names, and then does what it says. In random worlds."""

import random
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.access import places, roles
from app.access.decision import decide
from app.access.vocabulary import QUESTIONS
from app.brokers import granting, named_places, snapshots
from app.clock import now_ms
from app.identity import users
from app.pulsar.names import ResourceName, ResourceType
from tests.api.test_access_lists import _estate, _random_rights
from tests.center import Center
from tests.factories import an_administrator

PLACES = [(1, 1), (2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3)]


@pytest.mark.parametrize("seed", range(2))
def test_each_line_can_be_done(center: Center, seed: int) -> None:
    center.make(_estate)
    people = center.make(_random_rights, 100 + seed)
    client, rng, done = center.with_token(center.make(an_administrator, "zz")), random.Random(seed), 0
    for _ in range(20):
        kind, number = rng.choice(PLACES)
        name = center.read(places.place_of, kind, number).name
        asked_on = [one.id for one in QUESTIONS.values() if ResourceType(kind) in one.asked_on]
        asked = {
            "cluster_id": 1,
            "principal": rng.choice(people).username,
            "question": rng.choice(asked_on),
            "resource_type": ResourceType(kind).name.lower(),
            "resource": name,
        }
        answer = client.post("/api/v1/access/explain", json=asked).json()
        for line in answer["missing"]:
            for giver in line["could_give"]["names"][:2]:
                done += _do(center, asked, line, giver)
    assert done > 10


def _do(center: Center, asked: dict[str, Any], line: dict[str, Any], giver: str) -> int:
    with center.database.writing() as session:
        place = ResourceName.of(ResourceType[line["resource_type"].upper()], line["resource"])
        key = named_places.find(session, [place])[int(place.type), place.name].key
        for principal in reversed(line["principals"]):  # the main account first
            end = line["could_give"]["valid_until"].get(giver)
            _give(session, giver, principal, key, line["authority"], end)
        session.flush()
        target = ResourceName.of(ResourceType[asked["resource_type"].upper()], asked["resource"])
        known = snapshots.snapshot_of(session, asked["cluster_id"], [asked["principal"]])
        found = decide(known, asked["principal"], asked["question"], target, now=now_ms())
        assert found.allowed, (asked, line, giver, found)
        session.rollback()
    return 1


def _give(
    session: Session, giver: str, principal: str, key: places.Key, authority: int, valid_until: int | None
) -> None:
    by, receiver = (users.by_name(session, name) for name in (giver, principal))
    assert by is not None
    assert receiver is not None
    role = roles.personal_role_of(session, receiver.id)
    granting.give(session, by, role, *key, [authority], valid_until=valid_until, now=now_ms())
