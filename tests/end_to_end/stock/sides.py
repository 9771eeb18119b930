"""A center and one broker: stock without our plugin, or ours. On both, services that may write and read one topic."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import httpx

from tests import plain_http
from tests.end_to_end.conftest import READ_TOPIC, WRITE_TOPIC, Business, new_business
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.pulsar.standalone import PulsarStandalone
from tests.end_to_end.stock.providers import STOCK, SUPER_USER, stock_rights
from tests.end_to_end.waiting import wait_until

TOKEN_SECONDS = 3
"""Lifetime of tokens of client_credentials."""


@dataclass(frozen=True)
class Service:
    """A service user with a client secret, that may write and read the topic."""

    account: Account
    client_id: str
    secret: str


class Side(Protocol):
    """What the tests ask of either broker."""

    @property
    def estate(self) -> Estate:
        """Center and broker."""
        ...

    @property
    def topic(self) -> str:
        """The full name of the topic."""
        ...

    def service(self, name: str) -> Service:
        """A service with the right to write and read the topic."""
        ...


@dataclass(frozen=True)
class Ours:
    """A broker with our plugin: rights are grants of the center."""

    estate: Estate
    business: Business
    topic: str

    def service(self, name: str) -> Service:
        """A service with a grant of the center."""
        account, _ = self.business.service(name, WRITE_TOPIC, READ_TOPIC)
        made = Service(account, *self.business.owner.client_secret(account.id))
        self.business.wait_until_enforced()
        return made


@dataclass(frozen=True)
class Stock:
    """A broker without our plugin: the center only says who somebody is, rights are grants of Pulsar."""

    estate: Estate
    root: str
    topic: str = "persistent://acme/orders/created"

    def service(self, name: str) -> Service:
        """A service with a grant of Pulsar."""
        account = self.estate.service(self.estate.admin, name)
        self.done("POST", f"namespaces/acme/orders/permissions/{name}", ["produce", "consume"])
        return Service(account, *self.estate.admin.client_secret(account.id))

    def call(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """A call of the admin API by the super user."""
        headers = {"Authorization": f"Bearer {self.root}"}
        with plain_http.client(self.estate.broker.admin_url, headers=headers, timeout=60) as admin:
            return admin.request(method, f"/admin/v2/{path}", json=body)

    def done(self, method: str, path: str, body: Any = None) -> None:
        """A call that has to succeed."""
        answer = self.call(method, path, body)
        assert answer.is_success, f"{path}: {answer.status_code} {answer.text}"


def ours(estate: Estate) -> Ours:
    """Start center and broker with our plugin."""
    estate.start({"authenticationRefreshCheckSeconds": "1", "userCenterTokenLeewaySeconds": "0"})
    business = new_business(estate)
    return Ours(estate, business, business.topic)


def stock(estate: Estate, provider: str, **more: str) -> Stock:
    """Start the center and a broker that knows it only by this stock provider; `more` lines of broker.conf."""
    estate.start_center()
    root = estate.service(estate.admin, SUPER_USER)
    estate.broker.settings = {**STOCK[provider](estate.center.url, root.token), **stock_rights(root.token), **more}
    estate.broker.start()
    made = Stock(estate, root.token)
    wait_until("the stock cluster", lambda: made.call("GET", "clusters/standalone").is_success)
    made.done("PUT", "tenants/acme", {"adminRoles": [], "allowedClusters": ["standalone"]})
    made.done("PUT", "namespaces/acme/orders")
    return made


def without_plugin(directory: Path) -> Estate:
    """An estate whose broker has no jar of ours."""
    return Estate(directory, PulsarStandalone(directory / "broker", {}))
