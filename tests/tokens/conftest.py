"""An application that alice signs in to."""

import pytest

from app.identity import client_secrets, users
from tests.center import Center
from tests.factories import Person, a_service, an_administrator
from tests.tokens.relying_party import RelyingParty, register_application


@pytest.fixture
def desk(center: Center, alice: Person) -> RelyingParty:
    client_id = center.make(lambda s: register_application(s, center.settings).client_id)
    return RelyingParty(center, center.signed_in(alice), client_id)


@pytest.fixture
def service(center: Center) -> Person:
    return center.make(a_service, "orders-producer")


@pytest.fixture
def secret(center: Center, service: Person) -> str:
    return center.make(lambda s: client_secrets.create(s, "test", users.find(s, service.id))[1])


@pytest.fixture
def administrator(center: Center) -> Person:
    return center.make(an_administrator)
