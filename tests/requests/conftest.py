"""A desk for tests of requests for rights."""

import pytest

from tests.center import Center
from tests.requests.desk import Desk, a_desk


@pytest.fixture
def desk(center: Center) -> Desk:
    """One topic, its owner, and somebody who wants to read it."""
    return a_desk(center)
