"""Token requests: those of pages of other origins, and why a client got none."""

import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser import api
from tests.browser.applications import Desk, Pages, pages
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.screens import choose_language

pytestmark = pytest.mark.browser
_WRITTEN_SECONDS = 120
_READ = """async ([url, form, bearer]) => {
  const body = form && new URLSearchParams(form);
  const headers = bearer ? {Authorization: `Bearer ${bearer}`} : {};
  return (await fetch(url, {method: form ? 'POST' : 'GET', body, headers})).json();
}"""
"""As oidc-client-ts does it."""


@pytest.fixture
def at() -> Iterator[Pages]:
    with pages() as found:
        yield found


def test_a_page_of_a_registered_origin_signs_in_and_another_reads_nothing(
    own_page: Page, center: api.Center, at: Pages
) -> None:
    row = center.post("applications", name="Browser desk", redirect_uris=[f"{at.url}/callback"])
    desk = Desk(center.url, at, row["client_id"])
    api.enter(own_page.context, center.url, "admin", PASSWORD)

    def with_code() -> dict[str, str]:
        """Sign in, and stay at the application's page."""
        own_page.goto(desk.address())
        own_page.get_by_role("button", name="Allow").click()
        expect(own_page.get_by_role("heading", name="The desk")).to_be_visible()
        code = parse_qs(urlsplit(desk.returned_address()).query)["code"][0]
        form = {"grant_type": "authorization_code", "client_id": row["client_id"], "code": code}
        return {**form, "redirect_uri": f"{at.url}/callback", "code_verifier": desk.verifier}

    form = with_code()
    metadata = _read(own_page, f"{center.url}/.well-known/openid-configuration")
    assert _read(own_page, metadata["jwks_uri"])["keys"]
    tokens = _read(own_page, metadata["token_endpoint"], form)
    assert desk.claims(tokens["id_token"])["aud"] == row["client_id"]
    claims = _read(own_page, metadata["userinfo_endpoint"], bearer=tokens["access_token"])
    assert claims["sub"] == "admin", "asked before by the browser, because of the header"
    _expect_refused(own_page, f"{center.url}/api/v1/session")

    form = with_code()
    with pages() as elsewhere:
        own_page.goto(elsewhere.url)
        _expect_refused(own_page, f"{center.url}/.well-known/openid-configuration")
        _expect_refused(own_page, metadata["jwks_uri"])
        _expect_refused(own_page, metadata["token_endpoint"], form)
        _expect_refused(own_page, metadata["userinfo_endpoint"], bearer=tokens["access_token"])
        center.post("applications", name="Other desk", redirect_uris=[f"{elsewhere.url}/callback"])
        used = _read(own_page, metadata["token_endpoint"], form)
        assert used["error"] == "invalid_grant", "nothing but its origin kept it out; the code was spent"
    desk.close()


def test_the_reason_for_a_refused_token_is_shown(admin: Page, center: api.Center, at: Pages, picture: Picture) -> None:
    service = center.post("users", username="got.no.token", kind="service")
    secret = center.post(f"users/{service['id']}/client-secrets")["client_secret"]
    desk = center.post("applications", name="Desk without token", redirect_uris=[f"{at.url}/callback"])
    form_of_client = {"grant_type": "client_credentials", "client_id": "got.no.token", "client_secret": secret}
    wrong = {"grant_type": "refresh_token", "client_id": desk["client_id"], "refresh_token": "wrong"}
    for form in ({**form_of_client, "audience": "https://elsewhere.example"}, wrong):
        assert httpx.post(f"{center.url}/oauth2/token", data=form, trust_env=False, timeout=60).status_code == 400
    until = time.monotonic() + _WRITTEN_SECONDS
    while center.get(f"users/{service['id']}")["last_refusal"] is None:
        assert time.monotonic() < until
        time.sleep(0.5)
    admin.goto(f"{center.url}/users/{service['id']}/credentials")
    alert = admin.get_by_role("alert").filter(has_text="Last refused request for a token")
    for part in (
        "invalid_target",
        "127.0.0.1",
        "1 refused since",
        "an audience or resource for which it gets no tokens",
    ):
        expect(alert).to_contain_text(part)
    picture(admin, "refusal")
    admin.goto(f"{center.url}/applications")
    row = admin.get_by_role("row", name="Desk without token")
    expect(row).to_contain_text("invalid_grant")
    picture(admin, "refusal-application")
    choose_language(admin, "中文")
    expect(row).to_contain_text("最近一次被拒绝的令牌请求")
    picture(admin, "refusal-application-zh")


def _read(page: Page, url: str, form: dict[str, str] | None = None, bearer: str = "") -> Any:
    """The JSON that a script of the page reads."""
    return page.evaluate(_READ, [url, form, bearer])


def _expect_refused(page: Page, url: str, form: dict[str, str] | None = None, bearer: str = "") -> None:
    """The browser keeps the answer from the page."""
    with pytest.raises(Error, match="TypeError: Failed to fetch"):
        _read(page, url, form, bearer)
