"""`usercenter encryption`: schedules, who fetched what, and destruction by two people."""

import json

import pytest

from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import a_cluster_with_orders, an_administrator

CREATED = "persistent://acme/orders/created"


@pytest.fixture
def orders(center: Center, root: Terminal) -> Terminal:
    center.make(a_cluster_with_orders)
    root("encryption", "create", CREATED, "orders", "--algorithm", "EC-P256", "--rotate-days", "30")
    root("encryption", "rotate", CREATED, "orders")
    return root


def test_a_schedule_is_shown_changed_and_ended(orders: Terminal) -> None:
    assert "30 days" in orders("encryption", "list", CREATED).stdout
    changed = orders("encryption", "schedule", CREATED, "orders", "--rotate-days", "90", "--output", "json")
    assert json.loads(changed.stdout)["rotate_days"] == 90
    assert "days" not in orders("encryption", "schedule", CREATED, "orders").stdout
    assert (
        "rotate_days" in orders("encryption", "schedule", CREATED, "orders", "--rotate-days", "4000", status=1).stderr
    )


def test_who_fetched_what_is_listed(orders: Terminal) -> None:
    orders("encryption", "fetch", CREATED, "orders", "1", "--file", "orders.pem", "--reason", "tried")
    (line,) = orders("encryption", "fetches", CREATED, "orders").stdout.splitlines()[1:]
    assert line.split()[:3] == ["root", "1", "private"]
    assert line.endswith("no")


def test_a_version_is_destroyed_by_two(center: Center, orders: Terminal) -> None:
    arguments = [CREATED, "orders", "1"]
    why = ["--reason", "the customer asked", "--yes"]
    assert "nobody has asked" in orders("encryption", "confirm-destroy", *arguments, "--yes", status=2).stderr
    asked = orders("encryption", "destroy", *arguments, *why)
    assert "producers may still use it" in asked.stdout
    assert CREATED in asked.stdout
    assert "cannot be reached" in asked.stdout
    assert "root" in orders("encryption", "list", CREATED).stdout.splitlines()[2].split()
    assert "request_exists" in orders("encryption", "destroy", *arguments, *why, status=1).stderr
    assert "self_approval" in orders("encryption", "confirm-destroy", *arguments, "--yes", status=1).stderr
    orders("encryption", "withdraw-destroy", *arguments)
    orders("encryption", "destroy", *arguments, *why)
    orders.environment["PUC_TOKEN"] = _token(center)
    done = orders("encryption", "confirm-destroy", *arguments, "--yes")
    assert "destroyed" in done.stdout
    assert "Unreadable: messages of" in done.stderr
    fetch = ["encryption", "fetch", *arguments, "--file", "x.pem", "--reason", "tried"]
    assert "key_version_destroyed" in orders(*fetch, status=1).stderr
    assert "key_version_active" in orders("encryption", "destroy", CREATED, "orders", "2", *why, status=1).stderr


def _token(center: Center) -> str:
    client = center.with_token(center.make(an_administrator, "second"))
    return client.headers["authorization"].removeprefix("Bearer ")
