"""Second factors as a person sets them up and uses them: Chromium's virtual authenticator, codes by pyotp."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.authenticator_app import AuthenticatorApp
from tests.browser import accessible, api
from tests.browser.conftest import PASSWORD, PATIENCE_MS, SCREEN, Picture
from tests.browser.languages import appear
from tests.browser.screens import choose_language, dialog, sign_in
from tests.browser.service import REPOSITORY, RunningCenter
from tests.end_to_end.center.process import QUICK_HASHES, CenterProcess

pytestmark = pytest.mark.browser
_DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(scope="module")
def strict_center(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningCenter]:
    """A service that demands second factors of administrators. Passkeys need a name of the host, so not 127.0.0.1."""
    console = str(REPOSITORY / "console/dist")
    process = CenterProcess(tmp_path_factory.mktemp("strict"), PUC_CONSOLE_DIRECTORY=console, **QUICK_HASHES)
    url = f"http://localhost:{process.port}"
    process.settings |= {"PUC_ISSUER": url, "PUC_SECOND_FACTOR": "administrators"}
    try:
        process.start()
        started = RunningCenter(url, process.first_administrator()[1])
        with api.signed_in_first_time(started, PASSWORD):
            yield started
    finally:
        process.stop()


@pytest.fixture
def own_page(own_page: Page) -> Page:
    """It has a device that verifies its user."""
    devices = own_page.context.new_cdp_session(own_page)
    devices.send("WebAuthn.enable")
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": _DEVICE})
    return own_page


def test_an_administrator_must_set_up_a_factor_and_uses_it(
    own_page: Page, strict_center: RunningCenter, picture: Picture
) -> None:
    page = own_page
    sign_in(page, strict_center.url, "admin", PASSWORD)
    expect(page.get_by_role("heading", name="Set up a second factor")).to_be_visible()
    picture(page, "factor-enrol")
    assert accessible.violations(page) == []
    codes = _set_up_app(page, picture)
    expect(page.get_by_role("heading", name="Home")).to_be_visible()
    page.goto(f"{strict_center.url}/security")
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_label("Name").fill("Laptop")
    dialog(page).get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("Laptop")).to_be_visible()
    expect(page.get_by_text("this one")).to_be_visible()
    expect(page.get_by_role("cell", name="password, authenticator app")).to_be_visible()
    assert accessible.violations(page) == []
    _check_screen(page, picture)
    _sign_out(page)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name="Home")).to_be_visible()
    _sign_out(page)
    sign_in(page, strict_center.url, "admin", PASSWORD)
    expect(page.get_by_role("heading", name="Second factor")).to_be_visible()
    picture(page, "factor-second-step")
    assert accessible.violations(page) == []
    page.get_by_label("Six digits").fill("000000")
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("The code is wrong or was used before")).to_be_visible()
    page.get_by_label("Six digits").fill(codes.next_code())
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("heading", name="Home")).to_be_visible()


def _set_up_app(page: Page, picture: Picture) -> AuthenticatorApp:
    page.get_by_role("button", name="Set up an authenticator app").click()
    expect(page.get_by_alt_text("QR code")).to_be_visible()
    picture(page, "factor-app")
    assert accessible.violations(page) == []
    codes = AuthenticatorApp(dialog(page).locator("code, pre").first.inner_text().strip())
    page.get_by_label("Six digits").fill(codes.first_code())
    dialog(page).get_by_role("button", name="Confirm").click()
    expect(dialog(page).get_by_text("Recovery codes")).to_be_visible()
    picture(page, "factor-codes")
    dialog(page).get_by_role("button").last.click()
    return codes


def _check_screen(page: Page, picture: Picture) -> None:
    expect(page.get_by_text("Chrome on Linux").first).to_be_visible()
    picture(page, "security-en")
    choose_language(page, "中文")
    expect(page.get_by_role("heading", name="安全")).to_be_visible()
    expect(page.get_by_text("Linux 上的 Chrome").first).to_be_visible()
    picture(page, "security-zh")
    page.set_viewport_size({"width": 390, "height": 844})
    appear(page, "dark")
    assert accessible.violations(page) == []
    picture(page, "security-zh-narrow-dark")
    page.set_viewport_size(SCREEN)
    choose_language(page, "English")


def _sign_out(page: Page) -> None:
    page.get_by_role("button", name="Account menu").click()
    page.get_by_role("menuitem", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()


def test_danger_asks_once_more_and_then_goes_on(browser: Browser, tmp_path: Path, picture: Picture) -> None:
    """The request that was refused is repeated after the dialog, with what was typed."""
    process = CenterProcess(tmp_path, PUC_CONSOLE_DIRECTORY=str(REPOSITORY / "console/dist"), **QUICK_HASHES)
    context = browser.new_context(locale="en-US", viewport=SCREEN, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_MS)
    try:
        process.start()
        with api.signed_in_first_time(RunningCenter(process.url, process.first_administrator()[1]), PASSWORD):
            _asked_once_more(context.new_page(), process, picture)
    finally:
        context.close()
        process.stop()


def _asked_once_more(page: Page, process: CenterProcess, picture: Picture) -> None:
    sign_in(page, process.url, "admin", PASSWORD)
    expect(page.get_by_role("heading", name="Home")).to_be_visible()
    page.goto(f"{process.url}/security")
    _grow_old(process)
    page.get_by_role("button", name="Set up an authenticator app").click()
    question = page.get_by_role("dialog", name="Show once more who you are")
    expect(question.get_by_label("Password")).to_be_visible()
    picture(page, "danger-password")
    assert accessible.violations(page) == []
    question.get_by_label("Password").fill("wrong")
    question.get_by_role("button", name="Confirm").click()
    expect(question.get_by_text("User name or password is wrong").first).to_be_visible()
    question.get_by_label("Password").fill(PASSWORD)
    question.get_by_role("button", name="Confirm").click()
    expect(page.get_by_alt_text("QR code")).to_be_visible()


def _grow_old(process: CenterProcess) -> None:
    with closing(sqlite3.connect(next(process.directory.rglob("*.db")), timeout=20)) as file, file:
        file.execute("UPDATE sys_session SET auth_time = 0")


def test_no_passkeys_where_the_address_is_a_number(admin: Page, center: api.Center, picture: Picture) -> None:
    admin.goto(f"{center.url}/security")
    expect(admin.get_by_text("Passkeys need a host name; this center's address is an IP address.")).to_be_visible()
    expect(admin.get_by_role("button", name="Add a passkey")).to_have_count(0)
    picture(admin, "no-passkeys")
    _sign_out(admin)
    expect(admin.get_by_label("User name")).to_be_visible()
    expect(admin.get_by_role("button", name="Use a passkey")).to_have_count(0)
