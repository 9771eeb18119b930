"""The cookie that marks a browser in which somebody has signed in (decision 0082)."""

import httpx
import jwt
import pytest

from app.identity import delays, users
from app.identity.delays import PasswordAttempt
from app.platform import sealing
from app.platform.clock import now_ms
from app.tokens import browser_marks
from tests.center import Center
from tests.factories import PASSWORD, Person, an_administrator

pytestmark = pytest.mark.any_database

MARK = "puc_browser"


@pytest.fixture
def browser(center: Center, alice: Person) -> httpx.Client:
    """Alice's."""
    return center.signed_in(alice)


def attack(center: Center, name: str) -> None:
    for number in range(40):
        center.make(delays.count_failure, PasswordAttempt(name, f"198.51.100.{number}"), now_ms())
    for _ in range(40):
        center.make(delays.count_failure, PasswordAttempt(name, "127.0.0.1"), now_ms())


def sign_in_again(client: httpx.Client, password: str = PASSWORD) -> httpx.Response:
    return client.post("/api/v1/session", json={"username": "alice", "password": password})


def test_an_administrator_under_attack_signs_in_with_the_own_browser(center: Center) -> None:
    browser = center.signed_in(center.make(an_administrator, "alice"))
    attack(center, "alice")
    assert sign_in_again(browser).status_code == 200
    assert sign_in_again(center.client()).status_code == 429


def test_the_browser_mark_is_no_session_and_is_hidden_from_scripts(center: Center, browser: httpx.Client) -> None:
    set_cookies = sign_in_again(browser).headers.get_list("set-cookie")
    mark = next(each for each in set_cookies if each.startswith(f"{MARK}="))
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(mark.split("; "))
    stranger = center.client()
    stranger.cookies.set(MARK, browser.cookies[MARK])
    assert stranger.get("/api/v1/session").status_code == 401


def test_signing_out_keeps_the_browser_mark_and_a_new_password_ends_it(center: Center, browser: httpx.Client) -> None:
    browser.delete("/api/v1/session")
    old = browser.cookies[MARK]
    attack(center, "alice")
    assert sign_in_again(browser).status_code == 200
    new = {"current": PASSWORD, "new": "wooden bridge over the sea"}
    assert browser.put("/api/v1/session/password", json=new).status_code == 200
    attack(center, "alice")
    thief = center.client()
    thief.cookies.set(MARK, old)
    assert sign_in_again(thief, new["new"]).status_code == 429
    assert sign_in_again(browser, new["new"]).status_code == 200


def test_nobody_is_kept_from_choosing_a_new_password(center: Center, browser: httpx.Client) -> None:
    attack(center, "alice")
    new = {"current": PASSWORD, "new": "wooden bridge over the sea"}
    assert browser.put("/api/v1/session/password", json=new).status_code == 200


@pytest.mark.parametrize("forged", ["other key", "other purpose", "no signature", "ended", "garbage", "long"])
def test_forged_marks_count_for_nothing(center: Center, browser: httpx.Client, forged: str) -> None:
    attack(center, "alice")
    stranger = center.client()
    stranger.cookies.set(MARK, _forge(center, browser.cookies[MARK], forged))
    assert sign_in_again(stranger).status_code == 429


def _forge(center: Center, mark: str, how: str) -> str:
    secret, claims = center.settings.secret_key, jwt.decode(mark, options={"verify_signature": False})
    if how == "other key":
        return jwt.encode(claims, "k" * 32, algorithm="HS256")
    if how == "other purpose":
        return jwt.encode(claims, sealing.derive_key(secret, "sign-in receipts"), algorithm="HS256")
    if how == "no signature":
        return jwt.encode(claims, "", algorithm="none")
    if how == "ended":
        long_ago = now_ms() - browser_marks.SECONDS * 1000 - 1000
        return center.read(lambda s: browser_marks.issue(secret, users.by_name(s, "alice"), long_ago))  # type: ignore[arg-type]
    return {"garbage": "a.b.c", "long": mark + "a" * 2000}[how]
