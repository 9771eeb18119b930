"""Fixtures: a cluster, and the plugin of one of its brokers."""

import pytest

from app.resources.models import Cluster
from tests.brokers.plugin import Plugin, a_plugin
from tests.center import Center
from tests.factories import a_cluster


@pytest.fixture
def cluster(center: Center) -> Cluster:
    """A cluster."""
    return center.make(a_cluster)


@pytest.fixture
def plugin(center: Center, cluster: Cluster) -> Plugin:
    """The plugin of its broker."""
    return a_plugin(center, cluster)
