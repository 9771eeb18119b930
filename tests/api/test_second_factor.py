"""Second factors over the API: signing in asks for them, policy demands them, danger asks once more (ASVS V6, V7)."""

from typing import Any

import httpx
import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from app.identity.models import ConsoleSession
from tests.api.authenticator import Authenticator
from tests.authenticator_app import AuthenticatorApp
from tests.center import Center
from tests.factories import PASSWORD, Person, a_user, an_administrator

SESSION = "/api/v1/session"


@pytest.fixture(autouse=True)
def by_name(center: Center) -> None:
    """As passkeys need it."""
    center.by_name()


def with_policy(center: Center, policy: str) -> None:
    center.app.state.settings = center.settings.model_copy(update={"second_factor": policy})


def sign_in(client: httpx.Client, username: str = "alice") -> httpx.Response:
    return client.post(SESSION, json={"username": username, "password": PASSWORD})


def with_app(client: httpx.Client) -> tuple[AuthenticatorApp, list[str]]:
    """Set up an app. Returns it and the recovery codes."""
    codes = AuthenticatorApp(client.post(f"{SESSION}/authenticator-app").json()["secret"])
    answer = client.put(f"{SESSION}/authenticator-app", json={"code": codes.first_code()})
    assert answer.status_code == 200, answer.text
    return codes, answer.json()["codes"]


def with_passkey(center: Center, client: httpx.Client, **wrong: Any) -> tuple[Authenticator, httpx.Response]:
    device = Authenticator(center.settings.origin, "localhost", **wrong)
    made = device.create(client.post(f"{SESSION}/passkeys/challenge").json())
    return device, client.post(f"{SESSION}/passkeys", json={"name": "Laptop", "credential": made})


def by_passkey(client: httpx.Client, device: Authenticator) -> httpx.Response:
    options = client.post(f"{SESSION}/passkey/challenge").json()
    return client.post(f"{SESSION}/passkey", json={"credential": device.get(options)})


def age_sessions(session: Session) -> None:
    session.execute(update(ConsoleSession).values(auth_time=ConsoleSession.auth_time - 11 * 60_000))


def test_v6_3_3_the_password_alone_opens_nothing_once_there_is_a_factor(center: Center, alice: Person) -> None:
    codes, recovery = with_app(center.signed_in(alice))
    assert len(recovery) == 10
    client = center.client()
    answer = sign_in(client)
    assert (answer.status_code, answer.json()["code"]) == (401, "second_factor_needed")
    assert answer.json()["factors"] == ["totp", "recovery_code"]
    assert "puc_session" not in client.cookies
    assert client.get(SESSION).status_code == 401, "the pending sign-in opens nothing"
    wrong = client.post(f"{SESSION}/factor", json={"code": "000000"})
    assert (wrong.status_code, wrong.json()["code"]) == (401, "wrong_code")
    right = client.post(f"{SESSION}/factor", json={"code": codes.next_code()})
    assert right.status_code == 200, right.text
    assert right.json()["methods"] == ["pwd", "otp"]
    assert client.get(SESSION).json()["methods"] == ["pwd", "otp"]


def test_v6_5_1_a_code_signs_in_once(center: Center, alice: Person) -> None:
    codes, recovery = with_app(center.signed_in(alice))
    for code in ({"code": codes.next_code()}, {"recovery_code": recovery[0]}):
        first, second = center.client(), center.client()
        for client in (first, second):
            sign_in(client)
        answers = [client.post(f"{SESSION}/factor", json=code) for client in (first, second)]
        assert [answer.status_code for answer in answers] == [200, 401]


def test_the_second_step_is_bound_to_the_browser_of_the_first(center: Center, alice: Person) -> None:
    codes, _ = with_app(center.signed_in(alice))
    sign_in(center.client())
    answer = center.client().post(f"{SESSION}/factor", json={"code": codes.next_code()})
    assert answer.json()["code"] == "sign_in_over"
    evil = center.client(Origin="https://evil.example")
    assert evil.post(f"{SESSION}/factor", json={"code": codes.next_code()}).json()["code"] == "cross_site"


def test_wrong_codes_delay_but_a_recovery_code_still_helps(center: Center, alice: Person) -> None:
    """ASVS 6.3.1: guessing is slow; who owns the account is not locked out by who knows the password."""
    codes, recovery = with_app(center.signed_in(alice))
    client = center.client()
    for _ in range(2):
        sign_in(client)
        answers = [client.post(f"{SESSION}/factor", json={"code": "000000"}) for _ in range(4)]
    assert answers[-1].status_code == 429
    assert client.post(f"{SESSION}/factor", json={"code": codes.next_code()}).status_code == 429
    assert client.post(f"{SESSION}/factor", json={"recovery_code": recovery[0]}).status_code == 200


