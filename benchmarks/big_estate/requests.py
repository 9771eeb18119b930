"""Requests to a big estate: every list and every question whose answer may be small while the tables are big."""

from dataclasses import dataclass
from typing import Any

TOPIC = 2
"""A topic with 25 grants on it and above it, whatever the size."""


@dataclass(frozen=True)
class Asked:
    """One request. `who` is `administrator` or `reader`."""

    name: str
    who: str
    path: str
    method: str = "GET"
    body: dict[str, Any] | None = None


def asked() -> list[Asked]:
    """All requests; the ids in them exist in every size."""
    both = [
        Asked("users, first page", "administrator", "users"),
        Asked("users by name", "administrator", "users?sort=name"),
        Asked("grants, first page", "administrator", "grants"),
        Asked("grants, newest first", "administrator", "grants?sort=-id"),
        Asked("grants of one user", "administrator", "grants?user_id=7"),
        Asked(
            "grants on one topic, inherited too", "administrator", f"grants?res_type=4&res_id={TOPIC}&inherited=true"
        ),
        Asked("topics, first page", "administrator", "topics"),
        Asked("topics of one namespace", "administrator", "topics?namespace_id=2"),
        Asked("roles, first page", "administrator", "roles"),
        Asked("rights of one user", "administrator", "users/7/rights"),
        Asked("principals of one topic", "administrator", f"access/principals?res_type=4&res_id={TOPIC}"),
        Asked("own grants", "reader", "grants"),
        Asked("own topics", "reader", "topics"),
        Asked("own namespaces", "reader", "namespaces"),
        Asked("own tenants", "reader", "tenants"),
        Asked("own rights", "reader", "users/7/rights"),
        Asked("top of the tree", "reader", "resources/tree?parent=cluster:1"),
    ]
    question = {"cluster_id": 1, "principal": "u7", "question": "topic:PRODUCE", "resource_type": "topic"}
    why = {**question, "resource": "persistent://tenant2/n2/t2"}
    return [*both, Asked("explain one decision", "administrator", "access/explain", "POST", why)]
