"""Limits to networks: what lies in what, who holds what within them, and how users that have some are sent."""

from __future__ import annotations

from typing import Any

import pytest

from app.access.decision import Subject, decide, find_subject, holds_authority
from app.access.effective import main_account_limit, usable_authorities
from app.access.explain import Shortfall, explain
from app.access.limits import Limits
from app.access.names import ResourceName
from app.access.network_limits import ANYWHERE, cover, say_nothing
from app.access.rights_snapshot import Snapshot, UserRights, from_json
from app.access.user_records import read, status_fields

TOPIC = ResourceName.of_topic("persistent://acme/orders/created")
WIDE, NARROW, ELSEWHERE = ("10.0.0.0/8",), ("10.1.0.0/16",), ("192.0.2.0/24", "2001:db8::/32")


def snapshot(*limits: tuple[str, ...] | None, user: tuple[str, ...] | None = None) -> Snapshot:
    """Alice with one grant to produce for each of these limits."""
    grants = [
        {"id": at, "role": 1, "type": 4, "name": TOPIC.name, "auth": [302]}
        if named is None
        else {"id": at, "role": 1, "type": 4, "name": TOPIC.name, "limits": {"auth": [302], "networks": list(named)}}
        for at, named in enumerate(limits, 1)
    ]
    users = [{"name": "alice", **status_fields("active", user), "roles": [1]}]
    return from_json({"cluster": "prod", "revision": 1, "users": users, "grants": grants})


@pytest.mark.parametrize(
    ("own", "other", "within", "meets"),
    [
        (NARROW, WIDE, True, True),
        (WIDE, NARROW, False, True),
        (WIDE, WIDE, True, True),
        (WIDE, None, True, True),
        (None, WIDE, False, True),
        (WIDE, ELSEWHERE, False, False),
        (("192.0.2.8/29", "2001:db8:1::/48"), ELSEWHERE, True, True),
        (("192.0.2.8/29", *WIDE), ELSEWHERE, False, True),
        (("0.0.0.0/0",), ("::/0",), False, False),
        (("::/96",), ("::/0",), True, True),
        (("what",), WIDE, False, False),
        (NARROW, (*WIDE, "what"), False, False),
        ((*NARROW, "10.1.2.3/8"), WIDE, False, False),
        ((*WIDE, "what"), (*WIDE, "what"), False, False),
        (("what",), None, True, False),
        (None, ("what",), False, False),
        ((), WIDE, True, False),
        ((), (*WIDE, "what"), True, False),
        ((), None, True, False),
    ],
)
def test_within_and_meets(own: Any, other: Any, within: bool, meets: bool) -> None:
    mine, theirs = Limits(networks=own), Limits(networks=other)
    assert mine.within(theirs) is within
    assert mine.meets(theirs) is theirs.meets(mine) is meets
    if own is not None and not say_nothing(own):
        assert all(cover(other, (each,)) for each in own) is within


def test_limits_without_meaning() -> None:
    assert not Limits(networks=WIDE).meaningless
    assert all(
        Limits(networks=meaningless).meaningless
        for meaningless in ((), ("",), (*WIDE, "10.1.1.1/8"), ("::ffff:0:0/96",))
    )
    assert len(Limits(None, ("a", "b"), ELSEWHERE).atoms()) == 4


def test_networks_may_only_be_given_within_ones_own() -> None:
    held = snapshot(WIDE, ELSEWHERE)
    gives = {
        limit: holds_authority(held, "alice", 302, TOPIC, 5, Limits(networks=limit))
        for limit in (None, WIDE, NARROW, ELSEWHERE, (*NARROW, *ELSEWHERE), ("8.0.0.0/5",), (), ("what",))
    }
    assert [limit for limit, can in gives.items() if can] == [WIDE, NARROW, ELSEWHERE, (*NARROW, *ELSEWHERE)]
    assert not holds_authority(held, "alice", 302, TOPIC, 5)
    assert holds_authority(snapshot(None), "alice", 302, TOPIC, 5, Limits(networks=NARROW))


def test_how_much_the_main_account_withholds() -> None:
    known = [snapshot(NARROW)]
    found = [main_account_limit(known, "alice", 302, TOPIC, 5, limits) for limits in (None, Limits(networks=WIDE))]
    assert found == ["partly", "partly"]
    assert main_account_limit(known, "alice", 302, TOPIC, 5, Limits(networks=NARROW)) == "no"
    assert main_account_limit(known, "alice", 302, TOPIC, 5, Limits(networks=ELSEWHERE)) == "entirely"


def test_anywhere_asks_whether_it_is_allowed_from_somewhere() -> None:
    known = snapshot(NARROW, user=WIDE)
    assert decide(known, "alice", "topic:PRODUCE", TOPIC, now=5, address=ANYWHERE).allowed
    assert usable_authorities(known, "alice", TOPIC, 5) == (302,)
    assert explain(known, "alice", "topic:PRODUCE", TOPIC, now=5).decision.allowed
    assert not decide(known, "alice", "topic:PRODUCE", TOPIC, now=5).allowed
    nowhere = snapshot((), user=())
    assert not decide(nowhere, "alice", "topic:PRODUCE", TOPIC, now=5, address=ANYWHERE).allowed


def test_where_an_account_may_act_from() -> None:
    known = snapshot(None, user=WIDE)
    addresses = ("10.2.3.4", "11.1.1.1", None, ANYWHERE)
    assert [isinstance(find_subject(known, "alice", address), Subject) for address in addresses] == [
        True,
        False,
        False,
        True,
    ]
    assert isinstance(find_subject(snapshot(), "alice", None), Subject)
    assert not isinstance(find_subject(known, "bob", ANYWHERE), Subject)


def test_explain_says_that_the_network_is_missing() -> None:
    found = explain(snapshot(NARROW), "alice", "topic:PRODUCE", TOPIC, now=5, address="10.2.3.4")
    assert [near.shortfall for near in found.near_misses] == [Shortfall.OUTSIDE_NETWORK]
    assert found.remedies[0].authority == 302
    other = explain(snapshot(NARROW), "alice", "topic:CONSUME", TOPIC, now=5, address="10.2.3.4")
    assert [near.shortfall for near in other.near_misses] == [Shortfall.OTHER_RIGHT]


@pytest.mark.parametrize("status", ["active", "disabled", "locked"])
@pytest.mark.parametrize("networks", [None, WIDE, ()])
def test_a_user_is_read_as_it_was_sent(status: str, networks: tuple[str, ...] | None) -> None:
    sent = status_fields(status, networks)
    assert read(sent["status"], sent.get("limits")) == (status, networks)
    assert networks is None or sent["status"] != "active"  # what an older plugin sees
    known = Snapshot("prod", 1, {"a": UserRights("a", status, networks=networks)}, {}, frozenset(), {}, {})
    assert from_json(known.to_json()).users == known.users


def test_limits_of_a_user_that_are_not_understood_deny() -> None:
    assert read("active", {}) == ("disabled", ())
    assert read("active", {"active": True, "networks": ["::/0"], "moon": 1}) == ("disabled", ())
    assert read("disabled", {"active": "yes", "networks": ["::/0"]}) == ("disabled", ("::/0",))
