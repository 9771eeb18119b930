"""Fixtures: a cluster with a topic, a business, an estate for tests of resources, an administrator, a built console."""

from collections.abc import Iterator

import httpx
import pytest
from fastapi import FastAPI

from app.resources.models import Cluster
from tests import plain_http
from tests.api.destroying import Destroying
from tests.api.estate import Estate, an_estate
from tests.api.every_change import Ids, things
from tests.api.given import Business
from tests.api.live_cluster import LiveCluster
from tests.api.live_estate import Live
from tests.api.site import a_console
from tests.center import Center, Server
from tests.conftest import an_app
from tests.factories import Person, a_cluster_with_orders, an_administrator
from tests.provisioning.fake_pulsar import FakePulsar


@pytest.fixture
def cluster(center: Center) -> Cluster:
    """The cluster `one`, with the topic persistent://acme/orders/created."""
    return center.make(a_cluster_with_orders)


@pytest.fixture
def business(center: Center) -> Business:
    """acme/orders/created, its owner and two other users."""
    return Business(center)


@pytest.fixture
def estate(center: Center) -> Iterator[Estate]:
    """One cluster that answers, and its administrator."""
    with FakePulsar("prod").running() as pulsar:
        yield an_estate(center, pulsar)


@pytest.fixture
def ids(estate: Estate) -> Ids:
    """One thing of each kind."""
    return things(estate)


@pytest.fixture(scope="session")
def console_app(server: tuple[Server, str], tmp_path_factory: pytest.TempPathFactory) -> FastAPI:
    """An application whose console is built; its files need no database."""
    return an_app(server[1], a_console(tmp_path_factory.mktemp("console")))


@pytest.fixture
def site(server: tuple[Server, str], console_app: FastAPI) -> Iterator[httpx.Client]:
    """A client of it."""
    server[0].application = console_app
    with plain_http.client(server[1], timeout=60) as client:
        yield client


@pytest.fixture
def administrator(center: Center) -> Person:
    """The administrator of the center."""
    return center.make(an_administrator, "root")


@pytest.fixture
def admin(center: Center, administrator: Person) -> httpx.Client:
    """Its browser."""
    return center.signed_in(administrator)


@pytest.fixture
def live(center: Center) -> Iterator[Live]:
    with LiveCluster("prod").running() as pulsar:
        assert isinstance(pulsar, LiveCluster)
        yield Live(an_estate(center, pulsar), pulsar)


@pytest.fixture
def destroying(business: Business) -> Destroying:
    """A key in two versions, and who may destroy the first."""
    return Destroying(business)
