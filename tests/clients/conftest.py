"""A topic with a key, its owner and others."""

import pytest

from tests.api.encryption import READ, WRITE, let, make
from tests.api.given import Business
from tests.center import Center
from tests.clients.places import RSA


@pytest.fixture
def business(center: Center) -> Business:
    """acme/orders/created, its owner and two other users."""
    return Business(center)


@pytest.fixture
def orders(business: Business) -> Business:
    """A key of RSA; the third person writes and reads."""
    make(business, **RSA)
    let(business, business.third, READ, WRITE)
    return business
