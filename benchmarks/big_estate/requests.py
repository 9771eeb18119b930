"""Requests to a big estate: every list and every question whose answer may be small while the tables are big."""

from dataclasses import dataclass
from typing import Any

TOPIC = 2
"""A topic with 25 grants on it and above it, whatever the size."""


@dataclass(frozen=True)
class EstateRequest:
    """One request. `who` is `administrator` or `reader`."""

    name: str
    who: str
    path: str
    method: str = "GET"
    body: dict[str, Any] | None = None


def all_requests() -> list[EstateRequest]:
    """All requests; the ids in them exist in every size."""
    both = [
        EstateRequest("users, first page", "administrator", "users"),
        EstateRequest("users by name", "administrator", "users?sort=name"),
        EstateRequest("grants, first page", "administrator", "grants"),
        EstateRequest("grants, newest first", "administrator", "grants?sort=-id"),
        EstateRequest("grants of one user", "administrator", "grants?user_id=7"),
        EstateRequest(
            "grants on one topic, inherited too", "administrator", f"grants?res_type=4&res_id={TOPIC}&inherited=true"
        ),
        EstateRequest("topics, first page", "administrator", "topics"),
        EstateRequest("topics of one namespace", "administrator", "topics?namespace_id=2"),
        EstateRequest("roles, first page", "administrator", "roles"),
        EstateRequest("rights of one user", "administrator", "users/7/rights"),
        EstateRequest("principals of one topic", "administrator", f"access/principals?res_type=4&res_id={TOPIC}"),
        EstateRequest("own grants", "reader", "grants"),
        EstateRequest("own topics", "reader", "topics"),
        EstateRequest("own namespaces", "reader", "namespaces"),
        EstateRequest("own tenants", "reader", "tenants"),
        EstateRequest("own rights", "reader", "users/7/rights"),
        EstateRequest("search, everything begins so", "administrator", "search?q=t"),
        EstateRequest("search in what is seen", "reader", "search?q=t"),
        EstateRequest("search in a namespace", "reader", "search?q=tenant2/n2/t"),
        EstateRequest("top of the tree", "reader", "resources/tree?parent=cluster:1"),
    ]
    question = {"cluster_id": 1, "principal": "u7", "question": "topic:PRODUCE", "resource_type": "topic"}
    why = {**question, "resource": "persistent://tenant2/n2/t2"}
    return [*both, EstateRequest("explain one decision", "administrator", "access/explain", "POST", why)]
