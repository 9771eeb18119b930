"""`usercenter namespaces policies`: set some, and take some back."""

import pytest

from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import a_cluster


@pytest.fixture
def orders(root: Terminal, center: Center) -> Terminal:
    """Where acme/orders keeps messages for 7 days."""
    center.make(a_cluster, "prod")
    root("tenants", "create", "acme", "--cluster", "prod")
    root("namespaces", "create", "acme/orders")
    root("namespaces", "policies", "set", "acme/orders", "retention=7d")
    return root


@pytest.mark.parametrize(
    ("typed", "status", "message"),
    [
        ("set acme/orders retention=8d retention=9d", 2, "retention is given twice"),
        ("set acme/orders retention", 2, "no policy=value"),
        ("set acme/orders", 2, "name a policy"),
        ("set acme/orders retention=8", 1, "is not a duration"),
        ("unset acme/orders retenton", 1, "there is no policy"),
    ],
)
def test_a_wrong_policy_changes_nothing(orders: Terminal, typed: str, status: int, message: str) -> None:
    assert message in orders("namespaces", "policies", *typed.split(), status=status).stderr
    assert orders("namespaces", "policies", "show", "acme/orders").stdout.split() == [
        *("POLICY", "VALUE"),
        *("retention", "7d"),
    ]


def test_a_policy_is_taken_back(orders: Terminal) -> None:
    orders("namespaces", "policies", "unset", "acme/orders", "retention")
    assert "retention" not in orders("namespaces", "policies", "show", "acme/orders").stdout
