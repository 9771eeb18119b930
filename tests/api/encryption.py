"""Encryption keys over HTTP, as tests make, use and replace them."""

from __future__ import annotations

from typing import Any

import httpx

from app.audit.trail import trail
from app.audit.trail.models import TrailEntry
from app.platform.clock import now_ms
from app.resources.key_fetches import PublicFetches
from tests.api.given import ANY, Business
from tests.factories import TOPIC, Person, a_grant

CREATED = "persistent://acme/orders/created"
PUBLIC, PRIVATE = "/api/v1/encryption-keys/public", "/api/v1/encryption-keys/private"
WRITE, READ, ADMINISTER = 302, 303, 304


def path(business: Business, kind: str = "topic") -> str:
    row = business.topic if kind == "topic" else business.namespace
    return f"/api/v1/{kind}s/{row.id}/encryption-keys"


def make(business: Business, name: str = "orders", kind: str = "topic", **body: Any) -> dict[str, Any]:
    body = {"name": name, "algorithm": "EC-P256", **body}
    answer = business.center.with_token(business.owner).post(path(business, kind), json=body)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def rotate(business: Business, name: str = "orders", **body: Any) -> httpx.Response:
    client = business.center.with_token(business.owner)
    body = body or {"algorithm": "EC-P256"}
    return client.post(f"{path(business)}/{name}/versions", json=body, headers=ANY)


def used(business: Business, kind: str = "topic") -> dict[str, Any] | None:
    """What producers at the place encrypt for, as its list says."""
    listed = business.center.with_token(business.owner).get(path(business, kind)).json()
    found: dict[str, Any] | None = listed["used"]
    return found


def explained(business: Business, principal: str, **values: Any) -> dict[str, Any] | None:
    """The key that an explanation names."""
    found: dict[str, Any] | None = explanation(business, principal, **values)["encryption_key"]
    return found


def explanation(business: Business, principal: str, **values: Any) -> dict[str, Any]:
    """Why the principal may consume, as its owner is told."""
    owner = business.center.with_token(business.owner)
    (cluster,) = owner.get(f"/api/v1/tenants/{business.tenant.id}").json()["cluster_ids"]
    body = {"cluster_id": cluster, "principal": principal, "question": "topic:CONSUME", "resource": CREATED, **values}
    answer = owner.post("/api/v1/access/explain", json={"resource_type": "topic", **body})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def public(client: httpx.Client, *topics: str) -> list[dict[str, Any]]:
    answer = client.post(PUBLIC, json={"topics": list(topics)})
    assert answer.status_code == 200, answer.text
    return list(answer.json()["items"])


def private(client: httpx.Client, topic: str = CREATED, name: str = "orders", number: int = 1, **more: Any) -> Any:
    return client.post(PRIVATE, json={"topic": topic, "name": name, "number": number, "reason": "to bill", **more})


def written(business: Business) -> None:
    """As the process does every half a minute."""
    fetches: PublicFetches = business.center.app.state.public_fetches
    fetches._written = 0
    fetches.write(now_ms())


def let(business: Business, person: Person, *authorities: int, **values: Any) -> httpx.Client:
    """A client of somebody who holds this on the topic."""
    business.center.make(a_grant, person, list(authorities), TOPIC, business.topic.id, **values)
    return business.center.with_token(person)


def entries(business: Business) -> list[TrailEntry]:
    return business.center.read(trail.entries, entity="encryption_key")
