"""Who collects private halves of encryption keys is noticed by who administers the places."""

from __future__ import annotations

from typing import Any

import httpx

from app.rights.requests.unusual_fetches import KIND, USUAL
from tests.api.encryption import READ, let, make, path, private, rotate
from tests.api.given import ANY, Business
from tests.factories import NAMESPACE, a_grant, a_user

BOTH = USUAL + 2


def told(client: httpx.Client) -> list[dict[str, Any]]:
    return [notice["facts"] for notice in client.get("/api/v1/notices").json()["items"] if notice["kind"] == KIND]


def test_many_private_halves_in_an_hour_are_told_once(business: Business) -> None:
    make(business)
    for _ in range(BOTH):
        rotate(business)
    owner = business.center.with_token(business.owner)
    busy, calm = let(business, business.third, READ), let(business, business.partner, READ)
    for number in range(1, USUAL + 1):
        assert private(busy, number=number).status_code == 200
        assert private(busy, number=number).status_code == 200, "the same again is one version"
        assert private(calm, number=1).status_code == 200
    assert told(owner) == [], "that many may be its work"
    assert private(busy, number=USUAL + 1).status_code == 200
    (facts,) = told(owner)
    assert facts == {"receiver": "third", "resource": "persistent://acme/orders/created", "count": USUAL + 1}
    assert private(busy, number=USUAL + 2).status_code == 200
    # Twice at most, when the test goes over the end of an hour.
    assert 1 <= len(told(owner)) <= 2
    assert told(busy) == told(calm) == [], "who fetches is not told"


def test_sub_accounts_count_together_and_each_place_is_told(business: Business) -> None:
    make(business, "orders")
    make(business, "all", "namespace")
    for _ in range(USUAL):
        rotate(business)
    business.center.make(a_grant, business.third, [203], NAMESPACE, business.namespace.id)
    watcher = business.center.make(a_user, "watcher")
    business.center.make(a_grant, watcher, [204], NAMESPACE, business.namespace.id)
    subs = [business.center.make(a_user, name, kind="service", parent=business.third) for name in ("one", "two")]
    for sub in subs:
        business.center.make(a_grant, sub, [203], NAMESPACE, business.namespace.id)
    first, second = map(business.center.with_token, subs)
    for number in range(1, USUAL):
        assert private(first if number % 2 else second, number=number).status_code == 200
    assert private(second, name="all").status_code == 200
    assert told(business.center.with_token(watcher)) == []
    assert private(first, number=USUAL).status_code == 200
    (facts,) = told(business.center.with_token(watcher))
    assert (facts["receiver"], facts["count"]) == ("third", USUAL + 1), "the main account is named"


def test_what_a_deleted_sub_account_got_counts_as_its_main_accounts(business: Business) -> None:
    make(business)
    for _ in range(USUAL):
        rotate(business)
    owner, main = business.center.with_token(business.owner), let(business, business.third, READ)
    for first in (1, 11):
        sub = business.center.make(a_user, f"sub{first}", kind="service", parent=business.third)
        reading = let(business, sub, READ)
        for number in range(first, first + 10):
            assert private(reading, number=number).status_code == 200
        assert main.delete(f"/api/v1/users/{sub.id}?cascade=true", headers=ANY).status_code == 204
    assert told(owner) == []
    assert private(main, number=1).status_code == 200, "the same again is one version"
    assert told(owner) == []
    assert private(main, number=USUAL + 1).status_code == 200
    (facts,) = told(owner)
    assert (facts["receiver"], facts["count"]) == ("third", USUAL + 1)
    listed = owner.get(f"{path(business)}/orders/fetches").json()
    assert (listed["total"], {item["username"] for item in listed["items"]}) == (USUAL + 1, {"third"})
