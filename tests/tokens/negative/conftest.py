"""Alice, and an application with three redirect addresses that she signs in to."""

import pytest

from tests.center import Center
from tests.factories import Person
from tests.tokens.relying_party import URI, RelyingParty, register_application

LOOP = "http://127.0.0.1/callback"
OTHER = "https://desk.example/other"


@pytest.fixture
def desk(center: Center, alice: Person) -> RelyingParty:
    """A public application in her browser."""
    uris = [URI, OTHER, LOOP]
    client_id = center.make(lambda s: register_application(s, center.settings, redirect_uris=uris).client_id)
    return RelyingParty(center, center.signed_in(alice), client_id)
