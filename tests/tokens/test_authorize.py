"""Signing in to an application over HTTP: the whole way, each refusal, other browsers, codes that are used twice."""

import base64
import hashlib
import json
import time
from concurrent.futures import ThreadPoolExecutor

import jwt
import pytest
from sqlalchemy import update

from app.identity import sessions
from app.identity.models import ConsoleSession, User
from app.platform.clock import now_ms
from app.tokens import applications
from app.tokens.application_models import AuthorizationCode
from tests.center import Center
from tests.factories import Person, a_user
from tests.tokens.relying_party import URI, RelyingParty, query, register_application


def test_a_sign_in_found_by_discovery(center: Center, desk: RelyingParty) -> None:
    found = center.client().get("/.well-known/openid-configuration").json()
    assert found["authorization_endpoint"] == f"{center.settings.issuer}/oauth2/authorize"
    tokens = desk.signed_in()

    key = jwt.PyJWKClient(found["jwks_uri"]).get_signing_key_from_jwt(tokens["id_token"])
    claims = jwt.decode(
        tokens["id_token"], key, algorithms=["ES256"], audience=desk.client_id, issuer=center.settings.issuer
    )
    assert (claims["sub"], claims["azp"], claims["nonce"]) == ("alice", desk.client_id, "n1")
    assert (claims["amr"], claims["preferred_username"]) == (["pwd"], "alice")
    half = hashlib.sha256(tokens["access_token"].encode()).digest()[:16]
    assert claims["at_hash"] == base64.urlsafe_b64encode(half).rstrip(b"=").decode()

    bearer = center.client(Authorization=f"Bearer {tokens['access_token']}")
    assert bearer.get("/oauth2/userinfo").json()["sub"] == "alice"
    assert bearer.get("/api/v1/session").status_code == 401, "the token opens userinfo alone"
    access = jwt.decode(tokens["access_token"], options={"verify_signature": False})
    assert (access["client_id"], access["scope"]) == (desk.client_id, "openid profile offline_access")
    assert access["aud"] == f"{center.settings.issuer}/oauth2/userinfo"


def test_an_id_token_opens_nothing(center: Center, desk: RelyingParty) -> None:
    bearer = center.client(Authorization=f"Bearer {desk.signed_in()['id_token']}")
    assert bearer.get("/oauth2/userinfo").status_code == 401
    assert bearer.get("/api/v1/session").status_code == 401


def test_a_token_for_brokers_must_be_asked_for(center: Center, desk: RelyingParty) -> None:
    token = desk.signed_in(resource="pulsar")["access_token"]
    assert jwt.decode(token, options={"verify_signature": False})["aud"] == "pulsar"
    refused = query(desk.begin(resource=center.settings.issuer))
    assert (refused["error"], refused["state"]) == ("invalid_target", "s1")


def test_a_code_gets_tokens_for_what_was_asked_or_a_part(center: Center, desk: RelyingParty) -> None:
    code = desk.code()
    refused = desk.redeem(code, resource="pulsar")
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_target"), "nobody was asked about brokers"
    assert desk.redeem(code).status_code == 200, "nothing was used up"
    same = desk.redeem(desk.code(resource="pulsar"), resource="pulsar").json()["access_token"]
    assert jwt.decode(same, options={"verify_signature": False})["aud"] == "pulsar"


