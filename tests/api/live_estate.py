"""A topic on a cluster that answers."""

from __future__ import annotations

from typing import Any

import httpx

from tests.api.estate import Estate
from tests.api.live_cluster import LiveCluster
from tests.factories import a_grant, a_user

SUBSCRIPTION = {"subscription": "billing", "confirm": "billing"}


class Live:
    """acme/orders/created on a cluster that answers."""

    def __init__(self, estate: Estate, pulsar: LiveCluster) -> None:
        self.estate, self.pulsar = estate, pulsar
        tenant, namespace, topic = estate.topic()
        self.ids = {"cluster": estate.cluster["id"], "tenant": tenant["id"]}
        self.ids |= {"namespace": namespace["id"], "topic": topic["id"]}

    def holder(self, name: str, kind: int, number: int, *authorities: int) -> httpx.Client:
        person = self.estate.center.make(a_user, name)
        if authorities:
            self.estate.center.make(a_grant, person, list(authorities), kind, number)
        return self.estate.center.with_token(person)

    def path(self, template: str) -> str:
        return "/api/v1/" + template.format(**self.ids)

    def read(self, client: httpx.Client, template: str) -> dict[str, Any]:
        answer = client.get(self.path(template))
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found["clusters"][0] if "clusters" in found else found
