"""Device authorization (RFC 8628) over HTTP: the whole way, each refusal of the token endpoint, guessing, floods."""

import json
from concurrent.futures import ThreadPoolExecutor

import httpx
import jwt
import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.audit.trail.models import TrailEntry
from app.identity import users
from app.platform.clock import now_ms
from app.platform.errors import TooManyAttempts
from app.platform.settings import Settings
from app.tokens import applications, device
from app.tokens.models import DeviceSignIn
from tests.center import Center
from tests.factories import PASSWORD, Person, a_user, an_administrator


def _begin(center: Center) -> dict[str, str]:
    answer = center.client().post("/oauth2/device_authorization", data={"client_id": "usercenter-cli"})
    assert answer.status_code == 200, answer.text
    found: dict[str, str] = answer.json()
    return found


def _redeem(center: Center, code: str, client: str = "usercenter-cli") -> httpx.Response:
    form = {"grant_type": device.GRANT_TYPE, "device_code": code, "client_id": client}
    return center.client().post("/oauth2/token", data=form)


def _decide(browser: httpx.Client, user_code: str, *, approve: bool = True) -> httpx.Response:
    return browser.post("/api/v1/device/decision", json={"user_code": user_code, "approve": approve})


def _rows(session: Session) -> list[DeviceSignIn]:
    return list(session.scalars(select(DeviceSignIn).order_by(DeviceSignIn.id)))


def test_a_device_signs_in(center: Center, alice: Person) -> None:
    started = _begin(center)
    page = f"{center.settings.issuer}/device"
    assert started["verification_uri"] == page
    assert started["verification_uri_complete"] == f"{page}?user_code={started['user_code']}"
    assert _redeem(center, started["device_code"]).json()["error"] == "authorization_pending"

    browser = center.signed_in(alice)
    typed = started["user_code"].lower().replace("-", " ")
    asking = browser.post("/api/v1/device/waiting", json={"user_code": typed}).json()
    assert (asking["client"], asking["address"]) == ("usercenter-cli", "127.0.0.1")
    assert _decide(browser, typed).status_code == 204

    answer = _redeem(center, started["device_code"])
    assert answer.headers["cache-control"] == "no-store"
    token = answer.json()["access_token"]
    claims = jwt.decode(token, options={"verify_signature": False})
    assert (claims["sub"], claims["aud"]) == ("alice", center.settings.issuer)
    assert claims["exp"] - claims["iat"] == center.settings.device_token_hours * 3600

    program = center.client(Authorization=f"Bearer {token}")
    assert program.get("/api/v1/session").json()["user"]["username"] == "alice"
    (listed,) = browser.get(f"/api/v1/users/{alice.id}/tokens").json()["items"]
    assert listed["jti"] == claims["jti"]
    assert listed["name"] == "usercenter-cli, signed in from 127.0.0.1"
    browser.delete(f"/api/v1/users/{alice.id}/tokens/{listed['id']}")
    assert program.get("/api/v1/session").status_code == 401


def test_the_trail_names_who_approved_what_and_holds_no_code(center: Center, alice: Person) -> None:
    started = _begin(center)
    _decide(center.signed_in(alice), started["user_code"])
    _redeem(center, started["device_code"])
    entries = center.read(lambda s: list(s.scalars(select(TrailEntry).order_by(TrailEntry.id.desc()).limit(2))))
    assert [(entry.action, entry.actor) for entry in entries] == [
        ("token.create", "alice"),
        ("device.approve", "alice"),
    ]
    assert json.loads(entries[1].after or "") == {"address": "127.0.0.1", "client": "usercenter-cli", "user": "alice"}
    stored = json.dumps([vars(row) for row in center.read(_rows)], default=str)
    for secret in (started["device_code"], started["user_code"], started["user_code"].replace("-", "")):
        assert secret not in stored


def test_a_code_is_good_once_even_for_many_at_the_same_time(center: Center, alice: Person) -> None:
    started = _begin(center)
    _decide(center.signed_in(alice), started["user_code"])
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: _redeem(center, started["device_code"]), range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] + [400] * 7
    assert {answer.json()["error"] for answer in answers if answer.status_code == 400} == {"invalid_grant"}


def test_a_denied_device_gets_nothing_and_nobody_decides_twice(center: Center, alice: Person) -> None:
    started = _begin(center)
    browser = center.signed_in(alice)
    assert _decide(browser, started["user_code"], approve=False).status_code == 204
    assert _redeem(center, started["device_code"]).json()["error"] == "access_denied"
    again = _decide(browser, started["user_code"])
    assert (again.status_code, again.json()["code"]) == (404, "unknown_user_code")


def test_asking_too_often_is_answered_with_slow_down(center: Center, settings: Settings) -> None:
    started, now = center.make(device.begin, settings, device.CLIENT, "192.0.2.7", 1_000), 1_000
    found = []
    for seconds in (5, 5, 4, 9, 15):
        now += seconds * 1_000
        found.append(center.make(device.redeem, settings, device.CLIENT, started.device_code, now))
    pending, slow = "authorization_pending", "slow_down"
    assert found == [pending, pending, slow, slow, pending]


