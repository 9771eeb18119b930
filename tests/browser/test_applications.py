"""People sign in to an application in a real browser; the application is written with Authlib."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser import accessible, api
from tests.browser.applications import Desk, Pages, desk_with_secret
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.languages import LANGUAGES, strange, switch

pytestmark = pytest.mark.browser
Registered = Callable[..., Desk]
Own = Callable[[], Desk]


@pytest.fixture
def registered(center: api.Center, at: Pages) -> Iterator[Registered]:
    made: list[Desk] = []

    def register(**values: Any) -> Desk:
        uris = {"redirect_uris": [f"{at.url}/callback"], "logout_uris": [f"{at.url}/bye"]}
        row = center.post("applications", **{"name": "Order desk", **uris, **values})
        made.append(Desk(center.url, at, row["client_id"]))
        return made[-1]

    yield register
    for application in made:
        application.close()


@pytest.fixture
def company_applications(center: api.Center, at: Pages) -> Iterator[Own]:
    """Applications that ask nobody: the company's own, with a secret, as they go on on this machine."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(closing(desk_with_secret(center, at)))


def test_from_the_application_and_back(page: Page, registered: Registered, center: api.Center, at: Pages) -> None:
    desk = registered()
    page.goto(desk.address())
    page.get_by_label("User name").fill("admin")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Order desk asks to sign you in")).to_be_visible()
    for text in ("your display name", "access while you are away", "127.0.0.1:", "no application of your company"):
        expect(page.get_by_text(text).first).to_be_visible()
    page.get_by_role("button", name="Allow").click()
    expect(page.get_by_role("heading", name="The desk")).to_be_visible()

    answer = parse_qs(urlsplit(desk.returned_address()).query)
    assert answer["iss"] == [center.url]
    tokens = desk.fetch()
    claims = desk.claims(tokens["id_token"])
    assert (claims["sub"], claims["preferred_username"], claims["amr"]) == ("admin", "admin", ["pwd"])
    userinfo = desk.client.get(desk.metadata["userinfo_endpoint"]).json()
    assert userinfo["sub"] == "admin"
    newer = desk.client.refresh_token(desk.metadata["token_endpoint"])
    assert newer["refresh_token"] != tokens["refresh_token"]
    assert desk.client.get(desk.metadata["userinfo_endpoint"]).status_code == 200

    page.goto(desk.address())  # another program may listen there by now
    expect(page.get_by_text("Allow it only if you started it yourself")).to_be_visible()


def test_an_application_that_was_allowed_is_not_asked_about_again(admin: Page, center: api.Center, at: Pages) -> None:
    with closing(desk_with_secret(center, at, trusted=False)) as desk:
        admin.goto(desk.address())
        expect(admin.get_by_text("no application of your company")).to_be_visible()
        admin.get_by_role("button", name="Allow").click()
        expect(admin.get_by_role("heading", name="The desk")).to_be_visible()
        assert desk.fetch()["refresh_token"]
        admin.goto(desk.address())
        expect(admin.get_by_role("heading", name="The desk")).to_be_visible()
        assert desk.fetch()["refresh_token"]


def test_the_application_signs_out(admin: Page, company_applications: Own, center: api.Center, at: Pages) -> None:
    desk = company_applications()
    admin.goto(desk.address())
    expect(admin.get_by_role("heading", name="The desk")).to_be_visible()
    hint = desk.fetch()["id_token"]
    fields = {"id_token_hint": hint, "post_logout_redirect_uri": f"{at.url}/bye", "state": "s-9"}
    admin.goto(f"{desk.metadata['end_session_endpoint']}?{httpx.QueryParams(fields)}")
    expect(admin.get_by_role("heading", name="The desk")).to_be_visible()
    assert at.seen[-1] == f"{at.url}/bye?state=s-9"
    admin.goto(center.url)
    expect(admin.get_by_role("button", name="Sign in", exact=True)).to_be_visible()


def test_without_an_id_token_the_person_confirms_the_sign_out(
    admin: Page, registered: Registered, center: api.Center, at: Pages, picture: Picture
) -> None:
    desk = registered()
    fields = {"client_id": desk.client.client_id, "post_logout_redirect_uri": f"{at.url}/bye"}
    address = f"{desk.metadata['end_session_endpoint']}?{httpx.QueryParams(fields)}"
    admin.goto(address)
    expect(admin.get_by_text("Order desk asks you to sign out")).to_be_visible()
    assert not accessible.violations(admin)
    picture(admin, "sign-out")
    admin.get_by_role("button", name="Stay signed in").click()
    expect(admin.get_by_role("heading", name="Home")).to_be_visible()
    admin.goto(address)
    admin.get_by_role("button", name="Sign out").click()
    expect(admin.get_by_role("heading", name="The desk")).to_be_visible()
    admin.goto(f"{center.url}/sign-out")
    expect(admin.get_by_text("You are signed out")).to_be_visible()


