"""A center whose people sign in with a provider."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from sqlalchemy.orm import Session

from app.grants import roles
from tests.center import Center
from tests.factories import an_administrator
from tests.providers.hostile_provider import HostileProvider, running

ANY = {"If-Match": "*"}
SECRET = "s3cret at the provider: %+/"


@dataclass
class Company:
    """The center, the provider, its id here, and an administrator's browser."""

    center: Center
    provider: HostileProvider
    id: int
    root: httpx.Client

    def change(self, **values: Any) -> None:
        """Change the provider's row."""
        answer = self.root.patch(f"/api/v1/identity-providers/{self.id}", json=values, headers=ANY)
        assert answer.status_code == 200, answer.text

    def map(self, *pairs: tuple[str, int]) -> None:
        """Which group gives which role."""
        items = [{"group": group, "role_id": role_id} for group, role_id in pairs]
        answer = self.root.put(f"/api/v1/identity-providers/{self.id}/groups", json={"items": items}, headers=ANY)
        assert answer.status_code == 200, answer.text

    def go(self, browser: httpx.Client, path: str = "") -> dict[str, str]:
        """Send a browser to the provider and back; what it brings."""
        answer = browser.post(path or f"/api/v1/session/providers/{self.id}")
        assert answer.status_code == 200, answer.text
        return self.provider.authorize(answer.json()["url"])

    def sign_in(self, browser: httpx.Client | None = None, **claims: Any) -> httpx.Response:
        """A whole sign-in of a person with these claims."""
        self.provider.person = {**self.provider.person, **claims}
        browser = browser or self.center.client()
        return browser.post("/api/v1/session/provider-answer", json=self.go(browser))


def members(company: Company, role_id: int) -> list[str]:
    """The names of the role's members."""
    found = company.root.get(f"/api/v1/roles/{role_id}/members").json()["items"]
    return [user["username"] for user in found]


def a_role(session: Session, name: str) -> int:
    """The id of a new shared role."""
    return roles.create(session, "system", name).id


def set_up(center: Center, root: httpx.Client, provider: HostileProvider, **values: Any) -> int:
    """The id of a new provider that is on."""
    body = {"name": "Acme", "issuer": provider.issuer, "client_id": "pulsar", "client_secret": SECRET}
    made = root.post("/api/v1/identity-providers", json={**body, "groups_claim": "groups", **values})
    assert made.status_code == 201, made.text
    number: int = made.json()["id"]
    enabled = root.patch(
        f"/api/v1/identity-providers/{number}", json={"enabled": True, "creates_users": True}, headers=ANY
    )
    assert enabled.status_code == 200, enabled.text
    return number


@pytest.fixture
def company(center: Center) -> Iterator[Company]:
    """A provider that is set up, and makes accounts."""
    center.settings.provider_addresses = "127.0.0.1"
    root = center.signed_in(center.make(an_administrator))
    with running() as provider:
        yield Company(center, provider, set_up(center, root, provider), root)
