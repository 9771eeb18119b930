"""Signing out begun by an application: the ID token, the address afterwards, wrong parameters."""

from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

from tests.center import Center
from tests.factories import Person, a_user
from tests.tokens.relying_party import RelyingParty, query, register_application

BYE = "https://desk.example/bye"


@pytest.fixture
def desk(center: Center, alice: Person) -> RelyingParty:
    client_id = center.make(lambda s: register_application(s, center.settings, logout_uris=[BYE]).client_id)
    return RelyingParty(center, center.signed_in(alice), client_id)


def _question_of(desk: RelyingParty, method: str = "GET", **fields: str) -> dict[str, Any]:
    """The question that the console's page shows."""
    sent = {"params": fields} if method == "GET" else {"data": fields}
    answer = desk.browser.request(method, "/oauth2/logout", **sent)  # type: ignore[arg-type]
    assert (answer.status_code, answer.headers["cache-control"]) == (303, "no-store")
    assert urlsplit(answer.headers["location"]).path == "/sign-out"
    waiting = desk.browser.post("/api/v1/sign-out/waiting", json=query(answer.headers["location"]))
    return dict(waiting.json())


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_the_applications_own_user_is_not_asked(desk: RelyingParty, method: str) -> None:
    hint = desk.signed_in()["id_token"]
    found = _question_of(desk, method, id_token_hint=hint, post_logout_redirect_uri=BYE, state="s&1")
    assert found == {"application": "Desk", "username": "alice", "ask": False, "location": f"{BYE}?state=s%261"}
    assert desk.browser.delete("/api/v1/session").status_code == 204
    assert _question_of(desk, id_token_hint=hint, post_logout_redirect_uri=BYE)["username"] is None


def test_discovery_names_the_sign_out_endpoint(center: Center) -> None:
    found = center.client().get("/.well-known/openid-configuration").json()
    assert found["end_session_endpoint"] == f"{center.settings.issuer}/oauth2/logout"


def test_without_an_id_token_the_person_is_asked(desk: RelyingParty) -> None:
    found = _question_of(desk, client_id=desk.client_id, post_logout_redirect_uri=BYE)
    assert (found["ask"], found["location"]) == (True, BYE)
    assert _question_of(desk) == {"application": None, "username": "alice", "ask": True, "location": None}


def test_the_id_token_of_somebody_else_asks(center: Center, desk: RelyingParty) -> None:
    other = RelyingParty(center, center.signed_in(center.make(a_user, "bob")), desk.client_id)
    found = _question_of(desk, id_token_hint=other.signed_in()["id_token"])
    assert (found["username"], found["ask"]) == ("alice", True)


@pytest.mark.parametrize("uri", [BYE + "/", BYE + "?x=1", "https://evil.example/", "javascript:alert(1)", "//evil", ""])
def test_only_registered_addresses_are_redirected_to(desk: RelyingParty, uri: str) -> None:
    found = _question_of(desk, client_id=desk.client_id, post_logout_redirect_uri=uri)
    assert (found["location"], found["ask"]) == (None, True)


def test_a_redirect_address_of_signing_in_does_not_serve_signing_out(desk: RelyingParty) -> None:
    assert _question_of(desk, client_id=desk.client_id, post_logout_redirect_uri=desk.uri)["location"] is None


@pytest.mark.parametrize("wrong", ["changed", "access", "nonsense", "client"])
def test_wrong_parameters_count_as_absent(center: Center, desk: RelyingParty, wrong: str) -> None:
    tokens = desk.signed_in()
    hint = {
        "changed": tokens["id_token"][:-6] + "AAAAAA",
        "access": tokens["access_token"],
        "nonsense": "a.b.c",
    }.get(wrong, tokens["id_token"])
    fields = {"id_token_hint": hint, "post_logout_redirect_uri": BYE}
    if wrong == "client":
        fields["client_id"] = center.make(
            lambda s: register_application(s, center.settings, logout_uris=[BYE]).client_id
        )
    found = _question_of(desk, **fields)
    assert (found["ask"], found["location"]) == (True, None)


def test_parameters_given_twice_count_as_absent(desk: RelyingParty) -> None:
    pairs = [("client_id", desk.client_id), ("post_logout_redirect_uri", BYE), ("post_logout_redirect_uri", BYE)]
    answer = desk.browser.get(f"/oauth2/logout?{urlencode(pairs)}")
    waiting = desk.browser.post("/api/v1/sign-out/waiting", json=query(answer.headers["location"])).json()
    assert (waiting["ask"], waiting["location"]) == (True, None)


def test_an_endless_state_is_left_out(desk: RelyingParty) -> None:
    fields = {"client_id": desk.client_id, "post_logout_redirect_uri": BYE, "state": "x" * 9000}
    assert _question_of(desk, "POST", **fields)["location"] == BYE


def test_a_changed_or_old_request_only_asks(desk: RelyingParty) -> None:
    for request in ("", "AAAA", "A" * 300):
        waiting = desk.browser.post("/api/v1/sign-out/waiting", json={"request": request}).json()
        assert (waiting["ask"], waiting["location"]) == (True, None)


def test_other_sites_do_not_learn_who_is_signed_in(desk: RelyingParty) -> None:
    headers = {"Origin": "https://evil.example"}
    answer = desk.browser.post("/api/v1/sign-out/waiting", json={}, headers=headers)
    assert answer.json()["code"] == "cross_site"
