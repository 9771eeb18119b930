"""The service's API, with which browser tests prepare and check data."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
from playwright.sync_api import BrowserContext

from tests.browser.service import RunningCenter
from tests.shown_again import Reauthentication

_COMPARED_SECONDS = 60


@dataclass(frozen=True)
class Center:
    """A service with a signed-in administrator."""

    url: str
    client: httpx.Client

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        """POST. Raises if it is refused."""
        answer = self.client.post(f"/api/v1/{path}", json=body)
        assert answer.is_success, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def get(self, path: str, **query: Any) -> dict[str, Any]:
        """Read something."""
        answer = self.client.get(f"/api/v1/{path}", params=query)
        assert answer.is_success, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def compare(self, cluster: int) -> None:
        """Have a cluster compared with the center, and wait for it."""
        path = f"clusters/{cluster}/drift"
        before = self.get(path)["ended"]
        self.post(f"{path}/runs")
        end = time.monotonic() + _COMPARED_SECONDS
        while (run := self.get(path))["ended"] == before or run["state"] != "done":
            assert time.monotonic() < end, run
            time.sleep(0.5)

    def topic(self, tenant: str, cluster: str = "standalone") -> dict[str, Any]:
        """A cluster (once), a tenant, its namespace `orders` and topic `created`. Answers the topic."""
        clusters = self.get("clusters", limit=500)["items"]
        known = next((listed for listed in clusters if listed["name"] == cluster), None)
        place = known or self.post(
            "clusters", name=cluster, address="pulsar://127.0.0.1:6650", admin_url="http://127.0.0.1:8080"
        )
        owner = self.post("tenants", name=tenant, cluster_ids=[place["id"]])
        namespace = self.post("namespaces", tenant_id=owner["id"], name="orders")
        return self.post("topics", namespace_id=namespace["id"], name="created")


@contextmanager
def signed_in_first_time(started: RunningCenter, password: str) -> Iterator[Center]:
    """Sign the first administrator in with the one-time secret and choose a password."""
    # A new connection each time: a test may pause for longer than the service keeps one open.
    once = httpx.Limits(max_keepalive_connections=0)
    headers = {"Origin": started.url}
    again = Reauthentication(password)
    with httpx.Client(
        base_url=started.url, headers=headers, limits=once, trust_env=False, auth=again, timeout=60
    ) as client:
        secret = {"username": "admin", "password": started.initial_secret}
        assert client.post("/api/v1/session", json=secret).is_success
        new = {"current": started.initial_secret, "new": password}
        assert client.put("/api/v1/session/password", json=new).is_success
        yield Center(started.url, client)


@contextmanager
def signed_in(center: Center, username: str, password: str, initial: str | None = None) -> Iterator[Center]:
    """The same service for another user. `initial`: the one-time secret, which is shown instead."""
    again = Reauthentication(password)
    with httpx.Client(
        base_url=center.url, headers={"Origin": center.url}, trust_env=False, auth=again, timeout=60
    ) as client:
        body = {"username": username, "password": initial or password}
        assert client.post("/api/v1/session", json=body).is_success
        yield Center(center.url, client)


@contextmanager
def signed_in_as(center: Center, username: str, initial: str, password: str) -> Iterator[Center]:
    """The same with its one-time secret, which is replaced by the password."""
    with signed_in(center, username, password, initial) as opened:
        new = {"current": initial, "new": password}
        assert opened.client.put("/api/v1/session/password", json=new).is_success
        yield opened


def enter(profile: BrowserContext, url: str, username: str, password: str) -> None:
    """Sign a browser profile in through the API, for tests that are not about signing in."""
    body = {"username": username, "password": password}
    answer = profile.request.post(f"{url}/api/v1/session", data=body, headers={"Origin": url})
    assert answer.ok, answer.text()


def enter_first_time(profile: BrowserContext, url: str, username: str, initial: str, password: str) -> None:
    """The same with a one-time secret, which is replaced by the password."""
    enter(profile, url, username, initial)
    body = {"current": initial, "new": password}
    answer = profile.request.put(f"{url}/api/v1/session/password", data=body, headers={"Origin": url})
    assert answer.ok, answer.text()
