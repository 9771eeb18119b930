"""A cluster that answers."""

from collections.abc import Iterator

import pytest

from tests.resources.fake_pulsar import FakePulsar


@pytest.fixture
def pulsar() -> Iterator[FakePulsar]:
    """One that calls itself `prod`."""
    with FakePulsar("prod").running() as running:
        yield running
