"""Limited grants beside the decision: who holds the whole, what is listed, what is explained, what is sent."""

from __future__ import annotations

from typing import Any

import pytest

from app.access.decision import decide, holds_authority
from app.access.effective import main_account_limit, usable_authorities
from app.access.explain import Shortfall, explain
from app.access.names import ResourceName
from app.access.rights_snapshot import Snapshot, from_json

NAMESPACE = ResourceName.of_namespace("acme/orders")
INSIDE = ResourceName.of_topic("persistent://acme/orders/orders-1")
OUTSIDE = ResourceName.of_topic("persistent://acme/orders/bills-1")


def holder_of(*auth: int, **limits: object) -> Snapshot:
    """alice, and her sub-account with everything, in `acme/orders`."""
    grant: dict[str, Any] = {"id": 1, "role": 1, "type": 3, "name": "acme/orders", "auth": []}
    return from_json(
        {
            "cluster": "prod",
            "revision": 1,
            "users": [{"name": "alice", "roles": [1]}, {"name": "alice-sub", "main": "alice", "roles": [2]}],
            "grants": [
                {**grant, "limits": {"auth": list(auth), **limits}},
                {**grant, "id": 2, "role": 2, "auth": [302, 303, 306]},
            ],
        }
    )


@pytest.mark.parametrize("authority", [300, 301, 302, 303, 304, 306])
def test_a_prefix_gives_names_below_it_and_not_the_place(authority: int) -> None:
    snapshot = holder_of(authority, prefix="orders-")
    assert not holds_authority(snapshot, "alice", authority, NAMESPACE, now=5)
    assert holds_authority(snapshot, "alice", authority, INSIDE, now=5) is (authority != 300)
    assert not holds_authority(snapshot, "alice", authority, OUTSIDE, now=5)


@pytest.mark.parametrize("authority", [303, 306])
def test_named_subscriptions_are_not_the_whole_right(authority: int) -> None:
    snapshot = holder_of(authority, subscriptions=["billing"])
    assert not any(holds_authority(snapshot, "alice", authority, place, now=5) for place in (NAMESPACE, INSIDE))
    assert main_account_limit([snapshot], "alice", authority, INSIDE, now=5) != "no"


def test_listed_grants_of_a_place_are_within_the_prefix() -> None:
    snapshot = holder_of(302, 303, prefix="orders-")
    assert [usable_authorities(snapshot, "alice", place, now=5) for place in (INSIDE, OUTSIDE, NAMESPACE)] == [
        (302, 303),
        (),
        (),
    ]


@pytest.mark.parametrize(
    ("limits", "topic", "subscription"),
    [({"prefix": "orders-"}, OUTSIDE, "billing"), ({"subscriptions": ["billing"]}, INSIDE, "other")],
)
def test_a_denial_tells_of_the_limits_and_of_a_remedy(
    limits: dict[str, object], topic: ResourceName, subscription: str
) -> None:
    snapshot = holder_of(303, **limits)
    found = explain(snapshot, "alice", "topic:CONSUME", topic, subscription=subscription, now=5)
    assert [near.shortfall for near in found.near_misses] == [Shortfall.OUTSIDE_LIMITS]
    assert (303, topic.name) in [(remedy.authority, remedy.place.name) for remedy in found.remedies]


@pytest.mark.parametrize(
    "limits", [{"prefix": "orders-"}, {"subscriptions": ["a", "b-*"]}, {"prefix": "o", "subscriptions": ["a"]}]
)
def test_engines_that_do_not_know_limits_deny_a_limited_grant(limits: dict[str, object]) -> None:
    document = holder_of(303, **limits).to_json()
    assert document["grants"][0]["auth"] == []
    assert document["grants"][0]["limits"] == {"auth": [303], **limits}
    old = {**document, "grants": [{k: v for k, v in grant.items() if k != "limits"} for grant in document["grants"]]}
    assert not decide(from_json(old), "alice", "topic:CONSUME", INSIDE, subscription="a", now=5).allowed
    assert from_json(document).to_json() == document


def test_a_delta_limits_a_grant_and_lifts_the_limit() -> None:
    whole = {"id": 1, "role": 1, "type": 3, "name": "acme/orders", "auth": [303]}
    narrow = {**whole, "auth": [], "limits": {"auth": [303], "prefix": "orders-"}}
    before = holder_of(303, prefix="orders-")
    assert not decide(before, "alice", "topic:CONSUME", OUTSIDE, subscription="a", now=5).allowed
    lifted = before.apply_delta({"after": 1, "revision": 2, "set": {"grants": [whole]}})
    assert decide(lifted, "alice", "topic:CONSUME", OUTSIDE, subscription="a", now=5).allowed
    again = lifted.apply_delta({"after": 2, "revision": 3, "set": {"grants": [narrow]}})
    assert not decide(again, "alice", "topic:CONSUME", OUTSIDE, subscription="a", now=5).allowed
