"""Our own center is the provider of a second one: people of the first sign in to the second."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from tests.browser import api
from tests.browser.service import RunningCenter
from tests.end_to_end.center.process import CenterProcess
from tests.providers.conftest import ANY

_ADMINISTRATOR, _PASSWORD = "seven green bicycles in the rain", "wooden bridge over the sea"


@dataclass
class Centers:
    """Both, seen by their administrators; and the browser of bob, who has an account at the first."""

    first: api.Center
    second: api.Center
    second_process: CenterProcess
    at_first: httpx.Client
    at_second: httpx.Client

    def show(self, url: str) -> dict[str, str]:
        """What the first center's page of signing in does with a signed-in person; what the browser brings back."""
        redirect = self.at_first.get(url)
        assert redirect.status_code == 303, redirect.text
        sealed = _query(redirect.headers["location"])
        assert "request" in sealed, redirect.headers["location"]
        body = {"request": sealed["request"]}
        answer = self.at_first.post("/api/v1/authorization/decision", json=body)
        if answer.status_code == 401 and answer.json()["code"] == "reauthentication_needed":
            again = self.at_first.post("/api/v1/session/reauthentication", json={"password": _PASSWORD})
            assert again.status_code == 200, again.text
            answer = self.at_first.post("/api/v1/authorization/decision", json=body)
        assert answer.status_code == 200, answer.text
        back = answer.json()["location"]
        assert back.startswith(f"{self.second.url}/sign-in/company?")
        return _query(back)

    def come_back(self, path: str) -> dict[str, Any]:
        """Go to the first center and back; what came of it."""
        started = self.at_second.post(f"/api/v1/session/{path}")
        assert started.status_code == 200, started.text
        answer = self.at_second.post("/api/v1/session/provider-answer", json=self.show(started.json()["url"]))
        assert answer.status_code == 200, answer.text
        return dict(answer.json())


def _query(url: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}


def _browser(url: str) -> httpx.Client:
    return httpx.Client(base_url=url, headers={"Origin": url}, trust_env=False, timeout=30)


def _running_center(process: CenterProcess) -> RunningCenter:
    process.start()
    return RunningCenter(process.url, process.first_administrator()[1])


@pytest.fixture
def centers(tmp_path: Path) -> Iterator[Centers]:
    """Two processes with databases of their own."""
    first = CenterProcess(tmp_path / "first")
    second = CenterProcess(tmp_path / "second", PUC_PROVIDER_ADDRESSES="127.0.0.1")
    try:
        with (
            api.signed_in_first_time(_running_center(first), _ADMINISTRATOR) as admin,
            api.signed_in_first_time(_running_center(second), _ADMINISTRATOR) as two,
        ):
            made = admin.post("users", username="bob", kind="person")
            with (
                api.signed_in_as(admin, "bob", made["initial_secret"], _PASSWORD) as bob,
                _browser(two.url) as browser,
            ):
                yield Centers(admin, two, second, bob.client, browser)
    finally:
        first.stop()
        second.stop()


@pytest.mark.parametrize("way", ["secret", "key"])
def test_our_own_center_is_the_provider_of_a_second_center(centers: Centers, way: str) -> None:
    first, second = centers.first, centers.second
    service = first.post("users", username="second-center", kind="service")
    redirect_uri = second.get("identity-providers")["redirect_uri"]
    wanted = {"name": "Second", "redirect_uris": [redirect_uri], "trusted": True, "service_id": service["id"]}
    client_id = first.post("applications", **wanted)["client_id"]
    body: dict[str, Any] = {"name": "First", "issuer": first.url, "client_id": client_id, "creates_users": True}
    body |= {"scopes": "openid profile groups", "groups_claim": "groups"}
    if way == "secret":
        body["client_secret"] = first.post(f"users/{service['id']}/client-secrets")["client_secret"]
    provider = second.post("identity-providers", **body)["id"]
    if way == "key":
        jwk = second.post(f"identity-providers/{provider}/key")["client_jwk"]
        first.post(f"users/{service['id']}/keys", name="second center", jwk=jwk)
    steps = second.post(f"identity-providers/{provider}/test")["items"]
    assert [(step["step"], step["ok"]) for step in steps] == [
        (name, True) for name in ("discovery", "metadata", "keys", "clock")
    ]
    path = f"/api/v1/identity-providers/{provider}"
    second.client.patch(path, json={"enabled": True}, headers=ANY).raise_for_status()
    there, here = (center.post("roles", name="orders")["id"] for center in (first, second))
    bob = first.get("users", q="bob")["items"][0]["id"]
    first.client.put(f"/api/v1/roles/{there}/members/{bob}").raise_for_status()
    group = {"group": "orders", "role_id": here}
    second.client.put(f"{path}/groups", json={"items": [group]}, headers=ANY).raise_for_status()
    came = centers.come_back(f"providers/{provider}")
    assert (came["session"]["user"]["username"], came["session"]["methods"]) == ("bob", ["fed"])
    assert [member["username"] for member in second.get(f"roles/{here}/members")["items"]] == ["bob"], "as at the first"
    _show_again(centers, provider)


def _show_again(centers: Centers, provider: int) -> None:
    """The first center asks for the password once more and says when it got it."""
    with closing(sqlite3.connect(centers.second_process.directory / "center.db", timeout=20)) as file, file:
        file.execute("UPDATE sys_session SET auth_time = 0")
    refused = centers.at_second.post("/api/v1/session/authenticator-app")
    assert refused.json()["code"] == "reauthentication_needed"
    assert centers.come_back(f"reauthentication/{provider}")["purpose"] == "again"
    assert centers.at_second.post("/api/v1/session/authenticator-app").status_code == 200
