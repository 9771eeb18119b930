"""Userinfo as RFC 6750 wants it: the token in the header or in a form, and what is said of one that does not do."""

import httpx
import pytest

from tests.center import Center
from tests.factories import Person
from tests.tokens.relying_party import RelyingParty, register_application

USERINFO = "/oauth2/userinfo"


@pytest.fixture
def token(center: Center, alice: Person) -> str:
    desk = RelyingParty(
        center, center.signed_in(alice), center.make(lambda s: register_application(s, center.settings).client_id)
    )
    return str(desk.signed_in()["access_token"])


def test_the_token_is_in_the_header_or_in_a_form(center: Center, token: str) -> None:
    bearer, client = center.client(Authorization=f"Bearer {token}"), center.client()
    answers = [bearer.get(USERINFO), bearer.post(USERINFO), client.post(USERINFO, data={"access_token": token})]
    assert [(answer.status_code, answer.json().get("sub")) for answer in answers] == [(200, "alice")] * 3


def test_a_token_in_an_address_or_in_another_body_is_none(center: Center, token: str) -> None:
    client = center.client()
    for answer in (
        client.get(USERINFO, params={"access_token": token}),
        client.post(USERINFO, params={"access_token": token}),
        client.post(USERINFO, json={"access_token": token}),
        client.post(USERINFO, files={"access_token": (None, token)}),
    ):
        _without_a_token(answer)


def test_without_a_token_no_error_is_named(center: Center) -> None:
    for method in ("GET", "POST"):
        _without_a_token(center.client().request(method, USERINFO))


def _without_a_token(answer: httpx.Response) -> None:
    """RFC 6750 §3.1."""
    assert (answer.status_code, answer.content) == (401, b"")
    assert answer.headers["www-authenticate"] == 'Bearer realm="pulsar-user-center"'


def test_a_token_shown_twice_is_a_wrong_request(center: Center, token: str) -> None:
    client = center.client(Authorization=f"Bearer {token}")
    twice = {"content-type": "application/x-www-form-urlencoded"}
    for answer in (
        client.post(USERINFO, data={"access_token": token}),
        center.client().post(USERINFO, content=f"access_token={token}&access_token={token}", headers=twice),
    ):
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")


@pytest.mark.parametrize("header", ["Bearer", "Bearer x", "Basic eDp5", "x"])
def test_a_foreign_token_is_refused_as_invalid(center: Center, header: str) -> None:
    answer = center.client(Authorization=header).get(USERINFO)
    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_token")
    assert 'error="invalid_token"' in answer.headers["www-authenticate"]
    posted = center.client().post(USERINFO, data={"access_token": header})
    assert (posted.status_code, posted.json()["error"]) == (401, "invalid_token")
