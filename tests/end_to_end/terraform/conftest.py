"""Terraform as a super user of the center and as the maker of its tenants; random role names become accounts."""

import itertools
from collections.abc import Iterator

import pytest

from tests.end_to_end.conftest import CLUSTER_TYPE
from tests.end_to_end.estate import Estate
from tests.end_to_end.terraform.provider import Provider

_SUPER_USER, _CREATE_TENANTS = 4, 100
_numbers = itertools.count(1)


@pytest.fixture(autouse=True)
def accounts_for_unknown_roles(estate: Estate) -> Iterator[None]:
    path = f"/api/v1/clusters/{estate.cluster}"
    estate.admin.patch(path, unknown_roles_become_users=True)
    yield
    estate.admin.patch(path, unknown_roles_become_users=False)


@pytest.fixture(params=["super user", "owner"])
def terraform(request: pytest.FixtureRequest, estate: Estate) -> Provider:
    """Makes tenants: as a super user, or as somebody who may create tenants and then owns them."""
    account = estate.service(estate.admin, f"terraform{next(_numbers)}")
    authority = _SUPER_USER if request.param == "super user" else _CREATE_TENANTS
    estate.admin.grant(account.id, CLUSTER_TYPE, estate.cluster, authority)
    estate.wait_for_broker()
    return Provider(estate, account.token, account.username)


@pytest.fixture
def tenant() -> str:
    """A name that no tenant has."""
    return f"terraform-tenant{next(_numbers)}"
