"""An estate for tests of resources."""

from collections.abc import Iterator

import pytest

from tests.api.estate import Estate, an_estate
from tests.center import Center
from tests.resources.fake_pulsar import FakePulsar


@pytest.fixture
def estate(center: Center) -> Iterator[Estate]:
    """One cluster that answers, and its administrator."""
    with FakePulsar("prod").running() as pulsar:
        yield an_estate(center, pulsar)