def test_an_expired_code_is_refused_on_both_sides(center: Center, alice: Person) -> None:
    started = _begin(center)
    browser = center.signed_in(alice)
    center.make(lambda s: s.execute(update(DeviceSignIn).values(valid_until=now_ms() - 1)))
    assert _decide(browser, started["user_code"]).json()["code"] == "unknown_user_code"
    assert _redeem(center, started["device_code"]).json()["error"] == "expired_token"


@pytest.mark.parametrize("change", ["disabled", "main disabled", "new one-time secret", "deleted"])
def test_an_approval_does_not_count_when_its_user_was_shut_out(center: Center, change: str) -> None:
    root, main = center.signed_in(center.make(an_administrator)), center.make(a_user, "main")
    sub = center.make(a_user, "sub", parent=main)
    started = _begin(center)
    assert _decide(center.signed_in(sub), started["user_code"]).status_code == 204
    path = f"/api/v1/users/{(main if change == 'main disabled' else sub).id}"
    if change == "deleted":
        done = root.delete(path, headers={"If-Match": "*"})
    elif change == "new one-time secret":
        done = root.post(f"{path}/initial-secret")
    else:
        done = root.patch(path, json={"status": "disabled"}, headers={"If-Match": "*"})
    assert done.is_success, done.text
    refused = _redeem(center, started["device_code"])
    assert (refused.status_code, refused.json()["error"]) in ((400, "access_denied"), (400, "invalid_grant"))


def test_a_one_time_secret_approves_nothing(center: Center, alice: Person) -> None:
    root = center.signed_in(center.make(an_administrator))
    secret = root.post(f"/api/v1/users/{alice.id}/initial-secret").json()["initial_secret"]
    browser = center.client()
    assert browser.post("/api/v1/session", json={"username": "alice", "password": secret}).is_success
    refused = _decide(browser, _begin(center)["user_code"])
    assert (refused.status_code, refused.json()["code"]) == (403, "password_change_required")


def test_a_token_approves_nothing(center: Center, alice: Person) -> None:
    refused = _decide(center.with_token(alice), _begin(center)["user_code"])
    assert (refused.status_code, refused.json()["code"]) == (403, "session_needed")


