"""The hint of an application whom it expects (OpenID Connect Core §3.1.2.1): nobody else gets in by it."""

import base64
import json

import pytest

from tests.center import Center
from tests.factories import PASSWORD, a_user
from tests.tokens.relying_party import RelyingParty, query, register_application


@pytest.fixture
def desk_of_bob(center: Center, desk: RelyingParty) -> RelyingParty:
    """The same application in the browser of somebody else."""
    return RelyingParty(center, center.signed_in(center.make(a_user, "bob")), desk.client_id)


def test_the_person_named_by_the_hint_signs_in(desk: RelyingParty) -> None:
    hint = desk.signed_in()["id_token"]
    for prompt in (None, "none"):
        assert desk.redeem(desk.code(id_token_hint=hint, prompt=prompt)).status_code == 200


def test_another_person_gets_no_code(desk: RelyingParty, desk_of_bob: RelyingParty) -> None:
    hint = desk.signed_in()["id_token"]
    location = desk_of_bob.decide(desk_of_bob.seal_request(id_token_hint=hint, prompt="none"), consented=True).json()[
        "location"
    ]
    assert (query(location)["error"], query(location)["state"]) == ("login_required", "s1")


def test_another_person_is_asked_to_sign_in_as_the_person_named(
    center: Center, desk: RelyingParty, desk_of_bob: RelyingParty
) -> None:
    sealed = desk_of_bob.seal_request(id_token_hint=desk.signed_in()["id_token"], prompt="login")
    refused = desk_of_bob.decide(sealed, consented=True)
    assert (refused.status_code, refused.json()["code"], refused.json()["user"]) == (
        403,
        "other_account_needed",
        "alice",
    )
    desk_of_bob.browser.delete("/api/v1/session")
    alice = {"username": "alice", "password": PASSWORD}
    assert desk_of_bob.browser.post("/api/v1/session", json=alice).status_code == 200
    assert desk_of_bob.decide(sealed, consented=True).status_code == 200


@pytest.mark.parametrize("prompt", [None, "none"])
@pytest.mark.parametrize("wrong", ["nonsense", "access", "changed", "another application's", "odd key id"])
def test_an_invalid_hint_lets_nobody_in(center: Center, desk: RelyingParty, wrong: str, prompt: str | None) -> None:
    tokens = desk.signed_in()
    other = center.make(lambda s: register_application(s, center.settings).client_id)
    header = base64.urlsafe_b64encode(json.dumps({"alg": "ES256", "kid": "\0", "typ": "JWT"}).encode()).rstrip(b"=")
    hint = {
        "nonsense": "a.b.c",
        "access": tokens["access_token"],
        "changed": tokens["id_token"][:-6] + "AAAAAA",
        "another application's": RelyingParty(center, desk.browser, other).signed_in()["id_token"],
        "odd key id": ".".join([header.decode(), *tokens["id_token"].split(".")[1:]]),
    }[wrong]
    assert query(desk.begin(id_token_hint=hint, prompt=prompt))["error"] == "login_required"
