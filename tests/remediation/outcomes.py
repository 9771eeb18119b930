"""Reads the effects of a plan: who holds what, the states of its parts, who revoked grants."""

from typing import Any

from tests.factories import an_administrator
from tests.remediation.advised import Advised
from tests.requests.desk import grants_of

HELD = [(2, [102]), (2, [103])]
"""What walter holds at first: on the tenant, write and read."""


def rights(advised: Advised) -> list[tuple[int, list[int]]]:
    """What walter holds: type of resource and authorities."""
    return sorted((kind, numbers) for kind, _, numbers, _ in grants_of(advised.desk.center, advised.desk.wanting))


def revoked_by(advised: Advised) -> list[tuple[str, str]]:
    """(actor, credential) of every revocation."""
    root = advised.desk.center.with_token(advised.desk.center.make(an_administrator))
    entries = root.get("/api/v1/trail", params={"entity": "grant"}).json()["items"]
    return [(entry["actor"], entry["credential"]) for entry in entries if entry["action"] == "grant.revoke"]


def parts(plan: dict[str, Any]) -> dict[str, tuple[str, str | None]]:
    """Suggestion → (state, why)."""
    return {part["suggestion"]: (part["state"], part["why"]) for part in plan["parts"]}
