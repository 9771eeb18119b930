"""Lines of a log and of an export, for comparing the one with the other."""

from typing import Any

from tests.spark_audit.frames import NOON, Line

MINUTE = 60_000
TOPIC, RETRY = "acme/orders/created", "acme/orders/created-billing-RETRY"
DESPITE = "denied_despite_grant"
Situation = tuple[list[Line], Line | list[Line], list[tuple[str, str, int]]]
"""Grants, what happened, and the differences: problem, cause, grant."""


def grant(number: int = 1, **fields: Any) -> Line:
    """302 on the topic for `svc`, since revision 5, an hour before the event."""
    line = {"grant": number, "role": 7, "role_name": "team", "type": 4, "res": TOPIC, "authorities": [302],
            "from_rev": 5, "until_rev": None, "from_time": NOON - 60 * MINUTE, "until_time": None, "valid_from": None,
            "valid_until": None, "add_time": 0, "granted_by": "root", "users": ["svc"]}  # fmt: skip
    return {**line, **fields}


def prefixed(prefix: str, number: int = 1, **fields: Any) -> Line:
    """302 on the topics of the namespace that begin so."""
    return grant(number, **{"type": 3, "res": "acme/orders", "prefix": prefix, **fields})


def ended(at: int, rev: int, number: int = 1, **fields: Any) -> Line:
    """The same, until `at` ms after the event, with revision `rev`."""
    return grant(number, until_rev=rev, until_time=NOON + at, **fields)


def event(**fields: Any) -> Line:
    """`svc` produces at noon under revision 10, by grant 1."""
    return {"res": TOPIC, "grants": [1], **fields}


def user(name: str, main: str | None = None, **fields: Any) -> Line:
    """Enabled since the beginning."""
    return {"user": name, "main": main, "enabled": True, "from_time": 0, "until_time": None, **fields}


def denial(**fields: Any) -> Line:
    """The same, denied for want of a grant."""
    return event(**{"dec": 2, "code": "NO_GRANT", "grants": None, **fields})
