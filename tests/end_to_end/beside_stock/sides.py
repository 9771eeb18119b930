"""Two real brokers: a stock one with Pulsar's own providers, and one with the plugin. Both know the same people."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests import plain_http
from tests.end_to_end.authentication.stock_providers import StockProviders
from tests.end_to_end.conftest import CLUSTER_TYPE, NAMESPACE_TYPE, Business
from tests.end_to_end.pulsar.standalone import PulsarStandalone

ROLES = ("owner", "chief", "root", "keeper", "outsider", "listed", "other", "topical", "bare", "writer", "stranger")
"""Who asks. What they hold: `setting.py`."""
_TOKEN = "org.apache.pulsar.{}.authentication.AuthenticationProviderToken"
_STOCK_RIGHTS = "org.apache.pulsar.broker.authorization.PulsarAuthorizationProvider"
_ADMINISTER_CLUSTER, _MANAGE_SUBSCRIPTIONS = 4, 206


@dataclass(frozen=True)
class Side:
    """One broker, with a token for each role. Roles are called `<tenant>-<role>`, as users of the center have to be
    different in each test."""

    admin_url: str
    service_url: str
    tenant: str
    tokens: Mapping[str, str]

    def name(self, role: str) -> str:
        """The whole name of a role."""
        return f"{self.tenant}-{role}"

    def fill_in(self, text: str, role: str = "") -> str:
        """The text with the names of this side in its braces."""
        names = {role: self.name(role) for role in ROLES}
        return text.format(space=f"{self.tenant}/orders", tenant=self.tenant, role=self.name(role), **names)

    def http(self, role: str) -> httpx.Client:
        """Calls the admin API as pulsar-admin does."""
        headers = {"Authorization": f"Bearer {self.tokens[role]}"}
        return plain_http.client(self.admin_url, headers=headers, timeout=60)

    def call(self, role: str, method: str, path: str, body: Any = None) -> httpx.Response:
        """One call of the admin API, whose path is below /admin/v2."""
        with self.http(role) as admin:
            return admin.request(method, f"/admin/v2/{self.fill_in(path, role)}", json=body)


def stock_broker(directory: Path) -> tuple[PulsarStandalone, StockProviders]:
    """A stock broker, not started, whose only super user is `root`."""
    providers = StockProviders(directory / "providers")
    return PulsarStandalone(directory / "broker", stock_settings(providers)), providers


def stock_settings(providers: StockProviders) -> dict[str, str]:
    """Lines of broker.conf for Pulsar's own providers, with `root` as the only super user."""
    return {
        **providers.settings(),
        "authenticationEnabled": "true",
        "authorizationEnabled": "true",
        "authenticationProviders": _TOKEN.format("broker"),
        "authorizationProvider": _STOCK_RIGHTS,
        "superUserRoles": "root",
        "brokerClientAuthenticationPlugin": "org.apache.pulsar.client.impl.auth.AuthenticationToken",
        "brokerClientAuthenticationParameters": f"token:{providers.token('root')}",
    }


def stock_side(broker: PulsarStandalone, providers: StockProviders, tenant: str) -> Side:
    """The stock broker and its people."""
    tokens = {role: providers.token(f"{tenant}-{role}") for role in ROLES} | {"root": providers.token("root")}
    return Side(broker.admin_url, broker.service_url, tenant, tokens)


def our_side(business: Business) -> Side:
    """The broker with the plugin and its people. What has no command of pulsar-admin is given at the center: a super
    user, and the right to manage subscriptions that Pulsar's `consume` includes, to `keeper` and `outsider`."""
    estate = business.estate
    made = {role: estate.service(estate.admin, f"{business.name}-{role}") for role in ROLES if role != "owner"}
    estate.admin.grant(made["root"].id, CLUSTER_TYPE, estate.cluster, _ADMINISTER_CLUSTER)
    for role in ("keeper", "outsider"):
        business.owner.grant(made[role].id, NAMESPACE_TYPE, business.namespace, _MANAGE_SUBSCRIPTIONS)
    estate.wait_for_broker()
    tokens = {role: account.token for role, account in made.items()}
    tokens["owner"] = business.owner.token(business.owner_id, "beside stock")
    return Side(estate.broker.admin_url, estate.broker.service_url, business.name, tokens)
