"""Grants that are limited to names with a prefix, or to subscriptions: given, changed, passed on, seen."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.given import ANY, GRANTS, Business, refusal
from tests.factories import NAMESPACE, TENANT, TOPIC, a_grant, a_topic, an_administrator

ORDERS = {"prefix": "orders-"}
NONE = {"prefix": None, "subscriptions": None, "networks": None}


def on_namespace(business: Business, **limits: Any) -> dict[str, Any]:
    """The values of a grant on acme/orders with these limits."""
    return {"res_type": NAMESPACE, "res_id": business.namespace.id, "limits": limits or None}


def test_limits_are_kept_shown_changed_and_taken_away(business: Business) -> None:
    given = business.grant(business.owner, business.third, [303], **on_namespace(business, prefix="orders-"))
    owner = business.center.with_token(business.owner)
    assert owner.get(f"{GRANTS}/{given}").json()["limits"] == {**NONE, "prefix": "orders-"}
    named = {"subscriptions": ["billing", "audit-*", "billing"]}
    changed = business.change(business.owner, given, limits=named).json()
    assert changed["limits"] == {**NONE, "subscriptions": ["audit-*", "billing"]}
    assert business.change(business.owner, given, remark="kept").json()["limits"] == changed["limits"]
    assert business.change(business.owner, given, limits=None).json()["limits"] is None
    listed = owner.get(GRANTS, params={"user_id": business.third.id}).json()["items"]
    assert [grant["limits"] for grant in listed] == [None]


@pytest.mark.parametrize(
    ("limits", "field"),
    [
        ({"prefix": "a/b"}, "limits.prefix"),
        ({"prefix": "orders-*"}, "limits.prefix"),
        ({"prefix": "\u202e"}, "limits.prefix"),
        ({"prefix": "__"}, "limits.prefix"),
        ({"subscriptions": ["*"]}, "limits.subscriptions"),
        ({"subscriptions": ["a*b"]}, "limits.subscriptions"),
    ],
)
def test_impossible_limits_name_their_field(business: Business, limits: dict[str, Any], field: str) -> None:
    before = business.rows()
    answer = business.give(business.owner, business.third, [303], **on_namespace(business, **limits))
    assert refusal(business, answer, before)[0] == 422
    assert [error["field"] for error in answer.json()["errors"]] == [field]


@pytest.mark.parametrize(
    ("limits", "value"), [({"prefix": "orders-*"}, "orders-*"), ({"subscriptions": ["billing", "a*b"]}, "a*b")]
)
def test_an_error_names_the_wrong_value(business: Business, limits: dict[str, Any], value: str) -> None:
    answer = business.give(business.owner, business.third, [303], **on_namespace(business, **limits))
    assert (answer.json()["code"], answer.json()["value"]) == ("invalid_limits", value)


@pytest.mark.parametrize(
    ("kind", "numbers", "limits"),
    [
        (TOPIC, [303], ORDERS),
        (NAMESPACE, [204, 303], {"subscriptions": ["billing"]}),
        (NAMESPACE, [201], ORDERS),
        (NAMESPACE, [205], ORDERS),
        (TENANT, [101], {"prefix": "team-"}),
        (TENANT, [302], {"subscriptions": ["billing"]}),
    ],
)
def test_limits_that_do_not_fit_the_grant_are_refused(
    business: Business, kind: int, numbers: list[int], limits: dict[str, Any]
) -> None:
    where = {TENANT: business.tenant.id, NAMESPACE: business.namespace.id, TOPIC: business.topic.id}
    before = business.rows()
    root = business.center.make(an_administrator)
    before = business.rows()
    answer = business.give(root, business.third, numbers, res_type=kind, res_id=where[kind], limits=limits)
    assert refusal(business, answer, before) == (422, "limit_not_possible_here")
    assert [error["field"] for error in answer.json()["errors"]] == [f"limits.{name}" for name in limits]


@pytest.mark.parametrize("limits", [{}, {"prefix": None}, {"prefix": ""}, {"subscriptions": []}, {"prefix": "x" * 256}])
def test_malformed_limits_are_refused(business: Business, limits: dict[str, Any]) -> None:
    before = business.rows()
    answer = business.give(
        business.owner, business.third, [303], res_type=NAMESPACE, res_id=business.namespace.id, limits=limits
    )
    assert refusal(business, answer, before) == (422, "invalid_input")


def test_grants_above_are_listed_for_what_their_prefix_covers(business: Business) -> None:
    covers, _ = (
        business.grant(business.owner, business.third, [303], **on_namespace(business, prefix=prefix))
        for prefix in (business.topic.name[:2], "else-")
    )
    params = {"res_type": TOPIC, "res_id": business.topic.id, "user_id": business.third.id, "inherited": True}
    listed = business.center.with_token(business.owner).get(GRANTS, params=params).json()["items"]
    assert [grant["id"] for grant in listed] == [covers]


def test_a_holder_of_a_prefix_gives_only_within_it(business: Business) -> None:
    """`orders-` allows giving `orders-eu-`, never `or`, the whole, a longer time or another right."""
    end = business.now + 3_600_000
    mine = on_namespace(business, prefix="orders-")
    business.grant(business.owner, business.partner, [302, 304], **mine, valid_until=end)
    longer = on_namespace(business, prefix="orders-eu-")
    given = business.grant(business.partner, business.third, [302], **longer, valid_until=end)
    before = business.rows()
    for values in (
        on_namespace(business, prefix="or"),
        on_namespace(business),
        on_namespace(business, prefix="bills-"),
    ):
        answer = business.give(business.partner, business.third, [302], **values, valid_until=end)
        assert refusal(business, answer, before) == (403, "not_allowed")
    answer = business.give(business.partner, business.third, [302], **mine)
    assert refusal(business, answer, before) == (403, "not_held")
    assert answer.json()["held_until"] == {"302": end, "304": end}
    answer = business.give(business.partner, business.third, [303], **mine, valid_until=end)
    assert refusal(business, answer, before) == (403, "not_held")
    for wider in (None, {"prefix": "orders"}):
        answer = business.change(business.partner, given, limits=wider)
        assert refusal(business, answer, before)[0] == 403
    assert business.change(business.partner, given, limits={"prefix": "orders-eu-west-"}).status_code == 200
    assert business.take_back(business.partner, given).status_code == 204


def test_subscriptions_held_by_several_grants_are_given_together(business: Business) -> None:
    place = {"res_type": TOPIC, "res_id": business.topic.id}
    business.grant(business.owner, business.partner, [304], **place)
    business.grant(business.owner, business.partner, [303], **place, limits={"subscriptions": ["a"]})
    business.grant(business.owner, business.partner, [303], **place, limits={"subscriptions": ["b-*"]})
    business.grant(business.partner, business.third, [303], **place, limits={"subscriptions": ["a", "b-1", "b-x-*"]})
    before = business.rows()
    for names in (["a", "c"], ["c", "a"], ["a", "b*"], None):
        limits = None if names is None else {"subscriptions": names}
        answer = business.give(business.partner, business.third, [303], **place, limits=limits)
        assert refusal(business, answer, before) == (403, "not_held")


def test_a_sub_account_gets_no_other_names_than_its_main_account_has(business: Business) -> None:
    business.grant(business.owner, business.partner, [303], **on_namespace(business, prefix="orders-"))
    before = business.rows()
    answer = business.give(business.owner, business.partner_app, [303], **on_namespace(business, prefix="or"))
    assert refusal(business, answer, before) == (409, "main_account_does_not_hold")
    answer = business.give(business.owner, business.partner_app, [303], **on_namespace(business))
    assert refusal(business, answer, before) == (409, "main_account_does_not_hold")
    business.grant(business.partner, business.partner_app, [303], **on_namespace(business, prefix="orders-eu-"))


def test_a_part_is_not_given_back_in_a_circle(business: Business) -> None:
    """What was passed on for one prefix is not given back, although other names come from elsewhere."""
    for prefix in ("orders-", "bills-"):
        business.grant(business.owner, business.partner, [302, 304], **on_namespace(business, prefix=prefix))
    business.grant(business.partner, business.third, [302, 304], **on_namespace(business, prefix="orders-"))
    business.grant(business.owner, business.third, [302, 304], **on_namespace(business, prefix="bills-"))
    before = business.rows()
    answer = business.give(business.third, business.partner, [302], **on_namespace(business, prefix="orders-eu-"))
    assert refusal(business, answer, before) == (403, "grant_cycle")
    business.grant(business.third, business.partner, [302], **on_namespace(business, prefix="bills-eu-"))


def test_equal_limits_are_refused_and_others_accepted(business: Business) -> None:
    first = business.grant(business.owner, business.third, [303], **on_namespace(business, prefix="orders-"))
    before = business.rows()
    answer = business.give(business.owner, business.third, [303], **on_namespace(business, prefix="orders-"))
    assert refusal(business, answer, before) == (409, "grant_exists")
    assert answer.json()["grant_id"] == first
    answer = business.give(business.owner, business.third, [302, 303], **on_namespace(business, prefix="orders-"))
    assert refusal(business, answer, before) == (409, "overlapping_window")
    business.grant(business.owner, business.third, [303], **on_namespace(business, prefix="bills-"))
    business.grant(business.owner, business.third, [303], **on_namespace(business))


def test_a_prefix_limits_what_may_be_created(business: Business) -> None:
    business.grant(business.owner, business.third, [300], **on_namespace(business, prefix="orders-"))
    business.grant(business.owner, business.third, [200], res_type=TENANT, res_id=business.tenant.id, limits=ORDERS)
    third = business.center.with_token(business.third)
    before = business.rows()
    for name in ("bills-1", "orders", "Orders-1"):
        answer = third.post("/api/v1/topics", json={"namespace_id": business.namespace.id, "name": name})
        assert refusal(business, answer, before) == (403, "not_allowed"), name
        answer = third.post("/api/v1/namespaces", json={"tenant_id": business.tenant.id, "name": name})
        assert refusal(business, answer, before) == (403, "not_allowed"), name
    made = third.post("/api/v1/topics", json={"namespace_id": business.namespace.id, "name": "orders-1"})
    assert made.status_code == 201
    made = third.post("/api/v1/namespaces", json={"tenant_id": business.tenant.id, "name": "orders-1"})
    assert made.status_code == 201
    assert third.post("/api/v1/topics", json={"namespace_id": made.json()["id"], "name": "x"}).status_code == 201


def test_a_holder_of_a_prefix_sees_what_begins_with_it(business: Business) -> None:
    center = business.center
    for name in ("orders-1", "orders-2", "bills-1"):
        center.make(a_topic, business.namespace, name)
    center.make(a_grant, business.third, [303], NAMESPACE, business.namespace.id)
    business.grant(business.owner, business.partner, [302], **on_namespace(business, prefix="orders-"))
    partner = center.with_token(business.partner)
    topics = [topic["full_name"] for topic in partner.get("/api/v1/topics").json()["items"]]
    assert sorted(topics) == ["persistent://acme/orders/orders-1", "persistent://acme/orders/orders-2"]
    assert len(partner.get("/api/v1/namespaces").json()["items"]) == 1
    patched = partner.patch(f"/api/v1/namespaces/{business.namespace.id}", json={"remark": "x"}, headers=ANY)
    assert patched.status_code == 403
    assert partner.patch(f"/api/v1/topics/{business.topic.id}", json={"remark": "x"}, headers=ANY).status_code == 404


def test_explain_names_the_limit(business: Business) -> None:
    business.grant(business.owner, business.partner, [302], **on_namespace(business, prefix="orders-"))
    question = {"cluster_id": int(business.tenant.clusters), "principal": "partner", "question": "topic:PRODUCE"}
    root = business.center.with_token(business.center.make(an_administrator))
    where = {"resource_type": "topic", "resource": "persistent://acme/orders/bills-1"}
    answer = root.post("/api/v1/access/explain", json={**question, **where}).json()
    assert answer["allowed"] is False
    near = [(grant["shortfall"], grant["path"]["grant"]["limits"]) for grant in answer["near"]]
    assert near == [("OUTSIDE_LIMITS", {"prefix": "orders-", "subscriptions": None, "networks": None})]
    where["resource"] = "persistent://acme/orders/orders-1"
    assert root.post("/api/v1/access/explain", json={**question, **where}).json()["allowed"] is True


def test_a_change_of_limits_makes_no_overlapping_grant(business: Business) -> None:
    wide = business.grant(business.owner, business.third, [302], **on_namespace(business, prefix="orders-"))
    business.grant(business.owner, business.third, [302, 303], **on_namespace(business, prefix="orders-eu-"))
    before = business.rows()
    answer = business.change(business.owner, wide, limits={"prefix": "orders-eu-"})
    assert refusal(business, answer, before) == (409, "overlapping_window")


def test_a_prefix_shows_nothing_beside_it(business: Business) -> None:
    """Names outside the prefix are answered as absent ones."""
    business.grant(business.owner, business.partner, [302], **on_namespace(business, prefix="else-"))
    before = business.rows()
    for topic in (business.topic.id, 999):
        answer = business.give(business.partner, business.third, [302], res_type=TOPIC, res_id=topic)
        assert refusal(business, answer, before) == (404, "not_found")
