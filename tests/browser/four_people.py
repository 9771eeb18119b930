"""A center with the four people of docs/design.md, and something on each of their pages."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page, expect

from tests.brokers.plugin import Plugin
from tests.browser import api, results
from tests.browser.conftest import PASSWORD
from tests.browser.service import running
from tests.findings import published

DAY = 24 * 3_600_000
PEOPLE = ("admin", "home.owner", "home.developer", "home.auditor")


@dataclass(frozen=True)
class Estate:
    """A center of its own, because a run of the audit is that of the whole center."""

    center: api.Center
    users: dict[str, dict[str, Any]]
    topic: dict[str, Any]
    audited: results.Estate
    plugin: Plugin
    secrets: dict[str, str]
    cluster: int

    def sign_in(self, page: Page, name: str) -> None:
        """Enter, with the one-time secret or with the password that replaced it."""
        secret = self.secrets.pop(name, None)
        if secret is None:
            api.enter(page.context, self.center.url, name, PASSWORD)
        else:
            api.enter_first_time(page.context, self.center.url, name, secret, PASSWORD)
        page.goto(self.center.url)
        expect(page.get_by_role("heading", name="Home")).to_be_visible()


@contextmanager
def an_estate(directory: Path) -> Iterator[Estate]:
    """An owner and an auditor of a tenant, a developer who reads its topic and was denied writing it, a service of the
    owner, and what the audit found."""
    with running(directory / "center") as started, api.signed_in_first_time(started, PASSWORD) as center:
        topic = center.topic("home-tenant", "home-cluster")
        people = {name: center.post("users", username=name, kind="person") for name in PEOPLE[1:]}
        tenant = {"res_type": 2, "res_id": topic["tenant_id"]}
        owner, developer, auditor = (people[name]["id"] for name in PEOPLE[1:])
        center.post("grants", user_id=owner, **tenant, authorities=[102, 103, 104, 302, 303])
        center.post("grants", user_id=auditor, **tenant, authorities=[107])
        soon = int(time.time() * 1000) + 3 * DAY
        center.post("grants", user_id=developer, res_type=4, res_id=topic["id"], authorities=[303], valid_until=soon)
        service = center.post("users", username="home.service", kind="service", parent_id=owner)
        center.post(f"users/{service['id']}/tokens", name="nightly", days=2)
        audited = _audited(center, directory / "run")
        [cluster] = center.get(f"tenants/{topic['tenant_id']}")["cluster_ids"]
        credential = center.post(f"clusters/{cluster}/credentials")["credential"]
        headers = {"Authorization": f"Bearer {credential}"}
        with httpx.Client(base_url=center.url, headers=headers, timeout=60, trust_env=False) as client:
            secrets = {name: user["initial_secret"] for name, user in people.items()}
            users = {**people, "home.service": service}
            yield Estate(center, users, topic, audited, Plugin(client), secrets, cluster)


def _audited(center: api.Center, directory: Path) -> results.Estate:
    denied = published.denial("home.developer", 7) | {
        "resource": "home-cluster/home-tenant/orders/created",
        "last": int(time.time() * 1000) - DAY,
    }
    creep = [published.creeping("tenant", "home-tenant", 5.0, "home-tenant")]
    audited = results.an_estate(center, "home-audited")
    results.load(center, audited, directory, "home", creep=creep, denials=[denied])
    return audited