def test_v7_4_3_a_new_factor_ends_the_other_sessions_and_renews_this(center: Center, alice: Person) -> None:
    thief, client = center.signed_in(alice), center.signed_in(alice)
    before = client.cookies["puc_session"]
    with_app(client)
    assert thief.get(SESSION).status_code == 401
    assert client.get(SESSION).json()["methods"] == ["pwd", "otp"]
    old = center.client()
    old.cookies.set("puc_session", before)
    assert old.get(SESSION).status_code == 401


def test_a_passkey_alone_signs_in_with_two_factors(center: Center, alice: Person) -> None:
    device, added = with_passkey(center, center.signed_in(alice))
    assert added.status_code == 201, added.text
    assert len(added.json()["codes"]) == 10
    client = center.client()
    answer = by_passkey(client, device)
    assert answer.status_code == 200, answer.text
    assert answer.json()["user"]["username"] == "alice"
    assert answer.json()["methods"] == ["pop"]
    assert sign_in(center.client()).json()["factors"] == ["passkey", "recovery_code"]


def test_a_response_of_a_passkey_works_once_and_a_copied_key_is_refused(center: Center, alice: Person) -> None:
    device, _ = with_passkey(center, center.signed_in(alice))
    client = center.client()
    shown = device.get(client.post(f"{SESSION}/passkey/challenge").json())
    answers = [center.client().post(f"{SESSION}/passkey", json={"credential": shown}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 401]
    device.count = 0
    assert by_passkey(center.client(), device).json()["code"] == "passkey_refused"


def test_a_response_of_a_passkey_without_a_counter_works_once(center: Center, alice: Person) -> None:
    device, _ = with_passkey(center, center.signed_in(alice))
    device.count = -1
    shown = device.get(center.client().post(f"{SESSION}/passkey/challenge").json())
    answers = [center.client().post(f"{SESSION}/passkey", json={"credential": shown}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 401]


@pytest.mark.parametrize(
    "wrong", [{"verifies": False}, {"origin": "https://evil.example"}, {"host": "evil.example"}], ids=str
)
def test_passkeys_for_others_or_without_user_verification_are_refused(
    center: Center, alice: Person, wrong: dict[str, Any]
) -> None:
    device, _ = with_passkey(center, center.signed_in(alice))
    for name, value in wrong.items():
        setattr(device, name, value)
    assert by_passkey(center.client(), device).json()["code"] == "passkey_refused"


def test_a_challenge_of_somebody_else_registers_nothing(center: Center, alice: Person) -> None:
    bob = center.make(a_user, "bob")
    mine, theirs = center.signed_in(alice), center.signed_in(bob)
    device = Authenticator(center.settings.origin, "localhost")
    made = device.create(theirs.post(f"{SESSION}/passkeys/challenge").json())
    answer = mine.post(f"{SESSION}/passkeys", json={"name": "x", "credential": made})
    assert (answer.status_code, answer.json()["code"]) == (422, "passkey_not_accepted")
    shown = device.create(center.client().post(f"{SESSION}/passkey/challenge").json())
    assert mine.post(f"{SESSION}/passkeys", json={"name": "x", "credential": shown}).status_code == 422


@pytest.mark.parametrize("policy", ["administrators", "all"])
def test_v6_3_3_policy_forces_enrolment_before_anything_else(center: Center, alice: Person, policy: str) -> None:
    with_policy(center, policy)
    client = center.signed_in(center.make(an_administrator, "root"))
    assert client.get(SESSION).json()["must_enrol"] is True
    refused = client.get("/api/v1/users")
    assert (refused.status_code, refused.json()["code"]) == (403, "second_factor_required")
    with_app(client)
    assert client.get(SESSION).json()["must_enrol"] is False
    assert client.get("/api/v1/users").status_code == 200
    last = client.delete(f"{SESSION}/authenticator-app")
    assert (last.status_code, last.json()["code"]) == (403, "last_factor")
    assert sign_in(center.client()).json()["must_enrol"] is (policy == "all")


def test_v7_5_1_dangerous_actions_need_reauthentication_which_changes_the_cookie(center: Center, alice: Person) -> None:
    client = center.signed_in(alice)
    center.make(age_sessions)
    refused = client.post(f"{SESSION}/authenticator-app")
    assert (refused.status_code, refused.json()["code"]) == (401, "reauthentication_needed")
    assert client.post(f"{SESSION}/reauthentication", json={"password": "wrong"}).status_code == 401
    before = client.cookies["puc_session"]
    assert client.post(f"{SESSION}/reauthentication", json={"password": PASSWORD}).status_code == 200
    assert client.cookies["puc_session"] != before
    codes, _ = with_app(client)
    center.make(age_sessions)
    weak = client.post(f"{SESSION}/reauthentication", json={"password": PASSWORD})
    assert (weak.status_code, weak.json()["code"]) == (403, "password_not_enough")
    assert client.post(f"{SESSION}/reauthentication", json={"code": codes.next_code()}).status_code == 200
    assert client.delete(f"{SESSION}/authenticator-app").status_code == 204
    assert client.get(f"{SESSION}/factors").json()["recovery_codes_left"] == 0


def test_v7_5_2_sessions_are_listed_and_ended(center: Center, alice: Person) -> None:
    first, second, third = (center.signed_in(alice) for _ in range(3))
    stranger = center.signed_in(center.make(a_user, "bob"))
    listed = first.get("/api/v1/sessions").json()["items"]
    assert [item["this"] for item in listed] == [False, False, True]
    assert listed[0]["address"] == "127.0.0.1"
    assert "httpx" in listed[0]["agent"]
    assert stranger.delete(f"/api/v1/sessions/{listed[0]['id']}").status_code == 204
    assert third.get(SESSION).status_code == 200, "a stranger ends nothing"
    assert first.delete(f"/api/v1/sessions/{listed[0]['id']}").status_code == 204
    assert [client.get(SESSION).status_code for client in (first, second, third)] == [200, 200, 401]
    assert first.delete("/api/v1/sessions").status_code == 204
    assert [client.get(SESSION).status_code for client in (first, second)] == [200, 401]


def test_v7_4_5_an_administrator_ends_sessions_and_removes_lost_factors(center: Center, alice: Person) -> None:
    root = center.signed_in(center.make(an_administrator, "root"))
    client = center.signed_in(alice)
    assert client.delete(f"/api/v1/users/{alice.id}/sessions").status_code == 403
    assert root.delete(f"/api/v1/users/{alice.id}/sessions").status_code == 204
    assert client.get(SESSION).status_code == 401
    client = center.signed_in(alice)
    with_app(client)
    assert root.delete(f"/api/v1/users/{alice.id}/factors").json() == {"factors": [], "reset": None}
    assert client.get(SESSION).status_code == 401
    assert sign_in(center.client()).status_code == 200
    me = root.get(SESSION).json()["user"]["id"]
    assert root.delete(f"/api/v1/users/{me}/factors").json()["code"] == "own_factors"
    actions = [item["action"] for item in root.get("/api/v1/trail?limit=50").json()["items"]]
    assert "factor.reset" in actions
    assert "factor.app_add" in actions


def test_tokens_are_not_asked_for_factors_and_manage_none(center: Center, alice: Person) -> None:
    with_policy(center, "all")
    program = center.with_token(alice)
    assert program.get("/api/v1/grants").status_code == 200
    assert program.post(f"{SESSION}/authenticator-app").json()["code"] == "session_needed"


def test_v3_3_1_cookies_are_host_only_where_the_center_is_https(center: Center, alice: Person) -> None:
    center.app.state.settings = center.settings.model_copy(update={"issuer": "https://center.example"})
    answer = sign_in(center.client(Origin="https://center.example"))
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-puc_session=")
    assert "Secure" in cookie
    assert "Path=/" in cookie
    assert "Domain" not in cookie


def test_recovery_codes_are_renewed_only_beside_a_factor(center: Center, alice: Person) -> None:
    client = center.signed_in(alice)
    assert client.post(f"{SESSION}/recovery-codes").json()["code"] == "no_factor"
    _, old = with_app(client)
    new = client.post(f"{SESSION}/recovery-codes").json()["codes"]
    assert not set(old) & set(new)
    assert client.get(f"{SESSION}/factors").json()["recovery_codes_left"] == 10


def test_secrets_are_shown_once_and_never_stored_by_browsers(center: Center, alice: Person) -> None:
    client = center.signed_in(alice)
    setup = client.post(f"{SESSION}/authenticator-app")
    assert setup.headers["cache-control"] == "no-store"
    assert setup.json()["picture"].startswith("data:image/svg+xml")
    assert setup.json()["secret"] not in client.get(f"{SESSION}/factors").text


def test_a_center_without_a_host_name_says_that_it_has_no_passkeys(center: Center) -> None:
    center.settings.issuer = center.origin = center.url
    client = center.signed_in(center.make(a_user, "bob"))
    for path in (f"{SESSION}/passkeys/challenge", f"{SESSION}/passkey/challenge"):
        answer = client.post(path)
        assert (answer.status_code, answer.json()["code"]) == (409, "passkeys_need_host_name")