def test_only_a_confirmed_address_is_in_the_claims(center: Center, desk: RelyingParty, alice: Person) -> None:
    def claims_shown() -> dict[str, object]:
        tokens = desk.signed_in(scope="openid email")
        bearer = center.client(Authorization=f"Bearer {tokens['access_token']}")
        found: dict[str, object] = bearer.get("/oauth2/userinfo").json()
        claims = jwt.decode(tokens["id_token"], options={"verify_signature": False})
        assert {name: claims.get(name) for name in found} == found
        return found

    address = {"email": "alice@acme.example"}
    center.make(lambda s: s.execute(update(User).where(User.id == alice.id).values(**address)))
    assert claims_shown() == {"sub": "alice"}
    center.make(lambda s: s.execute(update(User).where(User.id == alice.id).values(email_verified=1)))
    assert claims_shown() == {"sub": "alice", **address, "email_verified": True}


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": "code id_token"}, "unsupported_response_type"),
        ({"response_type": None}, "invalid_request"),
        ({"response_mode": "fragment"}, "invalid_request"),
        ({"request": "eyJ"}, "request_not_supported"),
        ({"request_uri": "https://evil.example"}, "request_uri_not_supported"),
        ({"prompt": "none login"}, "invalid_request"),
        ({"max_age": "-1"}, "invalid_request"),
        ({"nonce": "n" * 2000}, "invalid_request"),
    ],
)
def test_a_wrong_request_is_answered_to_the_application(
    desk: RelyingParty, changed: dict[str, str], error: str
) -> None:
    location = desk.begin(**changed)
    found = query(location)
    assert location.startswith(URI + "?")
    assert (found["error"], found["state"], found["iss"]) == (error, "s1", desk.center.settings.issuer)


def test_only_the_person_learns_of_an_unknown_application(desk: RelyingParty) -> None:
    assert desk.begin(client_id="nobody").endswith("/authorize?error=unknown_application")


def test_a_parameter_given_twice_is_refused(desk: RelyingParty) -> None:
    fields = list(desk.parameters().items())
    answer = desk.browser.get("/oauth2/authorize", params=[*fields, ("state", "s2")])
    assert query(answer.headers["location"])["error"] == "invalid_request"
    answer = desk.browser.get("/oauth2/authorize", params=[*fields, ("redirect_uri", "https://evil.example")])
    assert answer.headers["location"].endswith("/authorize?error=unknown_application")


def test_another_browser_cannot_go_on(center: Center, desk: RelyingParty) -> None:
    sealed = desk.seal_request()
    other = RelyingParty(center, center.signed_in(center.make(a_user, "mallory")), desk.client_id)
    assert other.decide(sealed).json()["code"] == "unknown_authorization"
    other.seal_request()  # has a cookie of its own now
    assert other.decide(sealed).json()["code"] == "unknown_authorization"
    changed = sealed[:-2] + ("AA" if sealed[-2:] != "AA" else "BB")
    assert desk.decide(changed).status_code == 404
    assert desk.decide(sealed).status_code == 200


def test_a_program_or_another_site_decides_nothing(center: Center, desk: RelyingParty, alice: Person) -> None:
    sealed = desk.seal_request()
    body = {"request": sealed}
    program = center.with_token(alice)
    for name, value in desk.browser.cookies.items():
        if "authorize" in name:
            program.cookies.set(name, value)
    assert program.post("/api/v1/authorization/decision", json=body).json()["code"] == "session_needed"
    headers = {"Origin": "https://evil.example"}
    for path in ("decision", "refusal"):
        answer = desk.browser.post(f"/api/v1/authorization/{path}", json=body, headers=headers)
        assert answer.json()["code"] == "cross_site"


def test_a_strange_application_is_allowed_once_by_its_user(center: Center, desk: RelyingParty) -> None:
    strange = center.make(lambda s: register_application(s, center.settings, trusted=False).client_id)
    desk = RelyingParty(center, desk.browser, strange)
    sealed = desk.seal_request()
    asked = desk.browser.post("/api/v1/authorization/waiting", json={"request": sealed}).json()
    assert (asked["application"], asked["consent_needed"], asked["host"]) == ("Desk", True, "desk.example")
    assert desk.decide(sealed).json()["code"] == "consent_needed"
    assert query(desk.decide(desk.seal_request(prompt="none")).json()["location"])["error"] == "consent_required"
    assert desk.decide(sealed, consented=True).status_code == 200
    assert desk.decide(desk.seal_request()).json()["code"] == "consent_needed", "nothing came of it yet"
    desk.signed_in()
    assert desk.decide(desk.seal_request()).status_code == 200
    assert desk.decide(desk.seal_request(resource="pulsar")).json()["code"] == "consent_needed"
    assert desk.decide(desk.seal_request(prompt="consent")).json()["code"] == "consent_needed"


