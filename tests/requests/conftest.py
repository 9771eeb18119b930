"""A desk for tests of requests for rights."""

import httpx
import pytest

from tests.center import Center
from tests.factories import a_cluster, an_administrator
from tests.requests.desk import Desk, a_desk, change_settings


@pytest.fixture
def desk(center: Center) -> Desk:
    """One topic, its owner, and somebody who wants to read it."""
    return a_desk(center)


@pytest.fixture
def root(center: Center) -> httpx.Client:
    """An administrator's client; registration is open, and one cluster is offered."""
    center.make(a_cluster, "prod")
    center.make(a_cluster, "hidden")
    change_settings(center, registration_open=True, registration_clusters="prod, gone")
    return center.with_token(center.make(an_administrator, "root"))
