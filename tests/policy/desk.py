"""Sends policy files over HTTP."""

from dataclasses import dataclass
from typing import Any

import httpx
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.identity.models import User
from app.resources.models import Cluster
from tests.center import Center

YAML = {"Content-Type": "application/yaml"}
FILE = """version: 1
groups:
  Payments: {remark: cost centre 42}
users:
  bob: {kind: person, group: Payments}
  bob-intake: {kind: service, main: bob}
roles:
  writers: {members: [bob]}
tenants:
  acme:
    clusters: [prod]
    namespaces:
      orders:
        bundles: 8
        topics:
          created: {partitions: 4}
          old: {valid: false}
grants:
- {tenant: acme, user: bob, authorities: [all]}
- {namespace: acme/orders, role: writers, authorities: [namespace.write, 203], until: 2090-01-01}
- {topic: acme/orders/created, user: bob-intake, authorities: [topic.write]}
"""


@dataclass
class PolicyDesk:
    """A user with a token who plans, applies and exports files."""

    http: httpx.Client

    def export(self, **params: Any) -> str:
        answer = self.http.get("/api/v1/policy", params=params)
        assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (200, "application/yaml")
        return answer.text

    def send(self, verb: str, text: str, **params: Any) -> httpx.Response:
        return self.http.post(f"/api/v1/policy/{verb}", content=text, params=params, headers=YAML)

    def plan(self, text: str, **params: Any) -> dict[str, Any]:
        answer = self.send("plan", text, **params)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def apply(self, text: str, **params: Any) -> dict[str, Any]:
        answer = self.send("apply", text, **params)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def refused(self, verb: str, text: str, **params: Any) -> tuple[int, str]:
        answer = self.send(verb, text, **params)
        return answer.status_code, answer.json()["code"]


def state_cluster(session: Session) -> Cluster:
    """The only cluster."""
    return session.scalars(select(Cluster)).one()


def sentences_of(answer: dict[str, Any]) -> list[str]:
    return [change["sentence"] for change in answer["changes"]]


def people(center: Center) -> int:
    return center.read(lambda session: session.scalar(select(func.count()).select_from(User)) or 0)