def test_the_person_reads_until_when_lasting_access_ends(desk: RelyingParty) -> None:
    def lasting_until(scope: str) -> int | None:
        body = {"request": desk.seal_request(scope=scope)}
        found: int | None = desk.browser.post("/api/v1/authorization/waiting", json=body).json()["valid_until"]
        return found

    assert lasting_until("openid") is None
    most = lasting_until("openid offline_access")
    assert most is not None
    assert 29 < (most / 1000 - time.time()) / 86_400 <= 30


def test_a_program_on_this_machine_is_never_let_in_silently(center: Center, desk: RelyingParty) -> None:
    """RFC 8252 §8.6: another program may listen there; so people are asked, also for the built-in command line."""
    center.make(applications.ensure_command_line, center.settings)
    desk = RelyingParty(center, desk.browser, "usercenter-cli", uri="http://127.0.0.1:50123/callback")
    for _ in range(2):
        sealed = desk.seal_request()
        assert desk.decide(sealed).json()["code"] == "consent_needed"
        assert query(desk.decide(desk.seal_request(prompt="none")).json()["location"])["error"] == "consent_required"
        assert desk.decide(sealed, consented=True).status_code == 200


def test_a_person_who_refuses_is_sent_back(desk: RelyingParty) -> None:
    answer = desk.browser.post("/api/v1/authorization/refusal", json={"request": desk.seal_request()})
    found = query(answer.json()["location"])
    assert (found["error"], found["state"]) == ("access_denied", "s1")


def test_an_application_may_want_a_fresh_sign_in(center: Center, desk: RelyingParty) -> None:
    assert desk.decide(desk.seal_request(prompt="login")).json()["code"] == "reauthentication_needed"
    assert desk.decide(desk.seal_request(max_age="600")).status_code == 200
    center.make(lambda s: s.execute(update(ConsoleSession).values(auth_time=now_ms() - 700_000)))
    assert desk.decide(desk.seal_request(max_age="600")).json()["code"] == "reauthentication_needed"
    silent = desk.decide(desk.seal_request(max_age="600", prompt="none")).json()["location"]
    assert query(silent)["error"] == "login_required"


def test_a_code_of_another_application_is_refused(center: Center, desk: RelyingParty) -> None:
    other = center.make(lambda s: register_application(s, center.settings).client_id)
    assert desk.redeem(desk.code(), client_id=other).json()["error"] == "invalid_grant"
    assert desk.redeem(desk.code(), client_id="nobody").json()["error"] == "invalid_client"


@pytest.mark.parametrize("model", [AuthorizationCode, ConsoleSession])
def test_a_code_ends_after_a_minute_and_with_the_session(center: Center, desk: RelyingParty, model: type) -> None:
    """A session that is over is deleted later."""
    code = desk.code()
    center.make(lambda s: s.execute(update(model).values(valid_until=now_ms() - 1)))
    assert desk.redeem(code).json()["error"] == "invalid_grant"


def test_a_code_ends_with_all_sessions_of_the_user(center: Center, desk: RelyingParty, alice: Person) -> None:
    code = desk.code()
    center.make(sessions.end_all, alice.id)
    assert desk.redeem(code).json()["error"] == "invalid_grant"


def test_of_many_uses_of_a_code_one_succeeds(desk: RelyingParty) -> None:
    code = desk.code()
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: desk.redeem(code), range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] + [400] * 7
    assert {answer.json()["error"] for answer in answers if answer.status_code == 400} == {"invalid_grant"}


def test_no_code_or_token_is_stored(center: Center, desk: RelyingParty) -> None:
    code = desk.code()
    rows = center.read(lambda s: [vars(row) for row in s.query(AuthorizationCode)])
    assert rows
    assert code not in json.dumps(rows, default=str)
