"""Who collects private halves of encryption keys is noticed by who administers the place."""

from __future__ import annotations

from typing import Any

import httpx

from app.rights.requests.unusual_fetches import KIND, USUAL
from tests.api.encryption import READ, let, make, private, rotate
from tests.api.given import Business


def told(client: httpx.Client) -> list[dict[str, Any]]:
    return [notice["facts"] for notice in client.get("/api/v1/notices").json()["items"] if notice["kind"] == KIND]


def test_many_private_halves_in_an_hour_are_told_once(business: Business) -> None:
    make(business)
    for _ in range(USUAL + 1):
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
