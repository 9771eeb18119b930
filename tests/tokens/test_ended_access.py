"""What the end of a sign-in ends: its access tokens, pending codes and unseen consent; and old sessions."""

from collections.abc import Callable

import httpx
import pytest
from sqlalchemy import update

from app.identity import sessions, users
from app.identity.models import ConsoleSession
from app.platform.clock import now_ms
from app.tokens import applications, refresh_families
from tests.center import Center
from tests.factories import Person, an_administrator
from tests.tokens.relying_party import URI, RelyingParty, query, register_application

OWN = "/api/v1/session/applications"


@pytest.fixture
def desk(center: Center, alice: Person) -> RelyingParty:
    both = ["pulsar", center.settings.issuer]
    client_id = center.make(lambda s: register_application(s, center.settings, audiences=both).client_id)
    return RelyingParty(center, center.signed_in(alice), client_id)


def _opens(center: Center, token: str) -> bool:
    return center.client(Authorization=f"Bearer {token}").get("/oauth2/userinfo").status_code == 200


def _withdraw(center: Center, desk: RelyingParty, tokens: dict[str, str]) -> None:
    number = desk.browser.get(OWN).json()["items"][0]["id"]
    assert desk.browser.delete(f"{OWN}/{number}").status_code == 204


def _revoke(center: Center, desk: RelyingParty, tokens: dict[str, str]) -> None:
    form = {"client_id": desk.client_id, "token": tokens["refresh_token"]}
    assert center.client().post("/oauth2/revoke", data=form).status_code == 200


def _use_twice(center: Center, desk: RelyingParty, tokens: dict[str, str]) -> None:
    assert desk.refresh(tokens["refresh_token"]).status_code == 200
    assert desk.refresh(tokens["refresh_token"]).status_code == 400


def _everywhere(center: Center, desk: RelyingParty, tokens: dict[str, str]) -> None:
    center.make(lambda s: sessions.end_all(s, users.by_name(s, "alice").id))  # type: ignore[union-attr]


def _delete(center: Center, desk: RelyingParty, tokens: dict[str, str]) -> None:
    admin = center.with_token(center.make(an_administrator))
    (row,) = admin.get("/api/v1/applications").json()["items"]
    seen = {"If-Match": "*"}
    assert admin.delete(f"/api/v1/applications/{row['id']}", headers=seen).status_code == 204


def _take_audiences(center: Center, desk: RelyingParty, tokens: dict[str, str]) -> None:
    admin = center.with_token(center.make(an_administrator))
    (row,) = admin.get("/api/v1/applications").json()["items"]
    body = {"name": "Desk", "redirect_uris": [URI], "trusted": True, "audiences": ["pulsar"]}
    answer = admin.put(f"/api/v1/applications/{row['id']}", json=body, headers={"If-Match": "*"})
    assert answer.status_code == 200, answer.text


ENDS = [_withdraw, _revoke, _use_twice, _everywhere, _delete, _take_audiences]


@pytest.mark.parametrize("end", ENDS, ids=[end.__name__ for end in ENDS])
def test_every_access_token_of_the_sign_in_ends(
    center: Center, desk: RelyingParty, end: Callable[[Center, RelyingParty, dict[str, str]], None]
) -> None:
    first = desk.signed_in()
    second = desk.refresh(first["refresh_token"]).json()
    assert [_opens(center, tokens["access_token"]) for tokens in (first, second)] == [True, True]
    end(center, desk, second)
    assert [_opens(center, tokens["access_token"]) for tokens in (first, second)] == [False, False]
    assert desk.refresh(second["refresh_token"]).status_code in (400, 401)


def test_disabling_a_service_ends_the_tokens_of_its_people(center: Center, alice: Person) -> None:
    admin = center.with_token(center.make(an_administrator))
    service = admin.post("/api/v1/users", json={"username": "shop", "kind": "service"}).json()
    secret = admin.post(f"/api/v1/users/{service['id']}/client-secrets").json()["client_secret"]
    body = {"name": "Shop", "redirect_uris": [URI], "trusted": True, "service_id": service["id"]}
    assert admin.post("/api/v1/applications", json=body).status_code == 201
    shop = RelyingParty(center, center.signed_in(alice), "shop")
    tokens = shop.redeem(shop.code(), client_secret=secret).json()
    assert _opens(center, tokens["access_token"])
    changed = admin.patch(f"/api/v1/users/{service['id']}", json={"status": "disabled"}, headers={"If-Match": "*"})
    assert changed.status_code == 200, changed.text
    assert not _opens(center, tokens["access_token"])


def test_a_sign_in_too_many_ends_the_one_not_used_for_longest_of_this_application(
    center: Center, desk: RelyingParty, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refresh_families, "MOST", 2)
    other = RelyingParty(
        center, desk.browser, center.make(lambda s: register_application(s, center.settings, name="Other").client_id)
    )
    lasting = other.signed_in()
    tokens = [desk.signed_in()["access_token"] for _ in range(3)]
    assert [_opens(center, token) for token in tokens] == [False, True, True]
    assert other.refresh(lasting["refresh_token"]).status_code == 200


def test_a_code_from_before_the_withdrawal_is_refused(center: Center, desk: RelyingParty) -> None:
    tokens, code = desk.signed_in(), desk.code()
    _withdraw(center, desk, tokens)
    assert desk.redeem(code).json()["error"] == "invalid_grant"


@pytest.mark.parametrize("end", [_revoke, _everywhere], ids=["by the application", "everywhere"])
def test_consent_that_its_person_cannot_see_does_not_count(
    center: Center, alice: Person, end: Callable[[Center, RelyingParty, dict[str, str]], None]
) -> None:
    strange = center.make(lambda s: register_application(s, center.settings, trusted=False).client_id)
    desk = RelyingParty(center, center.signed_in(alice), strange)
    tokens = desk.signed_in()
    assert "code" in query(desk.decide(desk.seal_request(prompt="none")).json()["location"])
    end(center, desk, tokens)
    desk.browser = center.signed_in(alice)
    assert desk.browser.get(OWN).json()["items"] == []
    assert query(desk.decide(desk.seal_request(prompt="none")).json()["location"])["error"] == "consent_required"


def test_an_old_session_gets_no_token_for_brokers_or_the_api(center: Center, desk: RelyingParty) -> None:
    """It would be a token that nobody asks again, for a thief of an open browser."""
    center.make(applications.ensure_command_line, center.settings)
    tool = RelyingParty(center, desk.browser, "usercenter-cli", uri="http://127.0.0.1:50123/callback")
    center.make(lambda s: s.execute(update(ConsoleSession).values(auth_time=now_ms() - 11 * 60_000)) and None)
    for client, resource in ((desk, "pulsar"), (desk, center.settings.issuer), (tool, center.settings.issuer)):
        refused: httpx.Response = client.decide(client.seal_request(resource=resource), consented=True)
        assert (refused.status_code, refused.json()["code"]) == (401, "reauthentication_needed")
        silent = client.decide(client.seal_request(resource=resource, prompt="none"), consented=True)
        assert query(silent.json()["location"])["error"] == "login_required"
    assert desk.decide(desk.seal_request()).status_code == 200, "who it is may be told"
