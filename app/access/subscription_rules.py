"""Who may use a subscription of a namespace, beside what grants say. Pure; the twin of `SubscriptionRules`.

A rule gives nothing: it takes a subscription away from everybody whom it does not list (decision 0077).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

LIMIT = "subscription_rules"
"""How a plugin says in its heartbeat that it knows these rules."""


def key_of(namespace: str, subscription: str) -> str:
    """How the audit log names a rule. No namespace has a `#` in its name."""
    return f"{namespace}#{subscription}"


def namespace_of(key: str) -> str:
    """The namespace of a rule's key."""
    return key.partition("#")[0]


class Mode(StrEnum):
    """What a namespace demands of the names of subscriptions. `PREFIX`: they begin with the name of the user."""

    NONE = "None"
    PREFIX = "Prefix"


ModeName = Literal["None", "Prefix"]
"""The values of Mode, as requests and files say them."""


@dataclass(frozen=True, slots=True)
class SubscriptionRules:
    """The rules of one namespace. `mode` is a text, because a later center may know more of them: by one that is
    unknown here nobody fits. `users`: subscription → the names of the only users that may use it."""

    namespace: str
    mode: str = Mode.NONE
    users: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def fits(self, user: str, subscription: str) -> bool:
        """True when the mode lets the user have a subscription of this name."""
        return self.mode == Mode.NONE or (self.mode == Mode.PREFIX and subscription.startswith(user))

    def to_json(self) -> dict[str, Any]:
        """The record of a snapshot."""
        users = {subscription: sorted(self.users[subscription]) for subscription in sorted(self.users)}
        return {"namespace": self.namespace, "mode": str(self.mode), "users": users}


def from_json(raw: Mapping[str, Any]) -> SubscriptionRules:
    """The rules of a record. Raises KeyError without namespace."""
    users = {subscription: frozenset(listed or ()) for subscription, listed in (raw.get("users") or {}).items()}
    return SubscriptionRules(raw["namespace"], raw.get("mode") or Mode.NONE, users)
