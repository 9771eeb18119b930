"""Registering applications, and seeing and ending their access."""

import httpx
import pytest

from app.api import authority
from app.audit.trail import epochs
from app.tokens import applications
from tests.center import Center
from tests.factories import Person, a_user
from tests.tokens.relying_party import URI, RelyingParty, register_application


@pytest.fixture
def admin(center: Center, administrator: Person) -> httpx.Client:
    return center.with_token(administrator)


NEW = {"name": "Desk", "redirect_uris": [URI], "trusted": True}


def test_an_administrator_registers_changes_and_deletes(admin: httpx.Client) -> None:
    made = admin.post("/api/v1/applications", json=NEW).json()
    assert (made["confidential"], made["audiences"]) == (False, [])
    path = f"/api/v1/applications/{made['id']}"
    values = {**NEW, "name": "Other", "audiences": ["pulsar"]}
    assert admin.put(path, json=values).status_code == 428
    changed = admin.put(path, json=values, headers={"If-Match": f'"{made["version"]}"'}).json()
    assert (changed["client_id"], changed["name"], changed["audiences"]) == (made["client_id"], "Other", ["pulsar"])
    assert [application["name"] for application in admin.get("/api/v1/applications").json()["items"]] == ["Other"]
    assert admin.delete(path, headers={"If-Match": f'"{made["version"]}"'}).status_code == 412
    assert admin.delete(path, headers={"If-Match": "*"}).status_code == 204
    assert admin.get("/api/v1/applications").json()["items"] == []


@pytest.mark.parametrize("uri", ["http://desk.example/", "https://*.example/", "https://a.example/#x", "javascript:x"])
def test_odd_addresses_are_refused(admin: httpx.Client, uri: str) -> None:
    for name in ("redirect_uris", "logout_uris"):
        refused = admin.post("/api/v1/applications", json={**NEW, name: [uri]})
        assert refused.json()["code"] == "invalid_redirect_uri"


def test_the_built_in_application_cannot_be_deleted(center: Center, admin: httpx.Client) -> None:
    center.make(applications.ensure_command_line, center.settings)
    (built_in,) = admin.get("/api/v1/applications").json()["items"]
    assert built_in["built_in"]
    refused = admin.delete(f"/api/v1/applications/{built_in['id']}", headers={"If-Match": "*"})
    assert refused.json()["code"] == "application_built_in"


def test_a_confidential_application_shows_its_services_secret(center: Center, admin: httpx.Client) -> None:
    service = admin.post("/api/v1/users", json={"username": "desk", "kind": "service"}).json()["id"]
    secret = admin.post(f"/api/v1/users/{service}/client-secrets").json()["client_secret"]
    made = admin.post("/api/v1/applications", json={**NEW, "service_id": service}).json()
    assert (made["client_id"], made["confidential"]) == ("desk", True)
    again = admin.post("/api/v1/applications", json={**NEW, "service_id": service})
    assert again.json()["code"] == "application_exists"
    desk = RelyingParty(center, center.signed_in(center.make(a_user, "alice")), "desk")
    code = desk.code()
    assert desk.redeem(code).json()["error"] == "invalid_client"
    assert desk.redeem(code, client_secret=secret).status_code == 200


def test_a_user_sees_and_ends_the_access_of_applications(center: Center, alice: Person) -> None:
    client_id = center.make(lambda s: register_application(s, center.settings, trusted=False).client_id)
    desk = RelyingParty(center, center.signed_in(alice), client_id)
    token = desk.signed_in()["refresh_token"]
    path = "/api/v1/session/applications"
    (shown,) = desk.browser.get(path).json()["items"]
    assert (shown["application"], shown["scope"]) == ("Desk", ["openid", "profile", "offline_access"])
    other = center.signed_in(center.make(a_user, "mallory"))
    assert other.delete(f"{path}/{shown['id']}").status_code == 404
    assert desk.browser.delete(f"{path}/{shown['id']}").status_code == 204
    assert desk.browser.get(path).json()["items"] == []
    assert desk.refresh(token).json()["error"] == "invalid_grant"
    assert desk.decide(desk.seal_request()).json()["code"] == "consent_needed"


def test_ending_an_access_leaves_what_is_cached_about_others(center: Center, alice: Person) -> None:
    client_id = center.make(lambda s: register_application(s, center.settings).client_id)
    desk = RelyingParty(center, center.signed_in(alice), client_id)
    desk.signed_in()
    path = "/api/v1/session/applications"
    (shown,) = desk.browser.get(path).json()["items"]
    before = center.read(lambda s: (authority.administers_the_center(s, "bob"), epochs.current(s)))
    assert desk.browser.delete(f"{path}/{shown['id']}").status_code == 204
    with center.database.reading() as session:
        assert epochs.current(session) != before[1]
        assert authority.administers_the_center(epochs.memory_of(session), "bob") == before[0]


def test_a_refresh_token_is_introspected_and_revoked_by_its_user_alone(center: Center, alice: Person) -> None:
    client_id = center.make(lambda s: register_application(s, center.settings).client_id)
    desk = RelyingParty(center, center.signed_in(alice), client_id)
    form = {"token": desk.signed_in()["refresh_token"]}
    mine, others = center.with_token(alice), center.with_token(center.make(a_user, "mallory"))
    assert others.post("/oauth2/introspect", data=form).json() == {"active": False}
    assert mine.post("/oauth2/introspect", data=form).json()["client_id"] == client_id
    assert others.post("/oauth2/revoke", data=form).status_code == 200
    assert mine.post("/oauth2/introspect", data=form).json()["active"]
    assert mine.post("/oauth2/revoke", data=form).status_code == 200
    assert mine.post("/oauth2/introspect", data=form).json() == {"active": False}
    assert desk.refresh(form["token"]).json()["error"] == "invalid_grant"
