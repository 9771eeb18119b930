"""A center, and a stock broker with native grants that takes old tokens and those of the center."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests import plain_http
from tests.end_to_end.authentication.stock_providers import StockProviders
from tests.end_to_end.center.operator_program import OperatorProgram
from tests.end_to_end.center.process import QUICK_HASHES
from tests.end_to_end.estate import CLUSTER, Estate
from tests.end_to_end.importing import company
from tests.end_to_end.pulsar.standalone import PulsarStandalone
from tests.end_to_end.stock.providers import openid_provider
from tests.end_to_end.waiting import wait_until

_STOCK_TOKEN = "org.apache.pulsar.broker.authentication.AuthenticationProviderToken"
ROOT = "root"


@dataclass(frozen=True)
class OldCluster:
    """The estate, and the old way to sign in to its broker."""

    estate: Estate
    providers: StockProviders
    usercenter: OperatorProgram

    def http(self, role: str) -> httpx.Client:
        """The admin API by an old token."""
        headers = {"Authorization": f"Bearer {self.providers.token(role)}"}
        return plain_http.client(self.estate.broker.admin_url, headers=headers, timeout=60)


@pytest.fixture(scope="package")
def old_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OldCluster]:
    """Step 1 of the migration is done: the cluster is registered, and lets the center in."""
    directory = tmp_path_factory.mktemp("migration")
    providers = StockProviders(directory / "providers")
    estate = Estate(directory, PulsarStandalone(directory / "broker", {}))
    estate.center.settings |= QUICK_HASHES
    try:
        estate.start_center()
        estate.broker.settings = _stock(providers) | _and_of_the_center(estate)
        estate.broker.start()
        old = OldCluster(estate, providers, _program(estate))
        with old.http(ROOT) as admin:
            wait_until("the cluster", lambda: admin.get(f"/admin/v2/clusters/{CLUSTER}").is_success)
            company.fill(admin)
        _register(estate)
        yield old
    finally:
        estate.kill()


def _stock(providers: StockProviders) -> dict[str, str]:
    return {
        **providers.settings(),
        "authenticationEnabled": "true",
        "authorizationEnabled": "true",
        "authenticationProviders": _STOCK_TOKEN,
        "authorizationProvider": "org.apache.pulsar.broker.authorization.PulsarAuthorizationProvider",
        "superUserRoles": ROOT,
        "brokerClientAuthenticationPlugin": "org.apache.pulsar.client.impl.auth.AuthenticationToken",
        "brokerClientAuthenticationParameters": f"token:{providers.token(ROOT)}",
        "brokerDeleteInactiveTopicsEnabled": "false",
        "topicLevelPoliciesEnabled": "true",
    }


def _and_of_the_center(estate: Estate) -> dict[str, str]:
    """What the cluster needs so that the center may read it: its tokens are believed, its user is a super user."""
    added = openid_provider(estate.center.url, "")
    return {
        **added,
        "authenticationProviders": f"{_STOCK_TOKEN},{added['authenticationProviders']}",
        "superUserRoles": f"{ROOT},center.{CLUSTER}",
    }


def _register(estate: Estate) -> None:
    made = estate.admin.post(
        "/api/v1/clusters", name=CLUSTER, address=estate.broker.service_url, admin_url=estate.broker.admin_url
    )
    estate.cluster = int(made["id"])


def _program(estate: Estate) -> OperatorProgram:
    say: Callable[[str], None] = print
    return OperatorProgram(estate.center.url, estate.admin.api_token("operator"), say)


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """Where an operator keeps files."""
    return tmp_path
