"""Who signs in with a provider shows there once more who it is, before something dangerous."""

import time
from urllib.parse import parse_qs, urlsplit

import httpx
from sqlalchemy import select, update

from app.identity.models import ConsoleSession
from tests.center import Center
from tests.factories import a_user
from tests.providers.conftest import Company, set_up
from tests.providers.hostile_provider import running


def _make_sessions_old(center: Center) -> None:
    center.make(lambda session: session.execute(update(ConsoleSession).values(auth_time=0)))


def _show_again(company: Company, browser: httpx.Client, **claims: object) -> httpx.Response:
    company.provider.person = {**company.provider.person, **claims}
    brought = company.go(browser, f"/api/v1/session/reauthentication/{company.id}")
    return browser.post("/api/v1/session/provider-answer", json=brought)


def _signed_in(company: Company) -> httpx.Client:
    browser = company.center.client()
    assert company.sign_in(browser).status_code == 200
    _make_sessions_old(company.center)
    assert browser.post("/api/v1/session/authenticator-app").json()["code"] == "reauthentication_needed"
    return browser


def test_the_provider_is_asked_anew_and_the_session_is_elevated(company: Company) -> None:
    browser = _signed_in(company)
    old = browser.cookies["puc_session"]
    url = browser.post(f"/api/v1/session/reauthentication/{company.id}").json()["url"]
    asked = parse_qs(urlsplit(url).query)
    assert (asked["prompt"], asked["max_age"]) == (["login"], ["0"])
    answer = _show_again(company, browser, auth_time=int(time.time()))
    assert (answer.status_code, answer.json()["purpose"]) == (200, "again"), answer.text
    assert browser.cookies["puc_session"] != old
    assert browser.post("/api/v1/session/authenticator-app").status_code == 200


def test_an_old_or_missing_time_proves_nothing(company: Company) -> None:
    browser = _signed_in(company)
    for claims, code in (
        ({}, "provider_tells_no_time"),
        ({"auth_time": str(int(time.time()))}, "provider_sign_in_failed"),
        ({"auth_time": True}, "provider_sign_in_failed"),
        ({"auth_time": int(time.time()) - 300}, "provider_sign_in_failed"),
    ):
        answer = _show_again(company, browser, **claims)
        assert answer.json()["code"] in (code, "provider_tells_no_time"), claims
    assert browser.post("/api/v1/session/authenticator-app").json()["code"] == "reauthentication_needed"


def test_somebody_else_at_the_provider_elevates_nobody(company: Company) -> None:
    browser = _signed_in(company)
    answer = _show_again(company, browser, sub="s-2", auth_time=int(time.time()))
    assert (answer.status_code, answer.json()["code"]) == (401, "provider_sign_in_failed")
    assert browser.post("/api/v1/session/authenticator-app").json()["code"] == "reauthentication_needed"


def test_only_a_linked_provider_is_asked(company: Company) -> None:
    bob = company.center.signed_in(company.center.make(a_user, "bob"))
    assert bob.post(f"/api/v1/session/reauthentication/{company.id}").status_code == 404
    assert bob.get("/api/v1/session/links").json() == {"items": [], "has_password": True}
    with running("/two") as other:
        second = set_up(company.center, company.root, other)
        browser = _signed_in(company)
        assert browser.post(f"/api/v1/session/reauthentication/{second}").status_code == 404
    assert browser.get("/api/v1/session/links").json()["has_password"] is False


def test_a_session_is_as_old_as_the_sign_in_at_the_provider(company: Company) -> None:
    """Else whoever finds an open browser signs out and in again, which the provider lets happen without a word."""
    browser = company.center.client()
    assert company.sign_in(browser, auth_time=int(time.time()) - 3600).status_code == 200
    assert browser.post("/api/v1/session/authenticator-app").json()["code"] == "reauthentication_needed"
    assert company.sign_in(browser, auth_time=int(time.time()) + 7200).status_code == 200
    newest = select(ConsoleSession.auth_time).order_by(ConsoleSession.id.desc())
    shown_at = company.center.read(lambda session: session.scalars(newest).first())
    assert shown_at is not None
    assert shown_at <= time.time() * 1000
