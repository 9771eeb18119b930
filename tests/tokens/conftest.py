"""An application that alice signs in to."""

import pytest

from tests.center import Center
from tests.factories import Person
from tests.tokens.relying_party import Desk, registered


@pytest.fixture
def desk(center: Center, alice: Person) -> Desk:
    client_id = center.make(lambda s: registered(s, center.settings).client_id)
    return Desk(center, center.signed_in(alice), client_id)
