"""Fixtures: a fake cluster, and a person who asks for resources."""

from collections.abc import Iterator

import pytest

from app.platform.database import Database
from app.platform.settings import Settings
from tests.provisioning.fake_pulsar import FakePulsar
from tests.provisioning.wishes import Wishes


@pytest.fixture
def pulsar() -> Iterator[FakePulsar]:
    """A cluster named `prod`."""
    with FakePulsar("prod").running() as running:
        yield running


@pytest.fixture
def wishes(database: Database, settings: Settings) -> Wishes:
    """A person who asks for resources."""
    return Wishes(database, settings)
