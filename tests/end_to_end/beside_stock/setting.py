"""What is set up on both brokers, by the same calls of the admin API that pulsar-admin makes."""

from typing import Any

from tests.end_to_end.beside_stock.sides import Side
from tests.end_to_end.waiting import wait_until

_PERMISSIONS = "namespaces/{space}/permissions"
LISTED = ("keeper", "listed", "topical", "bare", "writer")
"""Whom the rule about `billing` lists."""


def grant_subscription(side: Side, subscription: str, *roles: str) -> None:
    """`namespaces grant-subscription-permission`."""
    call_as_owner(side, "POST", f"{_PERMISSIONS}/subscription/{subscription}", [side.name(role) for role in roles])


def revoke_subscription(side: Side, subscription: str, *roles: str) -> None:
    """`namespaces revoke-subscription-permission`, role by role."""
    for role in roles:
        call_as_owner(side, "DELETE", f"{_PERMISSIONS}/{subscription}/{side.name(role)}")


def set_mode(side: Side, mode: str) -> None:
    """`namespaces set-subscription-auth-mode`."""
    call_as_owner(side, "POST", "namespaces/{space}/subscriptionAuthMode", mode)


def mode(side: Side) -> object:
    """`namespaces get-subscription-auth-mode`."""
    return side.call("owner", "GET", "namespaces/{space}/subscriptionAuthMode").json()


def rules(side: Side) -> dict[str, list[str]]:
    """`namespaces subscription-permission`: subscription → roles."""
    answer = side.call("owner", "GET", f"{_PERMISSIONS}/subscription")
    assert answer.is_success, answer.text
    return {subscription: sorted(roles) for subscription, roles in answer.json().items()}


def give(side: Side) -> None:
    """Whoever may do what, before there are rules."""
    # The center names nobody who owns the tenant.
    named = side.call("owner", "GET", "tenants/{tenant}").json()["adminRoles"]
    chief = {"adminRoles": [*named, side.name("chief")], "allowedClusters": ["standalone"]}
    call_as_owner(side, "POST", "tenants/{tenant}", chief)
    for role in ("keeper", "outsider", "listed", "other"):
        call_as_owner(side, "POST", f"{_PERMISSIONS}/{side.name(role)}", ["produce", "consume"])
    call_as_owner(side, "POST", f"{_PERMISSIONS}/{side.name('writer')}", ["produce"])
    call_as_owner(side, "PUT", "persistent/{space}/created-billing-DLQ")
    for topic in ("persistent/{space}/created", "persistent/{space}/parted"):
        call_as_owner(side, "POST", f"{topic}/permissions/{side.name('topical')}", ["consume"])


def call_as_owner(side: Side, method: str, path: str, body: Any = None) -> None:
    """A call by the owner that has to succeed."""
    answer = side.call("owner", method, path, body)
    assert answer.is_success, f"{method} {answer.request.url}: {answer.status_code} {answer.text}"


def make_places(stock: Side) -> None:
    """The tenant, namespace and topics of a stock broker; ours gets them from the center."""
    # Standalone Pulsar makes its cluster when it serves already.
    wait_until("the stock cluster", lambda: stock.call("root", "GET", "clusters/standalone").is_success)
    tenant = {"adminRoles": [stock.name("owner")], "allowedClusters": ["standalone"]}
    for method, path, body in (
        ("PUT", "tenants/{tenant}", tenant),
        ("PUT", "namespaces/{space}", None),
        ("PUT", "persistent/{space}/created", None),
        ("PUT", "persistent/{space}/parted/partitions", 2),
        ("PUT", "persistent/{space}/typed", None),
        ("PUT", "non-persistent/{space}/lively", None),
    ):
        answer = stock.call("root", method, path, body)
        assert answer.is_success, f"{path}: {answer.status_code} {answer.text}"


def make_rules(side: Side) -> None:
    """Two rules; nobody has read by a subscription `unread` yet."""
    grant_subscription(side, "billing", *LISTED)
    grant_subscription(side, "unread", "listed")
