"""Fixtures for policy files: an administrator, a cluster, an owner of one tenant."""

import pytest
from sqlalchemy.orm import Session

from tests.center import Center
from tests.factories import (
    NAMESPACE,
    TENANT,
    Person,
    a_cluster,
    a_grant,
    a_namespace,
    a_tenant,
    a_topic,
    a_user,
    an_administrator,
)
from tests.policy.desk import PolicyDesk, state_cluster


@pytest.fixture
def root(center: Center) -> PolicyDesk:
    """An administrator."""
    return PolicyDesk(center.with_token(center.make(an_administrator, "root")))


@pytest.fixture
def prod(center: Center) -> int:
    """The id of the cluster `prod`."""
    return center.make(lambda session: a_cluster(session, "prod").id)


@pytest.fixture
def owner(center: Center, prod: int) -> Person:
    """Holds everything on acme (with the topic acme/orders/created), and read on globex/other."""

    def make(session: Session) -> Person:
        person = a_user(session, "owner")
        acme = a_tenant(session, "acme", state_cluster(session))
        a_topic(session, a_namespace(session, acme, "orders"), "created")
        a_grant(
            session, person, [101, 102, 103, 104, 200, 201, 202, 203, 204, 300, 301, 302, 303, 304], TENANT, acme.id
        )
        other = a_namespace(session, a_tenant(session, "globex", state_cluster(session)), "other")
        a_grant(session, person, [203], NAMESPACE, other.id)
        a_user(session, "bob")
        a_user(session, "helper", parent=person)
        return person

    return center.make(make)
