"""Grants that nobody may give: each has its own code and leaves every table as it was."""

from __future__ import annotations

from itertools import product

import pytest

from app.access.vocabulary import AUTHORITIES
from tests.api.given import GRANTS, HOUR, Business, refusal
from tests.center import Center
from tests.factories import CLUSTER, NAMESPACE, ROOT, TENANT, TOPIC, an_administrator
from tests.granting.delegation.model import lowest_place

pytestmark = pytest.mark.any_database


def test_every_authority_on_every_type_of_place(center: Center) -> None:
    """201 where the specification allows it; otherwise the refusal names the lowest place."""
    business = Business(center)
    tenant, namespace, topic = business.tenant, business.namespace, business.topic
    cluster = int(tenant.clusters)
    places = {ROOT: 0, CLUSTER: cluster, TENANT: tenant.id, NAMESPACE: namespace.id, TOPIC: topic.id}
    client = center.with_token(center.make(an_administrator))
    answers = {}
    for number, (kind, res_id) in product(AUTHORITIES, places.items()):
        body = {"user_id": business.third.id, "res_type": kind, "res_id": res_id, "authorities": [number]}
        answers[number, kind] = client.post(GRANTS, json=body)
        if kind <= lowest_place(number):
            assert answers[number, kind].status_code == 201, (number, kind)
            continue
        refusal = answers[number, kind].json()
        assert refusal["code"] == "authority_not_grantable_here", (number, kind)
        lowest = {1: "cluster", 2: "tenant", 3: "namespace"}[lowest_place(number)]
        assert refusal["where"] == {str(number): lowest}
    held = client.get(GRANTS, params={"user_id": business.third.id, "limit": 500}).json()
    assert held["total"] == sum(answer.status_code == 201 for answer in answers.values())


@pytest.mark.parametrize("status", ["disabled", "locked"])
@pytest.mark.parametrize("who", ["partner", "owner"])
def test_nothing_is_given_to_who_cannot_act(business: Business, who: str, status: str) -> None:
    """Neither to the user itself, nor to a sub-account of it."""
    root = business.center.make(an_administrator)
    business.set_status(getattr(business, who), status)
    receiver = business.partner if who == "partner" else business.app
    before = business.rows()
    answer = business.give(root, receiver, [303])
    assert refusal(business, answer, before)[1] == "receiver_not_active"
    assert answer.json()["user_id"] == receiver.id


def test_a_deleted_user_cannot_receive_a_grant(business: Business) -> None:
    role = business.role_of(business.third)
    business.remove(business.third)
    before = business.rows()
    assert refusal(business, business.give(business.owner, business.third, [303]), before) == (
        404,
        "receiver_not_found",
    )
    assert business.give(business.owner, None, [303], role_id=role).json()["code"] == "receiver_not_found"


def test_equal_and_overlapping_grants_are_refused(business: Business) -> None:
    """Extending is a change of the existing grant, which the refusal names."""
    now = business.now
    first = business.grant(business.owner, business.partner, [302, 303], valid_until=now + 5 * HOUR)
    before = business.rows()
    same = business.give(business.owner, business.partner, [303, 302], valid_until=now + 5 * HOUR)
    assert refusal(business, same, before) == (409, "grant_exists")
    for window in ({}, {"valid_until": now + 9 * HOUR}, {"valid_from": now + 4 * HOUR}, {"valid_until": now + HOUR}):
        longer = business.give(business.owner, business.partner, [303, 304], **window)
        assert refusal(business, longer, before) == (409, "overlapping_window")
        assert (longer.json()["grant_id"], longer.json()["authorities"]) == (first, [303])
        assert longer.json()["valid_until"] == now + 5 * HOUR
    assert business.change(business.owner, first, valid_until=now + 9 * HOUR).status_code == 200
    # Afterwards, elsewhere, somebody else's, another authority: all of them are grants of their own.
    business.grant(business.owner, business.partner, [303], valid_from=now + 9 * HOUR)
    business.grant(business.owner, business.partner, [304])
    business.grant(business.owner, business.third, [303])
    business.grant(business.owner, business.partner, [303], res_type=NAMESPACE, res_id=business.namespace.id)


def test_a_change_may_not_overlap_either(business: Business) -> None:
    now = business.now
    business.grant(business.owner, business.partner, [303], valid_until=now + 5 * HOUR)
    later = business.grant(business.owner, business.partner, [302, 303], valid_from=now + 5 * HOUR)
    before = business.rows()
    assert refusal(business, business.change(business.owner, later, valid_from=None), before)[1] == "overlapping_window"
    assert business.change(business.owner, later, authorities=[302], valid_from=None).status_code == 200


def test_a_change_may_not_end_in_the_past_or_before_it_begins(business: Business) -> None:
    now = business.now
    given = business.grant(business.owner, business.partner, [303], valid_from=now + HOUR)
    before = business.rows()
    for values, code in (
        ({"valid_until": now - HOUR, "valid_from": None}, "window_in_past"),
        ({"valid_until": now + HOUR}, "invalid_window"),
        ({"authorities": [203]}, "authority_not_grantable_here"),
        ({"authorities": [99]}, "unknown_authority"),
    ):
        assert refusal(business, business.change(business.owner, given, **values), before) == (422, code)
