"""A provider that is switched off, or deleted, takes what it opened and gave."""

from collections.abc import Callable

import httpx
import pytest

from app.grants import dependents
from app.tokens import applications, device
from tests.center import Center
from tests.factories import a_user
from tests.providers.conftest import ANY, Company, a_role, members


@pytest.mark.parametrize("how", ["off", "deleted"])
def test_a_provider_off_or_deleted_ends_its_sessions(company: Company, how: str) -> None:
    role, bob = company.center.make(a_role, "orders"), company.center.make(a_user, "bob")
    company.map(("g", role))
    browser, stranger = company.center.client(), company.center.signed_in(bob)
    number = company.sign_in(browser, groups=["g"]).json()["session"]["user"]["id"]
    refresh, redeem = _refreshing(company.center, browser), _redeemer_of_device(company.center, browser)
    if how == "off":
        company.change(enabled=False)
    else:
        company.root.delete(f"/api/v1/identity-providers/{company.id}", headers=ANY)
    assert browser.get("/api/v1/session").status_code == 401
    assert refresh().status_code == 400, "signed in to the command line"
    assert redeem().status_code == 400, "approved, and not yet signed in"
    assert stranger.get("/api/v1/session").status_code == 200, "by password"
    assert members(company, role) == []
    if how == "off":
        company.change(enabled=True)
        assert company.sign_in().json()["session"]["user"]["id"] == number
        assert members(company, role) == ["alice"]


@pytest.mark.parametrize("enabled", [True, False, None])
def test_a_new_provider_is_on_only_on_request(company: Company, enabled: bool | None) -> None:
    body = {"name": "Two", "issuer": "http://127.0.0.1:1/two", "client_id": "x", "enabled": enabled}
    made = company.root.post("/api/v1/identity-providers", json=body)
    assert (made.status_code, made.json()["enabled"]) == (201, bool(enabled))


def test_a_large_company_is_switched_off_in_parts(company: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dependents, "MOST", 1)
    some = [company.center.make(a_role, name) for name in ("one", "two")]
    company.map(*(("g", role) for role in some))
    company.sign_in(groups=["g"])
    left = []
    for _ in range(3):
        company.change(enabled=False)
        left.append(sum(len(members(company, role)) for role in some))
    assert left == [1, 0, 0]


_CLIENT = {"client_id": device.CLIENT}


def _redeemer_of_device(center: Center, browser: httpx.Client) -> Callable[[], httpx.Response]:
    """What redeems a code of the command line that this browser's person has approved."""
    center.make(applications.ensure_command_line, center.settings)
    scope = {**_CLIENT, "scope": "offline_access"}
    started = center.client().post("/oauth2/device_authorization", data=scope).json()
    decided = browser.post("/api/v1/device/decision", json={"user_code": started["user_code"], "approve": True})
    assert decided.is_success, decided.text
    form = {**_CLIENT, "grant_type": device.GRANT_TYPE, "device_code": started["device_code"]}
    return lambda: center.client().post("/oauth2/token", data=form)


def _refreshing(center: Center, browser: httpx.Client) -> Callable[[], httpx.Response]:
    """What refreshes the sign-in of this browser's person to the command line."""
    tokens = _redeemer_of_device(center, browser)()
    assert tokens.status_code == 200, tokens.text
    again = {**_CLIENT, "grant_type": "refresh_token", "refresh_token": tokens.json()["refresh_token"]}
    return lambda: center.client().post("/oauth2/token", data=again)


def test_a_switched_off_provider_takes_no_links_and_no_sign_ins(company: Company) -> None:
    bob, carol = (company.center.signed_in(company.center.make(a_user, name)) for name in ("bob", "carol"))
    link = f"/api/v1/session/links/{company.id}"
    assert bob.post("/api/v1/session/provider-answer", json=company.go(bob, link)).is_success
    company.change(enabled=False)
    assert [link["enabled"] for link in bob.get("/api/v1/session/links").json()["items"]] == [False]
    again = bob.post(f"/api/v1/session/reauthentication/{company.id}")
    assert (again.status_code, again.json()["code"]) == (409, "provider_off")
    for path in (link, f"/api/v1/session/reauthentication/{company.id}"):
        answer = carol.post(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), "she knows of no such provider"
