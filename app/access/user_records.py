"""How a user that is limited to networks is sent to brokers: as disabled, with its real status beside it.

A plugin that does not know limits of users denies such a user, instead of letting it in from anywhere. Decision 0079.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

ACTIVE = "active"
_HIDDEN = "disabled"
_FIELDS = frozenset(("active", "networks"))


def status_fields(status: str, networks: Collection[str] | None) -> dict[str, Any]:
    """The fields `status` and `limits` of a user's record."""
    if networks is None:
        return {"status": status}
    active = status == ACTIVE
    return {"status": _HIDDEN if active else status, "limits": {"active": active, "networks": list(networks)}}


def read(status: str, limits: Mapping[str, Any] | None) -> tuple[str, tuple[str, ...] | None]:
    """The status and the networks of a record. Limits that say no networks, or more than this reader knows, leave the
    user as one that may not act."""
    if limits is None:
        return status, None
    networks = limits.get("networks")
    barred = _HIDDEN if status == ACTIVE else status
    if networks is None or not _FIELDS.issuperset(limits):
        return barred, ()
    return (ACTIVE if limits.get("active") is True else barred), tuple(networks)
