"""Signing in with the company's provider, as administrators set it up and people use it."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import accessible, api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.languages import appear
from tests.browser.screens import choose, choose_language, dialog
from tests.browser.service import REPOSITORY, RunningCenter
from tests.end_to_end.center.process import CenterProcess
from tests.providers.conftest import ANY
from tests.providers.hostile_provider import HostileProvider, running

pytestmark = pytest.mark.browser


@dataclass
class Company:
    """A center whose passwords are for administrators, and a provider that knows its people."""

    center: api.Center
    process: CenterProcess
    provider: HostileProvider

    def grow_old(self) -> None:
        """Move the newest sign-in into the past, so that it must be shown again."""
        with closing(sqlite3.connect(next(self.process.directory.rglob("*.db")), timeout=20)) as file, file:
            file.execute("UPDATE sys_session SET auth_time = 0 WHERE id = (SELECT max(id) FROM sys_session)")


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Company]:
    """One center and one provider for this file."""
    settings = {
        "PUC_CONSOLE_DIRECTORY": str(REPOSITORY / "console/dist"),
        "PUC_PROVIDER_ADDRESSES": "127.0.0.1",
        "PUC_LOCAL_SIGN_IN": "administrators",
    }
    process = CenterProcess(tmp_path_factory.mktemp("company"), **settings)
    try:
        process.start()
        started = RunningCenter(process.url, process.first_administrator()[1])
        with running() as provider, api.signed_in_first_time(started, PASSWORD) as center:
            center.post("roles", name="orders-team")
            yield Company(center, process, provider)
    finally:
        process.stop()


def test_an_administrator_sets_a_provider_up_and_tries_it(own_page: Page, company: Company, picture: Picture) -> None:
    page, url = own_page, company.center.url
    page.goto(url)
    page.get_by_label("User name").fill("admin")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_text("No providers yet")).to_be_visible()
    _set_up(page, company, picture)
    _test(page, company, picture)
    _map(page, picture)
    _key(page, picture)
    _enable(page)
    page.get_by_role("button", name="Test: Acme").click()
    company.provider.person = {"sub": "s-1", "preferred_username": "alice", "groups": ["g-orders", "g-else"]}
    dialog(page).get_by_role("button", name="Try a sign-in").click()
    expect(page.get_by_text("Makes a new user alice")).to_be_visible()
    expect(page.get_by_text("orders-team")).to_be_visible()
    picture(page, "company-trial")
    assert accessible.violations(page) == []
    page.get_by_role("link", name="Back to company sign-in").click()
    expect(page.get_by_text("1 row", exact=True)).to_be_visible()
    _check_screen(page, picture)


def _set_up(page: Page, company: Company, picture: Picture) -> None:
    page.get_by_role("button", name="New provider").click()
    form = dialog(page)
    form.get_by_text("Keycloak").click()
    expect(form.get_by_label("Claim of the groups")).to_have_value("groups")
    form.get_by_label("Name", exact=True).fill("Acme")
    form.get_by_label("Issuer").fill("https://elsewhere.example")
    form.get_by_label("Client id").fill("pulsar")
    form.get_by_label("Client secret").fill("s3cret")
    form.get_by_label("Make accounts").check()
    form.get_by_role("button", name="Save").click()
    expect(form.get_by_text("PUC_PROVIDER_ADDRESSES").last).to_be_visible()
    picture(page, "company-form")
    assert accessible.violations(page) == []
    form.get_by_label("Issuer").fill(company.provider.issuer)
    company.grow_old()
    form.get_by_role("button", name="Save").click()
    question = page.get_by_role("dialog", name="Show once more who you are")
    question.get_by_label("Password").fill(PASSWORD)
    question.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("cell", name=company.provider.issuer)).to_be_visible()


def _test(page: Page, company: Company, picture: Picture) -> None:
    company.provider.metadata = {"issuer": "https://elsewhere.example"}
    page.get_by_role("button", name="Test: Acme").click()
    form = dialog(page)
    expect(form.get_by_text("It calls itself by another issuer")).to_be_visible()
    expect(form.get_by_text("not done")).to_have_count(2)
    picture(page, "company-test-failed")
    assert accessible.violations(page) == []
    company.provider.metadata = {}
    form.get_by_role("button", name="Test again").click()
    expect(form.get_by_text("It is the same time there and here.")).to_be_visible()
    picture(page, "company-test")
    form.get_by_role("button", name="Close").click()


def _map(page: Page, picture: Picture) -> None:
    page.get_by_role("button", name="Edit: Groups and roles: Acme").click()
    form = dialog(page)
    form.get_by_role("button", name="Add a row").click()
    form.get_by_label("Group", exact=True).fill("g-orders")
    choose(page, form.get_by_role("combobox"), "orders-team")
    page.mouse.move(0, 0)
    picture(page, "company-groups")
    assert accessible.violations(page) == []
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_text("1 row", exact=True)).to_be_visible()


def _key(page: Page, picture: Picture) -> None:
    page.get_by_role("button", name="Key: Acme").click()
    form = dialog(page)
    form.get_by_role("button", name="Make a new key").click()
    page.get_by_role("button", name="OK").click()
    expect(form.get_by_text('"kty": "EC"')).to_be_visible()
    page.mouse.move(0, 0)
    picture(page, "company-key")
    assert accessible.violations(page) == []
    form.get_by_role("button", name="Close").click()


def _enable(page: Page) -> None:
    page.get_by_role("button", name="Edit: Acme").click()
    dialog(page).get_by_label("People may sign in with it").check()
    dialog(page).get_by_role("button", name="Save").click()
    expect(page.get_by_role("cell", name="on", exact=True)).to_be_visible()


def _check_screen(page: Page, picture: Picture) -> None:
    picture(page, "company-en")
    choose_language(page, "中文")
    expect(page.get_by_role("heading", name="企业登录")).to_be_visible()
    picture(page, "company-zh")
    page.set_viewport_size({"width": 390, "height": 844})
    appear(page, "dark")
    assert accessible.violations(page) == []
    picture(page, "company-zh-narrow-dark")
    page.get_by_role("button", name="测试: Acme").click()
    expect(page.get_by_text("与用户中心的时间一致。")).to_be_visible()
    picture(page, "company-test-zh-narrow-dark")
    assert accessible.violations(page) == []


def _enable_provider(company: Company) -> None:
    found = company.center.get("identity-providers")["items"]
    if not found:
        body = {"name": "Acme", "issuer": company.provider.issuer, "client_id": "pulsar", "groups_claim": "groups"}
        found = [company.center.post("identity-providers", **body)]
    changed = {"enabled": True, "creates_users": True}
    path = f"/api/v1/identity-providers/{found[0]['id']}"
    company.center.client.patch(path, json=changed, headers=ANY).raise_for_status()


def test_people_sign_in_and_show_once_more_who_they_are(own_page: Page, company: Company, picture: Picture) -> None:
    """Without a password here: the provider is asked in a window of its own, and the page goes on."""
    _enable_provider(company)
    page = own_page
    page.goto(company.center.url)
    expect(page.get_by_role("button", name="Sign in with Acme")).to_be_visible()
    expect(page.get_by_label("Password")).to_have_count(0)
    picture(page, "company-sign-in")
    assert accessible.violations(page) == []
    page.get_by_role("button", name="Sign in with a password (administrators)").click()
    expect(page.get_by_label("Password")).to_be_visible()
    picture(page, "company-sign-in-unfolded")
    company.provider.person = {"sub": "s-9", "preferred_username": "zoe"}
    page.get_by_role("button", name="Sign in with Acme").click()
    expect(page.get_by_role("heading", name="Home")).to_be_visible()
    page.goto(f"{company.center.url}/security")
    expect(page.get_by_text("The only way in: cannot be unlinked")).to_be_visible()
    company.grow_old()
    page.get_by_role("button", name="Set up an authenticator app").click()
    question = page.get_by_role("dialog", name="Show once more who you are")
    expect(question.get_by_role("button", name="Confirm with Acme")).to_be_visible()
    expect(question.get_by_label("Password")).to_have_count(0)
    picture(page, "company-again")
    assert accessible.violations(page) == []
    company.provider.person = {**company.provider.person, "auth_time": int(time.time())}
    question.get_by_role("button", name="Confirm with Acme").click()
    expect(page.get_by_alt_text("QR code")).to_be_visible()
    _only_this_window(page.context, page)
    _session_over(page, company, picture)


def _session_over(page: Page, company: Company, picture: Picture) -> None:
    """Who has no password here comes back by the provider, and the page stays as it was."""
    page.goto(f"{company.center.url}/networks")
    page.wait_for_load_state("networkidle")
    page.context.clear_cookies()
    # Not clicked: what the page asks by itself may have opened the dialog over it.
    page.get_by_role("link", name="Home", exact=True).dispatch_event("click")
    over = page.get_by_role("dialog", name="Your session has ended: sign in again")
    expect(over).to_be_visible()
    picture(page, "company-session-over")
    assert accessible.violations(page) == []
    over.get_by_role("button", name="Confirm with Acme").click()
    expect(over).to_have_count(0)
    expect(page.get_by_role("heading", name="Home")).to_be_visible()
    _only_this_window(page.context, page)


def _only_this_window(context: BrowserContext, page: Page) -> None:
    for _ in range(50):
        if context.pages == [page]:
            return
        page.wait_for_timeout(100)
    assert [other.url for other in context.pages if other is not page] == [], "the window closes by itself"


def test_a_person_links_its_own_account_and_unlinks_it(own_page: Page, company: Company, picture: Picture) -> None:
    _enable_provider(company)
    page = own_page
    api.enter(page.context, company.center.url, "admin", PASSWORD)
    page.goto(f"{company.center.url}/security")
    company.provider.person = {"sub": "s-admin", "preferred_username": "admin"}
    page.get_by_role("button", name="Link Acme").click()
    expect(page.get_by_text("s-admin")).to_be_visible()
    picture(page, "company-links")
    assert accessible.violations(page) == []
    page.get_by_role("button", name="Unlink: Acme").click()
    dialog(page).get_by_role("button", name="Unlink").click()
    expect(page.get_by_text("None is linked")).to_be_visible()
