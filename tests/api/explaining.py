"""Asks explain, for the tests of its answers."""

from typing import Any

import httpx

from app.resources.models import Cluster
from tests.center import Center
from tests.factories import (
    Person,
)

ON = "persistent://acme/orders/created"


def ask(center: Center, cluster: Cluster, by: Person, principal: str, **values: Any) -> httpx.Response:
    question = {"question": "topic:PRODUCE", "resource_type": "topic", "resource": ON, **values}
    body = {"cluster_id": cluster.id, "principal": principal, **question}
    given = {name: value for name, value in body.items() if value is not None}
    return center.with_token(by).post("/api/v1/access/explain", json=given)


def could_give(answer: dict[str, Any]) -> dict[tuple[int, str], dict[str, Any]]:
    return {(line["authority"], line["resource"]): line["could_give"] for line in answer["missing"]}
