"""Fixtures: a cluster, its plugin, and concurrent reports."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.resources.models import Cluster
from tests.brokers.plugin import Plugin, a_plugin
from tests.center import Center
from tests.databases.reports.sending import FIRST, Sending
from tests.factories import a_cluster


@pytest.fixture
def cluster(center: Center) -> Cluster:
    """A cluster."""
    return center.make(a_cluster)


@pytest.fixture
def plugin(center: Center, cluster: Cluster) -> Plugin:
    """Its plugin; one broker has reported."""
    made = a_plugin(center, cluster)
    assert made.heartbeat(1, FIRST).status_code == 200
    return made


@pytest.fixture
def sending(center: Center) -> Iterator[Sending]:
    """Sends reports concurrently."""
    with ThreadPoolExecutor(20) as pool:
        yield Sending(center, pool)
