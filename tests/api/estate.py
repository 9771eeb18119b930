"""Shorthand for tests of clusters, tenants, namespaces and topics over HTTP."""

from dataclasses import dataclass
from typing import Any

import httpx

from app.resources.provisioning.provisioner import Provisioner
from app.tokens.cluster_tokens import token_for
from tests.center import Center
from tests.factories import Person, an_administrator
from tests.provisioning.fake_pulsar import FakePulsar
from tests.provisioning.worker_run import run_due

ANY = {"If-Match": "*"}


@dataclass
class Estate:
    """A center with one cluster, made by its administrator over HTTP."""

    center: Center
    pulsar: FakePulsar
    administrator: Person
    root: httpx.Client
    cluster: dict[str, Any]

    def make(self, path: str, client: httpx.Client | None = None, **body: Any) -> dict[str, Any]:
        """POST that must succeed; returns the item."""
        answer = (client or self.root).post(f"/api/v1/{path}", json=body)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def topic(self) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
        """acme, acme/orders and persistent://acme/orders/created, made by the administrator."""
        tenant = self.make("tenants", name="acme", cluster_ids=[self.cluster["id"]])
        namespace = self.make("namespaces", tenant_id=tenant["id"], name="orders")
        return tenant, namespace, self.make("topics", namespace_id=namespace["id"], name="created")

    def provisioner(self) -> Provisioner:
        """The provisioner of the worker."""
        settings = self.center.settings
        return Provisioner(self.center.database, settings, token_for(self.center.database, settings))

    def work(self) -> int:
        """Let the worker carry out all due jobs; returns their number."""
        return run_due(self.provisioner())


def an_estate(center: Center, pulsar: FakePulsar) -> Estate:
    """The cluster is called `prod`."""
    administrator = center.make(an_administrator)
    root = center.signed_in(administrator)
    body = {"name": "prod", "address": "pulsar://127.0.0.1:6650", "admin_url": pulsar.url}
    answer = root.post("/api/v1/clusters", json=body)
    assert answer.status_code == 201, answer.text
    return Estate(center, pulsar, administrator, root, answer.json())


def problem(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a refusal."""
    return answer.status_code, answer.json()["code"]