def test_cancelling_goes_back_with_an_error(admin: Page, registered: Registered) -> None:
    desk = registered()
    admin.goto(desk.address())
    admin.get_by_role("button", name="Cancel").click()
    expect(admin.get_by_role("heading", name="The desk")).to_be_visible()
    answer = parse_qs(urlsplit(desk.returned_address()).query)
    assert (answer["error"], answer["state"]) == (["access_denied"], [desk.state])


def test_the_companys_own_application_asks_nothing(admin: Page, company_applications: Own) -> None:
    desk = company_applications()
    admin.goto(desk.address())
    expect(admin.get_by_role("heading", name="The desk")).to_be_visible()
    assert desk.claims(desk.fetch()["id_token"])["sub"] == "admin"


def test_without_a_question_the_answer_is_an_error(page: Page, registered: Registered, center: api.Center) -> None:
    desk = registered()
    page.goto(desk.address(prompt="none"))
    expect(page.get_by_role("heading", name="The desk")).to_be_visible()
    assert parse_qs(urlsplit(desk.returned_address()).query)["error"] == ["login_required"]
    api.enter(page.context, center.url, "admin", PASSWORD)
    page.goto(desk.address(prompt="none"))
    expect(page.get_by_role("heading", name="The desk")).to_be_visible()
    assert parse_qs(urlsplit(desk.returned_address()).query)["error"] == ["consent_required"]


def test_an_application_has_the_password_shown_again(admin: Page, company_applications: Own) -> None:
    desk = company_applications()
    admin.goto(desk.address(prompt="login"))
    box = admin.get_by_role("dialog")
    box.get_by_label("Password").fill(PASSWORD)
    box.get_by_role("button", name="Confirm").click()
    expect(admin.get_by_role("heading", name="The desk")).to_be_visible()
    assert desk.fetch()["id_token"]


def test_another_account_goes_on_with_the_same_request(admin: Page, registered: Registered, center: api.Center) -> None:
    user = center.post("users", username="other.clerk", kind="person")
    api.signed_in_as(center, "other.clerk", user["initial_secret"], PASSWORD).__enter__()
    desk = registered()
    admin.goto(desk.address())
    admin.get_by_role("button", name="Use another account").click()
    admin.get_by_label("User name").fill("other.clerk")
    admin.get_by_label("Password").fill(PASSWORD)
    admin.keyboard.press("Enter")
    admin.get_by_role("button", name="Allow").click()
    expect(admin.get_by_role("heading", name="The desk")).to_be_visible()
    assert desk.claims(desk.fetch()["id_token"])["sub"] == "other.clerk"


def test_a_wrong_request_is_reported_without_its_content(page: Page, center: api.Center) -> None:
    evil = "https://evil.example/<script>alert(1)</script>"
    query = httpx.QueryParams(client_id="nobody", redirect_uri=evil, response_type="code", state="<b>")
    page.goto(f"{center.url}/oauth2/authorize?{query}")
    expect(page.get_by_text("This application is not registered here")).to_be_visible()
    page.goto(f"{center.url}/authorize?error={evil}")
    expect(page.get_by_role("heading", name="The sign-in cannot begin")).to_be_visible()
    assert "evil" not in page.content().replace(page.url, "")
    page.goto(f"{center.url}/authorize?error=constructor")
    expect(page.get_by_text("You were not sent anywhere")).to_be_visible()


def test_a_request_of_another_browser_is_refused(admin: Page, registered: Registered, at: Pages) -> None:
    desk = registered()
    answer = httpx.get(desk.address(), follow_redirects=False, trust_env=False, timeout=60)
    admin.goto(answer.headers["location"])
    expect(admin.locator("code", has_text="unknown_authorization")).to_be_visible()
    expect(admin.get_by_role("button", name="Allow")).to_have_count(0)


def test_the_question_is_read_by_everybody(admin: Page, registered: Registered, picture: Picture) -> None:
    desk = registered(name="An application with a long name " + "longer-" * 10, audiences=["pulsar"])
    admin.goto(desk.address(resource="pulsar"))
    for language in LANGUAGES:
        switch(admin, language)
        expect(admin.locator("main h1")).to_be_visible()
        assert not strange(admin.locator("main .ant-alert, main ul").first, language)
        for width in (1440, 390):
            admin.set_viewport_size({"width": width, "height": 900})
            assert admin.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
            assert not accessible.violations(admin)
            picture(admin, f"authorize-{language}-{width}")
