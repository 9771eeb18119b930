"""Who calls the broker's admin API."""

import pytest

from tests.end_to_end.conftest import NAMESPACE_TYPE, Business
from tests.end_to_end.estate import Account
from tests.end_to_end.provisioning.rest import Rest

_READ, _ADMINISTER = 203, 204


@pytest.fixture
def cluster(business: Business, operator: Account) -> Rest:
    """Administers the cluster: sees what is really there."""
    return Rest(business, operator.token)


@pytest.fixture
def owner(business: Business) -> Rest:
    """Holds everything in the business's tenant."""
    return Rest(business, business.owner.token(business.owner_id))


@pytest.fixture
def partner(business: Business) -> tuple[str, Rest]:
    """Another main account, which administers the namespace and may read there, not write."""
    name = f"{business.name}-partner"
    user_id, session = business.estate.person(name)
    business.owner.grant(user_id, NAMESPACE_TYPE, business.namespace, _READ, _ADMINISTER)
    business.wait_until_enforced()
    return name, Rest(business, session.token(user_id))
