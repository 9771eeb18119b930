"""Shorthand for tests of registration: ask for an account, read, decide."""

from typing import Any

import httpx

from tests.center import Center
from tests.requests.desk import ANY

PATH = "/api/v1/registrations"
WANTED = {
    "username": "orders-team",
    "nick": "Order intake",
    "contact": "orders@acme.example",
    "group_name": "orders",
    "tenant_name": "acme-orders",
    "cluster": "prod",
    "reason": "orders go to the warehouse",
}


def submit(center: Center, **values: Any) -> str:
    """Ask for an account; returns the receipt."""
    answer = center.client().post(PATH, json=WANTED | values)
    assert answer.status_code == 202, answer.text
    return str(answer.json()["receipt"])


def status(center: Center, receipt: str) -> dict[str, Any]:
    """What the applicant sees."""
    answer = center.client().post(f"{PATH}/status", json={"receipt": receipt})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def only_request(root: httpx.Client, state: str = "open") -> dict[str, Any]:
    """The one request in this state."""
    items = root.get(PATH, params={"state": state}).json()["items"]
    assert len(items) == 1
    return dict(items[0])


def decide(root: httpx.Client, number: int, verb: str, **body: Any) -> httpx.Response:
    """Approve or refuse."""
    return root.post(f"{PATH}/{number}/{verb}", json=body, headers=ANY)
