"""People sign in with a real Keycloak: its page, its tokens, its groups."""

import html
import re
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from sqlalchemy.orm import Session

from app.grants import roles
from tests.center import Center
from tests.end_to_end.provider import keycloak
from tests.factories import an_administrator
from tests.providers.conftest import ANY

pytestmark = pytest.mark.timeout(1200)  # Keycloak may take 900 seconds to start


def _a_role(session: Session) -> int:
    return roles.create(session, "system", "orders").id


def _show_password(url: str, redirect_uri: str) -> dict[str, str]:
    """What a person does in the browser; the parameters with which it comes back."""
    with httpx.Client(trust_env=False, timeout=60) as browser:
        page = browser.get(url)
        assert page.status_code == 200, page.text[:500]
        found = re.search(r'<form[^>]* action="([^"]+)"', page.text)
        assert found, page.text[:2000]
        # Browsers send Secure cookies to loopback, httpx does not.
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.cookies.jar)
        typed = {"username": "alice", "password": keycloak.PASSWORD}
        answer = browser.post(html.unescape(found[1]), data=typed, headers={"Cookie": cookies})
        assert answer.status_code == 302, answer.text[:2000]
        back = urlsplit(answer.headers["Location"])
    assert f"{back.scheme}://{back.netloc}{back.path}" == redirect_uri
    parameters = {name: values[0] for name, values in parse_qs(back.query).items()}
    return {name: parameters[name] for name in ("state", "code", "iss")}


def test_a_person_of_keycloak_signs_in_and_gets_the_roles_of_its_groups(center: Center, issuer: str) -> None:
    center.settings.provider_addresses = "127.0.0.1"
    root, role = center.signed_in(center.make(an_administrator)), center.make(_a_role)
    body = {"name": "Acme", "issuer": issuer, "client_id": "pulsar", "client_secret": keycloak.SECRET}
    made = root.post("/api/v1/identity-providers", json={**body, "groups_claim": "groups", "creates_users": True})
    path = f"/api/v1/identity-providers/{made.json()['id']}"
    assert [step["ok"] for step in root.post(f"{path}/test").json()["items"]] == [True] * 4
    assert (
        root.put(f"{path}/groups", json={"items": [{"group": "orders", "role_id": role}]}, headers=ANY).status_code
        == 200
    )
    assert root.patch(path, json={"enabled": True}, headers=ANY).status_code == 200
    person = center.client()
    started = person.post(f"/api/v1/session/providers/{made.json()['id']}")
    brought = _show_password(started.json()["url"], root.get("/api/v1/identity-providers").json()["redirect_uri"])
    assert brought["iss"] == issuer
    answer = person.post("/api/v1/session/provider-answer", json=brought)
    assert answer.status_code == 200, answer.text
    assert person.get("/api/v1/session").json()["user"]["username"] == "alice"
    members = root.get(f"/api/v1/roles/{role}/members").json()["items"]
    assert [member["username"] for member in members] == ["alice"]


def test_keycloak_knows_the_center_by_its_key(center: Center, issuer: str) -> None:
    center.settings.provider_addresses = "127.0.0.1"
    root = center.signed_in(center.make(an_administrator))
    body = {"name": "Acme", "issuer": issuer, "client_id": "signing-center", "creates_users": True}
    number = root.post("/api/v1/identity-providers", json=body).json()["id"]
    path = f"/api/v1/identity-providers/{number}"
    redirect_uri = root.get("/api/v1/identity-providers").json()["redirect_uri"]
    jwk = root.post(f"{path}/key").json()["client_jwk"]
    keycloak.register_with_key(issuer, "signing-center", redirect_uri, jwk)
    assert root.patch(path, json={"enabled": True}, headers=ANY).status_code == 200
    person = center.client()
    started = person.post(f"/api/v1/session/providers/{number}")
    brought = _show_password(started.json()["url"], redirect_uri)
    answer = person.post("/api/v1/session/provider-answer", json=brought)
    assert answer.status_code == 200, answer.text
    assert root.post(f"{path}/key").status_code == 200
    unknown = _show_password(person.post(f"/api/v1/session/providers/{number}").json()["url"], redirect_uri)
    refused = person.post("/api/v1/session/provider-answer", json=unknown)
    assert refused.json()["code"] == "provider_sign_in_failed", "it does not know the new key"
