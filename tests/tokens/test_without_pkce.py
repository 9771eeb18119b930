"""A confidential application of foreign make may leave PKCE out, if an administrator says so; nobody else may."""

import httpx
import pytest

from app.identity import client_secrets, users
from tests.center import Center
from tests.factories import Person, a_service
from tests.tokens.relying_party import URI, RelyingParty, query

PATH = "/api/v1/applications"
LEFT_OUT = {"code_challenge": None, "code_challenge_method": None}


@pytest.fixture
def admin(center: Center, administrator: Person) -> httpx.Client:
    return center.with_token(administrator)


@pytest.fixture
def secret(center: Center) -> str:
    service = center.make(a_service, "desk")
    return center.make(lambda s: client_secrets.create(s, "test", users.find(s, service.id))[1])


def _register(admin: httpx.Client, **values: object) -> httpx.Response:
    service = admin.get("/api/v1/users", params={"q": "desk"}).json()["items"][0]["id"]
    fields = {"name": "Desk", "redirect_uris": [URI], "trusted": True, "service_id": service, **values}
    return admin.post(PATH, json=fields)


@pytest.fixture
def desk(center: Center, admin: httpx.Client, alice: Person, secret: str) -> RelyingParty:
    assert _register(admin, without_pkce=True).json()["without_pkce"] is True
    return RelyingParty(center, center.signed_in(alice), "desk")


def _redeem(desk: RelyingParty, code: str, secret: str, verifier: str | None) -> httpx.Response:
    form = {"grant_type": "authorization_code", "client_id": "desk", "client_secret": secret, "redirect_uri": URI}
    return desk.center.client().post("/oauth2/token", data={**form, "code": code, "code_verifier": verifier or ""})


def test_an_application_without_pkce_signs_in_with_its_secret(desk: RelyingParty, secret: str) -> None:
    code = desk.code(**LEFT_OUT)
    assert desk.redeem(code).json()["error"] == "invalid_client", "without its secret it gets nothing"
    tokens = _redeem(desk, code, secret, None).json()
    assert {"access_token", "id_token"} <= tokens.keys()


def test_a_given_challenge_must_still_be_met(desk: RelyingParty, secret: str) -> None:
    assert _redeem(desk, desk.code(), secret, None).json()["error"] == "invalid_grant"
    assert _redeem(desk, desk.code(), secret, "v" * 43).json()["error"] == "invalid_grant"
    assert _redeem(desk, desk.code(), secret, desk.verifier).status_code == 200


def test_a_code_without_a_challenge_takes_no_verifier(desk: RelyingParty, secret: str) -> None:
    """RFC 9700 §2.1.1: somebody has taken the challenge out of the request."""
    assert _redeem(desk, desk.code(**LEFT_OUT), secret, desk.verifier).json()["error"] == "invalid_grant"


@pytest.mark.parametrize(
    "changed", [{"code_challenge": None}, {"code_challenge_method": None}, {"code_challenge_method": "plain"}]
)
def test_an_incomplete_challenge_is_refused(desk: RelyingParty, changed: dict[str, str | None]) -> None:
    assert query(desk.begin(**changed))["error"] == "invalid_request"


def test_leaving_pkce_out_is_off_by_default_and_can_be_revoked(
    center: Center, admin: httpx.Client, alice: Person, secret: str
) -> None:
    made = _register(admin).json()
    desk, path = RelyingParty(center, center.signed_in(alice), "desk"), f"{PATH}/{made['id']}"
    assert (made["without_pkce"], query(desk.begin(**LEFT_OUT))["error"]) == (False, "invalid_request")
    fields = {"name": "Desk", "redirect_uris": [URI], "trusted": True}
    admin.put(path, json={**fields, "without_pkce": True}, headers={"If-Match": "*"})
    assert admin.put(path, json=fields, headers={"If-Match": "*"}).json()["without_pkce"] is True, "not named, it stays"
    code = desk.code(**LEFT_OUT)
    admin.put(path, json={**fields, "without_pkce": False}, headers={"If-Match": "*"})
    assert _redeem(desk, code, secret, None).json()["error"] == "invalid_request"


def test_a_public_application_needs_pkce(admin: httpx.Client, secret: str) -> None:
    refused = _register(admin, without_pkce=True, service_id=None)
    assert (refused.status_code, refused.json()["code"]) == (422, "pkce_needed")
    assert secret
