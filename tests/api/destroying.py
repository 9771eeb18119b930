"""Destroying versions of encryption keys over HTTP: `owner` asks, `partner` confirms."""

from __future__ import annotations

import httpx

from tests.api.encryption import ADMINISTER, READ, let, make, path, rotate
from tests.api.given import ANY, Business


class Destroying:
    """The topic has the key `orders` in two versions, the second active. `second` administers it, too."""

    def __init__(self, business: Business) -> None:
        self.business = business
        make(business)
        assert rotate(business).status_code == 201
        self.first = business.center.with_token(business.owner)
        self.second = let(business, business.partner, ADMINISTER)
        self.reader = let(business, business.third, READ)

    def url(self, number: object = 1, name: str = "orders", kind: str = "topic") -> str:
        return f"{path(self.business, kind)}/{name}/versions/{number}/destruction"

    def ask(self, client: httpx.Client | None = None, number: object = 1, **values: str) -> httpx.Response:
        body = {"reason": "the customer asked for erasure"}
        return (client or self.first).post(self.url(number, **values), json=body, headers=ANY)

    def confirm(self, client: httpx.Client | None = None, number: object = 1, **values: str) -> httpx.Response:
        return (client or self.second).post(f"{self.url(number, **values)}/confirm", headers=ANY)

    def withdraw(self, client: httpx.Client | None = None, number: object = 1, **values: str) -> httpx.Response:
        return (client or self.first).delete(self.url(number, **values), headers=ANY)

    def states(self, kind: str = "topic") -> list[tuple[int, str]]:
        (item,) = self.first.get(path(self.business, kind)).json()["items"]
        return [(version["number"], version["state"]) for version in item["versions"]]