def test_another_site_cannot_make_the_browser_approve(center: Center, alice: Person) -> None:
    browser, started = center.signed_in(alice), _begin(center)
    refused = browser.post(
        "/api/v1/device/decision",
        json={"user_code": started["user_code"], "approve": True},
        headers={"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
    )
    assert (refused.status_code, refused.json()["code"]) == (403, "cross_site")
    assert _redeem(center, started["device_code"]).json()["error"] == "authorization_pending"


def test_guessing_is_slowed_down_for_the_user_even_with_the_right_code(center: Center, alice: Person) -> None:
    browser, started = center.signed_in(alice), _begin(center)
    for _ in range(5):
        assert browser.post("/api/v1/device/waiting", json={"user_code": "BBBB-BBBB"}).status_code == 404
    center.make(_guess, alice, 8)
    refused = _decide(browser, started["user_code"])
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_attempts")
    assert int(refused.headers["retry-after"]) > 0
    other = center.signed_in(center.make(a_user, "bob"))
    assert _decide(other, started["user_code"]).status_code == 204


def _guess(session: Session, by: Person, times: int) -> None:
    for _ in range(times):
        device.count_wrong(session, users.find(session, by.id), "192.0.2.9", now_ms())


def test_a_flood_of_sign_ins_is_refused_and_ends_by_itself(center: Center, settings: Settings) -> None:
    for _ in range(50):
        center.make(device.begin, settings, device.CLIENT, "127.0.0.1", now_ms())
    refused = center.client().post("/oauth2/device_authorization", data={"client_id": "usercenter-cli"})
    assert (refused.status_code, refused.json()["error"]) == (429, "temporarily_unavailable")
    center.make(lambda s: s.execute(update(DeviceSignIn).values(valid_until=1)))
    _begin(center)
    assert len(center.read(_rows)) == 1


def test_all_addresses_of_a_network_count_as_one(center: Center, settings: Settings, alice: Person) -> None:
    for number in range(50):
        center.make(device.begin, settings, device.CLIENT, f"2001:db8::{number + 1:x}", now_ms())
    with pytest.raises(TooManyAttempts):
        center.make(device.begin, settings, device.CLIENT, "2001:db8::ffff", now_ms())
    center.make(device.begin, settings, device.CLIENT, "2001:db8:0:1::1", now_ms())
    others = [center.make(a_user) for _ in range(8)]

    def guess(session: Session, number: int) -> None:
        user = users.find(session, others[number % 8].id)
        device.count_wrong(session, user, f"2001:db8::{number + 1:x}", now_ms())

    for number in range(32):
        center.make(guess, number)
    with pytest.raises(TooManyAttempts):
        center.make(lambda s: device.refuse_guessing(s, users.find(s, alice.id), "2001:db8::ffff", now_ms()))


@pytest.mark.parametrize(
    ("path", "form", "status", "error"),
    [
        ("device_authorization", {}, 401, "invalid_client"),
        ("device_authorization", {"client_id": "alice"}, 401, "invalid_client"),
        ("device_authorization", {"client_id": "usercenter-cli", "client_secret": "x"}, 401, "invalid_client"),
        ("token", {"client_id": "usercenter-cli"}, 400, "invalid_request"),
        ("token", {"client_id": "usercenter-cli", "device_code": "guessed"}, 400, "invalid_grant"),
        (
            "token",
            {"client_id": "usercenter-cli", "device_code": "\ud800".encode("utf-8", "replace")},
            400,
            "invalid_grant",
        ),
        ("token", {"client_id": "somebody", "device_code": "guessed"}, 401, "invalid_client"),
    ],
)
def test_wrong_requests(center: Center, path: str, form: dict[str, str], status: int, error: str) -> None:
    wanted = {"grant_type": device.GRANT_TYPE, **form} if path == "token" else form
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = center.client().post(f"/oauth2/{path}", data=wanted, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (status, error)


@pytest.mark.parametrize("code", ["", "x" * 33, 7, None, ["BBBB-BBBB"]])
def test_a_user_code_of_the_wrong_form_is_invalid_input(center: Center, alice: Person, code: object) -> None:
    answer = center.signed_in(alice).post("/api/v1/device/waiting", json={"user_code": code})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")


def test_discovery_names_the_device_endpoint(center: Center) -> None:
    found = center.client().get("/.well-known/oauth-authorization-server").json()
    assert found["device_authorization_endpoint"] == f"{center.settings.issuer}/oauth2/device_authorization"
    assert device.GRANT_TYPE in found["grant_types_supported"]


def _redeem_with_refresh(center: Center, alice: Person, **decision: object) -> httpx.Response:
    """A device that asks for a refresh token, approved."""
    center.make(applications.ensure_command_line, center.settings)
    form = {"client_id": "usercenter-cli", "scope": "offline_access"}
    started = center.client().post("/oauth2/device_authorization", data=form).json()
    browser = center.signed_in(alice)
    asked = browser.post("/api/v1/device/waiting", json={"user_code": started["user_code"]}).json()
    assert asked["refresh_days"] == center.settings.refresh_days
    body = {"user_code": started["user_code"], "approve": True, **decision}
    assert browser.post("/api/v1/device/decision", json=body).status_code == 204
    return _redeem(center, started["device_code"])


def test_a_device_that_asks_for_it_renews_its_tokens(center: Center, alice: Person) -> None:
    tokens = _redeem_with_refresh(center, alice).json()
    assert tokens["scope"] == "offline_access"
    form = {"grant_type": "refresh_token", "client_id": "usercenter-cli", "refresh_token": tokens["refresh_token"]}
    newer = center.client().post("/oauth2/token", data=form).json()
    browser = center.client(Authorization=f"Bearer {newer['access_token']}")
    assert browser.get("/api/v1/session").json()["user"]["username"] == "alice"
    (mine,) = center.with_token(alice).get("/api/v1/session/applications").json()["items"]
    assert (mine["client_id"], mine["audiences"]) == ("usercenter-cli", [center.settings.issuer])
    assert center.with_token(alice).get(f"/api/v1/users/{alice.id}/tokens").json()["items"] == []


def test_a_device_limited_to_networks_gets_a_token_that_is(center: Center, alice: Person) -> None:
    tokens = _redeem_with_refresh(center, alice, networks=["127.0.0.0/8"]).json()
    assert ("refresh_token" in tokens, tokens["scope"]) == (False, "")
    (listed,) = center.with_token(alice).get(f"/api/v1/users/{alice.id}/tokens").json()["items"]
    assert listed["networks"] == ["127.0.0.0/8"]


def test_a_password_change_after_the_approval_gives_nothing(center: Center, alice: Person) -> None:
    started, browser = _begin(center), center.signed_in(alice)
    assert _decide(browser, started["user_code"]).status_code == 204
    new = {"current": PASSWORD, "new": "another wooden bridge"}
    assert browser.put("/api/v1/session/password", json=new).status_code == 200
    assert _redeem(center, started["device_code"]).json()["error"] == "access_denied"


@pytest.mark.parametrize(
    ("asked", "given"), [("openid", ""), ("offline_access openid", "offline_access"), ("admin", "")]
)
def test_a_device_gets_no_other_scope(center: Center, alice: Person, asked: str, given: str) -> None:
    center.make(applications.ensure_command_line, center.settings)
    form = {"client_id": "usercenter-cli", "scope": asked}
    started = center.client().post("/oauth2/device_authorization", data=form).json()
    _decide(center.signed_in(alice), started["user_code"])
    assert _redeem(center, started["device_code"]).json()["scope"] == given
