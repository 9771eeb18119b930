"""A topic with a key, its owner and others."""

import pytest

from tests.api.given import Business
from tests.center import Center


@pytest.fixture
def business(center: Center) -> Business:
    """acme/orders/created, its owner and two other users."""
    return Business(center)
