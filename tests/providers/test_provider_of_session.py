"""The list of sessions names the provider that showed who somebody is."""

import time

import httpx
import pytest
from sqlalchemy import select, update

from app.identity.models import ConsoleSession
from tests.authenticator_app import AuthenticatorApp
from tests.center import Center
from tests.factories import PASSWORD, a_user
from tests.providers.conftest import ANY, Company


def _providers(browser: httpx.Client) -> list[str | None]:
    """Of the caller's sessions, the oldest first."""
    listed = browser.get("/api/v1/sessions").json()["items"]
    return [row["provider"] for row in reversed(listed)]


def _link_bob(company: Company) -> httpx.Client:
    bob = company.center.signed_in(company.center.make(a_user, "bob"))
    brought = company.go(bob, f"/api/v1/session/links/{company.id}")
    assert bob.post("/api/v1/session/provider-answer", json=brought).is_success
    return bob


def test_a_session_shows_the_current_name_of_its_provider(company: Company) -> None:
    bob, browser = _link_bob(company), company.center.client()
    company.sign_in(browser)
    assert _providers(bob) == [None, "Acme"]
    company.change(name="Acme Europe")
    assert _providers(bob) == [None, "Acme Europe"]


def test_the_provider_stays_known_after_the_second_factor(company: Company) -> None:
    bob = _link_bob(company)
    secret = bob.post("/api/v1/session/authenticator-app").json()["secret"]
    code = AuthenticatorApp(secret)
    assert bob.put("/api/v1/session/authenticator-app", json={"code": code.first_code()}).is_success
    browser = company.center.client()
    assert company.sign_in(browser).json()["code"] == "second_factor_needed"
    assert browser.post("/api/v1/session/factor", json={"code": code.next_code()}).json()["methods"] == ["fed", "otp"]
    assert _providers(browser) == [None, "Acme"]


def test_signing_in_again_at_the_provider_names_it(company: Company) -> None:
    bob = _link_bob(company)
    company.provider.person = {**company.provider.person, "auth_time": int(time.time())}
    brought = company.go(bob, f"/api/v1/session/reauthentication/{company.id}")
    assert bob.post("/api/v1/session/provider-answer", json=brought).is_success
    assert _providers(bob) == ["Acme"]


def test_a_new_password_keeps_the_provider_of_the_session(company: Company) -> None:
    _link_bob(company)
    browser = company.center.client()
    company.sign_in(browser)
    body = {"current": PASSWORD, "new": "a wooden bridge over the sea"}
    assert browser.put("/api/v1/session/password", json=body).is_success
    assert _providers(browser) == ["Acme"]


@pytest.mark.parametrize("how", ["off", "deleted"])
def test_a_session_ends_with_its_provider_though_the_link_is_gone(company: Company, how: str) -> None:
    bob, browser = _link_bob(company), company.center.client()
    company.sign_in(browser)
    assert browser.delete(f"/api/v1/session/links/{company.id}").status_code == 204
    assert _providers(bob) == [None, "Acme"]
    if how == "off":
        company.change(enabled=False)
    else:
        assert company.root.delete(f"/api/v1/identity-providers/{company.id}", headers=ANY).is_success
    assert browser.get("/api/v1/session").status_code == 401


def test_an_earlier_session_names_no_provider(company: Company, center: Center) -> None:
    browser = center.client()
    company.sign_in(browser)
    center.make(lambda session: session.execute(update(ConsoleSession).values(provider_id=None)))
    assert _providers(browser) == [None]
    assert set(center.read(lambda session: session.scalars(select(ConsoleSession.methods)).all())) >= {"fed"}
