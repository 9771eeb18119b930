"""Nobody grants what they do not hold: `holds_authority` says who holds what."""

from __future__ import annotations

import pytest

from app.access.decision import holds_authority
from app.access.names import ResourceName, ResourceType
from app.access.rights_snapshot import Snapshot, from_json
from app.access.vocabulary import AUTHORITIES

NAMES = {0: "*", 1: "prod", 2: "acme", 3: "acme/orders", 4: "persistent://acme/orders/created"}
PLACES = {kind: ResourceName.of(kind, name) for kind, name in NAMES.items()}


def holder_of(authority: int, kind: int, **user: str) -> Snapshot:
    return from_json(
        {
            "cluster": "prod",
            "revision": 1,
            "users": [{"name": "alice", "roles": [1], **user}, {"name": "bob"}],
            "grants": [
                {"id": 1, "role": 1, "type": kind, "name": NAMES[kind], "auth": [authority], "from": 0, "until": 9}
            ],
        }
    )


@pytest.mark.parametrize("kind", list(ResourceType))
@pytest.mark.parametrize("authority", AUTHORITIES)
def test_an_authority_is_held_here_and_below_and_nowhere_else(authority: int, kind: ResourceType) -> None:
    known = AUTHORITIES[authority]
    snapshot = holder_of(known.id, kind)
    for below, place in PLACES.items():
        held = kind <= known.lowest and kind <= below <= known.lowest
        assert holds_authority(snapshot, "alice", known.id, place, now=5) is held, place


@pytest.mark.parametrize(
    ("held", "asked", "answer"),
    [
        (302, 202, True),
        (303, 203, True),
        (306, 206, True),
        (202, 302, True),
        (204, 304, True),
        (304, 204, False),
        (301, 201, False),
        (300, 301, False),
        (204, 202, False),
        (203, 206, False),
        (205, 210, True),
        (210, 205, False),
        (210, 211, False),
    ],
)
def test_two_authorities_on_one_namespace(held: int, asked: int, answer: bool) -> None:
    assert holds_authority(holder_of(held, 3), "alice", asked, PLACES[3], now=5) is answer


def test_all_four_kinds_of_functions_are_not_functions() -> None:
    grant = {"id": 1, "role": 1, "type": 3, "name": NAMES[3], "auth": [208, 209, 210, 211]}
    people = [{"name": "alice", "roles": [1]}]
    snapshot = from_json({"cluster": "prod", "revision": 1, "users": people, "grants": [grant]})
    assert all(holds_authority(snapshot, "alice", number, PLACES[3], now=5) for number in (208, 209, 210, 211))
    assert not holds_authority(snapshot, "alice", 205, PLACES[3], now=5)


def test_a_super_user_holds_all_that_may_be_held_there() -> None:
    boss = holder_of(4, 1)
    for authority in AUTHORITIES.values():
        for kind, place in PLACES.items():
            held = 1 <= kind <= authority.lowest
            assert holds_authority(boss, "alice", authority.id, place, now=5) is held


def test_nobody_else_holds_anything() -> None:
    snapshot = holder_of(202, 3)
    assert not holds_authority(snapshot, "bob", 202, PLACES[3], now=5)
    assert not holds_authority(snapshot, "Alice", 202, PLACES[3], now=5)
    assert not holds_authority(snapshot, None, 202, PLACES[3], now=5)
    assert not holds_authority(holder_of(202, 3, status="locked"), "alice", 202, PLACES[3], now=5)
    assert not holds_authority(holder_of(202, 3, main="bob"), "alice", 202, PLACES[3], now=5)


def test_an_authority_is_held_only_in_its_window() -> None:
    snapshot = holder_of(202, 3)
    assert [holds_authority(snapshot, "alice", 202, PLACES[3], now=now) for now in (-1, 0, 8, 9)] == [
        False,
        True,
        True,
        False,
    ]


def test_unknown_authorities_and_malformed_places() -> None:
    snapshot = holder_of(4, 0)
    assert not holds_authority(snapshot, "alice", 999, PLACES[3], now=5)
    assert not holds_authority(snapshot, "alice", 302, ResourceName.of_topic("x"), now=5)


def test_reading_a_topic_is_not_holding_its_dead_letter_topic() -> None:
    snapshot = holder_of(303, 4)
    dead_letters = ResourceName.of_topic("persistent://acme/orders/created-billing-DLQ")
    assert not holds_authority(snapshot, "alice", 302, dead_letters, now=5)
