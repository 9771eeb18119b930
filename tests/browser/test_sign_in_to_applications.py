"""A sign-in to an application goes on after every step: one-time secret, second factor, the company's account.

The company's provider is a second center, which is an OpenID provider itself.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pyotp
import pytest
from playwright.sync_api import Page, expect

from tests.browser import api
from tests.browser.applications import Pages, desk_with_secret
from tests.browser.conftest import PASSWORD
from tests.browser.screens import first_password
from tests.browser.service import REPOSITORY, RunningCenter
from tests.end_to_end.center.process import CenterProcess

pytestmark = pytest.mark.browser


def test_after_the_first_password_and_with_a_second_factor(page: Page, center: api.Center, at: Pages) -> None:
    user = center.post("users", username="new.clerk", kind="person")
    with closing(desk_with_secret(center, at)) as desk:
        page.goto(desk.address())
        page.get_by_label("User name").fill("new.clerk")
        page.get_by_label("Password").fill(user["initial_secret"])
        page.keyboard.press("Enter")
        first_password(page, PASSWORD)
        expect(page.get_by_role("heading", name="The desk")).to_be_visible()
        assert desk.claims(desk.fetch()["id_token"])["amr"] == ["pwd"]

    codes = _an_authenticator_app(center, "new.clerk")
    page.context.clear_cookies()
    with closing(desk_with_secret(center, at)) as desk:
        page.goto(desk.address())
        page.get_by_label("User name").fill("new.clerk")
        page.get_by_label("Password").fill(PASSWORD)
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Use a recovery code instead").click()
        page.get_by_label("Recovery code").fill(codes[0])
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="The desk")).to_be_visible()
        assert desk.claims(desk.fetch()["id_token"])["amr"] == ["pwd", "kba"]


def _an_authenticator_app(center: api.Center, username: str) -> list[str]:
    """Recovery codes of a person who has just set up an app: a code of the app itself would be used up."""
    with httpx.Client(base_url=center.url, headers={"Origin": center.url}, trust_env=False, timeout=60) as client:
        body = {"username": username, "password": PASSWORD}
        client.post("/api/v1/session", json=body).raise_for_status()
        started = client.post("/api/v1/session/authenticator-app").raise_for_status().json()
        code = pyotp.TOTP(started["secret"]).now()
        done = client.put("/api/v1/session/authenticator-app", json={"code": code}).raise_for_status()
        codes: list[str] = done.json()["codes"]
        return codes


@contextmanager
def _started(directory: Path, host: str, **settings: str) -> Iterator[api.Center]:
    console = str(REPOSITORY / "console/dist")
    process = CenterProcess(directory, PUC_CONSOLE_DIRECTORY=console, **settings)
    url = f"http://{host}:{process.port}"
    process.settings |= {"PUC_ISSUER": url}
    try:
        process.start()
        started = RunningCenter(url, process.first_administrator()[1])
        with api.signed_in_first_time(started, PASSWORD) as opened:
            yield opened
    finally:
        process.stop()


@pytest.fixture
def headquarters(tmp_path: Path) -> Iterator[api.Center]:
    """The company's provider. Cookies know no ports, so its host is another one."""
    with _started(tmp_path / "headquarters", "localhost") as opened:
        yield opened


@pytest.fixture
def branch(tmp_path: Path, headquarters: api.Center) -> Iterator[api.Center]:
    """A center whose people sign in at headquarters."""
    with _started(tmp_path / "branch", "127.0.0.1", PUC_PROVIDER_ADDRESSES="localhost") as opened:
        uri = f"{opened.url}/sign-in/company"
        service = headquarters.post("users", username="branch", kind="service")
        secret = headquarters.post(f"users/{service['id']}/client-secrets")["client_secret"]
        headquarters.post("applications", name="Branch", trusted=True, redirect_uris=[uri], service_id=service["id"])
        known = {"client_id": "branch", "client_secret": secret}
        made = opened.post("identity-providers", name="HQ", issuer=headquarters.url, **known)
        on = {"enabled": True, "creates_users": True}
        opened.client.patch(
            f"/api/v1/identity-providers/{made['id']}", json=on, headers={"If-Match": "*"}
        ).raise_for_status()
        yield opened


def test_with_the_account_of_the_company(
    own_page: Page, headquarters: api.Center, branch: api.Center, at: Pages
) -> None:
    """From the application to its center, to the provider, and back the whole way."""
    person = headquarters.post("users", username="hq.clerk", kind="person")
    with api.signed_in_as(headquarters, "hq.clerk", person["initial_secret"], PASSWORD):
        pass
    with closing(desk_with_secret(branch, at)) as desk:
        own_page.goto(desk.address())
        own_page.get_by_role("button", name="Sign in with HQ").click()
        expect(own_page.get_by_role("button", name="Sign in with HQ")).to_have_count(0)
        own_page.get_by_label("User name").fill("hq.clerk")
        own_page.get_by_label("Password").fill(PASSWORD)
        own_page.keyboard.press("Enter")
        expect(own_page.get_by_role("heading", name="The desk")).to_be_visible()
        claims = desk.claims(desk.fetch()["id_token"])
        assert (claims["sub"], claims["iss"], claims["amr"]) == ("hq.clerk", branch.url, ["fed"])
