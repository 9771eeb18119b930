"""One broker of each version, with a center of its own, for the tests of this directory that take a company."""

from collections.abc import Iterable, Iterator
from typing import Any

import httpx
import pytest

from tests.end_to_end.center.process import QUICK_HASHES
from tests.end_to_end.conftest import Business, new_business
from tests.end_to_end.estate import JAR, Estate
from tests.end_to_end.versions.broker import VersionBroker
from tests.end_to_end.versions.class_path import CONTENT, EACH_TIME

PROXY = "the-proxy"
DELETING = {
    "forceDeleteNamespaceAllowed": "true",
    "forceDeleteTenantAllowed": "true",
    "brokerDeleteInactiveTopicsEnabled": "true",
    "brokerDeleteInactiveTopicsFrequencySeconds": "1",
    "brokerDeleteInactiveTopicsMaxInactiveDurationSeconds": "3600",
}
"""A broker that deletes whatever it can, unused topics where a namespace's policy says when."""


def with_marks(versions: Iterable[str]) -> list[Any]:
    """The newest first: pytest brings tests of one broker together by their place in the list."""
    newest = sorted(versions, reverse=True)
    return [version if version in EACH_TIME else pytest.param(version, marks=pytest.mark.soak) for version in newest]


VERSIONS = with_marks(CONTENT)


@pytest.fixture(scope="package", params=VERSIONS)
def company(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Business]:
    """A business on a broker of this version, with a center of its own."""
    directory = tmp_path_factory.mktemp(f"pulsar-{request.param}")
    made = Estate(directory, VersionBroker(request.param, directory / "broker", {}, jar=JAR))
    made.center.settings |= QUICK_HASHES
    try:
        made.start(
            {
                **DELETING,
                "transactionCoordinatorEnabled": "true",
                "webSocketServiceEnabled": "true",
                "proxyRoles": PROXY,
                # The default from 5.0 on; the distribution's file says otherwise.
                "authenticateOriginalAuthData": "true",
            }
        )
        yield new_business(made)
    finally:
        made.kill()


@pytest.fixture
def own(company: Business) -> Business:
    """A business of its own there, for tests that make accounts or leave messages."""
    return new_business(company.estate)


def version(company: Business) -> str:
    """The Pulsar it runs on."""
    assert isinstance(company.estate.broker, VersionBroker)
    return company.estate.broker.version


def admin(company: Business, token: str, method: str, path: str, **options: object) -> httpx.Response:
    """One call of the broker's admin REST API."""
    url = f"{company.estate.broker.admin_url}/admin/v2/{path}"
    return httpx.request(method, url, headers={"Authorization": f"Bearer {token}"}, timeout=30, **options)  # type: ignore[arg-type]
