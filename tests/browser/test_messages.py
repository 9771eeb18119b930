"""E-mail and web hooks as people use them: a real mail server and a real receiver, both on loopback."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from playwright.sync_api import Browser, Page, expect

from tests.browser import accessible, api
from tests.browser.conftest import PASSWORD, PATIENCE_MS, SCREEN, Picture
from tests.browser.languages import appear
from tests.browser.screens import choose_language, dialog, sign_in
from tests.browser.service import RunningCenter, running
from tests.end_to_end.ports import free_ports
from tests.messages.conftest import Mailbox
from tests.messages.web_hook_receiver import Receiver, receiving

pytestmark = pytest.mark.browser
ADDRESS = "admin@acme.example"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """Refuses what comes at first."""
    with receiving() as made:
        made.status = 500
        yield made


@pytest.fixture
def mailbox() -> Iterator[tuple[Mailbox, int]]:
    """A mail server without TLS, which a center takes on loopback only."""
    made = Mailbox()
    controller = Controller(made, hostname="127.0.0.1", port=free_ports(1)[0])
    controller.start()
    yield made, controller.port
    controller.stop()


@pytest.fixture
def telling_center(tmp_path: Path, mailbox: tuple[Mailbox, int]) -> Iterator[RunningCenter]:
    """A service that sends e-mail and calls web hooks."""
    more = {
        "PUC_MAIL_HOST": "127.0.0.1",
        "PUC_MAIL_PORT": str(mailbox[1]),
        "PUC_MAIL_TLS": "none",
        "PUC_MAIL_SENDER": "center@acme.example",
        "PUC_WEB_HOOK_HOSTS": "127.0.0.1",
        "PUC_WEB_HOOK_NETWORKS": "127.0.0.0/8",
    }
    with running(tmp_path, **more) as started, api.signed_in_first_time(started, PASSWORD):
        yield started


@pytest.fixture
def admin_page(browser: Browser, telling_center: RunningCenter) -> Iterator[Page]:
    """An administrator's window."""
    context = browser.new_context(locale="en-US", viewport=SCREEN, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    sign_in(page, telling_center.url, "admin", PASSWORD)
    expect(page.get_by_role("heading", name="Home")).to_be_visible()
    yield page
    context.close()


def test_an_own_address_and_a_test_message(
    admin_page: Page, telling_center: RunningCenter, mailbox: tuple[Mailbox, int], picture: Picture
) -> None:
    page = admin_page
    page.goto(f"{telling_center.url}/security")
    page.get_by_role("button", name="Enter an address").click()
    dialog(page).get_by_label("E-mail address").fill(ADDRESS)
    picture(page, "own-email-enter")
    dialog(page).get_by_role("button", name="Save").click()
    expect(page.get_by_text(f"A link went to {ADDRESS}")).to_be_visible()
    page.goto(_link(page, mailbox[0]))
    page.get_by_role("button", name="Confirm the e-mail address").click()
    expect(page.get_by_text("The address is confirmed")).to_be_visible()
    page.goto(f"{telling_center.url}/security")
    expect(page.get_by_text(ADDRESS)).to_be_visible()
    page.get_by_role("checkbox", name="Remediation").click()
    expect(page.get_by_text("Saved")).to_be_visible()
    _check_screen(page, picture, "own-email", "安全")
    page.reload()
    expect(page.get_by_role("checkbox", name="Remediation")).not_to_be_checked()
    page.goto(f"{telling_center.url}/mail")
    page.get_by_role("button", name="Send me a test").click()
    expect(page.get_by_role("row", name=re.compile("^Test.*admin.*sent"))).to_be_visible()
    _check_screen(page, picture, "mail", "电子邮件")
    page.goto(f"{telling_center.url}/security")
    page.get_by_role("button", name="Remove", exact=True).click()
    dialog(page).get_by_role("button", name="Remove").click()
    expect(page.get_by_text("No confirmed address yet")).to_be_visible()


def test_a_person_is_invited(
    admin_page: Page, telling_center: RunningCenter, mailbox: tuple[Mailbox, int], picture: Picture
) -> None:
    page = admin_page
    page.goto(f"{telling_center.url}/users")
    page.get_by_role("button", name="New user").click()
    dialog(page).get_by_label("User name").fill("alice")
    dialog(page).get_by_label("E-mail address").fill("alice@acme.example")
    assert accessible.violations(page) == []
    picture(page, "new-user-invited")
    dialog(page).get_by_role("button", name="Create").click()
    expect(page.get_by_text("The invitation is on its way")).to_be_visible()
    expect(dialog(page)).to_have_count(0)
    page.get_by_role("link", name="alice").first.click()
    page.get_by_role("button", name="Invite by e-mail").click()
    dialog(page).get_by_label("E-mail address").fill("alice@acme.example")
    assert accessible.violations(page) == []
    picture(page, "invite-en")
    dialog(page).get_by_role("button", name="Cancel").click()
    choose_language(page, "中文")
    page.get_by_role("button", name="邮件邀请").click()
    page.set_viewport_size({"width": 390, "height": 844})
    assert accessible.violations(page) == []
    picture(page, "invite-zh-narrow")
    dialog(page).get_by_role("button", name="取消").click()
    choose_language(page, "English")
    page.goto(_link(page, mailbox[0]))
    expect(page.get_by_role("heading", name="Choose a password alice")).to_be_visible()
    choose_language(page, "中文")
    page.get_by_label("新密码").fill("password1")
    page.get_by_role("button", name="设置密码").click()
    expect(page.locator(".ant-form-item-explain-error")).to_have_text("这个密码不够安全：这是攻击者最先尝试的密码之一")
    picture(page, "choose-password-zh")


def test_a_web_hook_is_added_tested_and_tried_again(
    admin_page: Page, telling_center: RunningCenter, receiver: Receiver, picture: Picture
) -> None:
    page, port = admin_page, receiver.port
    page.goto(f"{telling_center.url}/web-hooks")
    page.get_by_role("button", name="Add a web hook").click()
    dialog(page).get_by_label("Name").fill("chat")
    dialog(page).get_by_label("Address").fill("https://elsewhere.example/")
    dialog(page).get_by_role("button", name="Create").click()
    expect(dialog(page).get_by_text("the host is not in PUC_WEB_HOOK_HOSTS")).to_be_visible()
    picture(page, "web-hook-refused")
    dialog(page).get_by_label("Address").fill(f"http://127.0.0.1:{port}/in")
    dialog(page).get_by_role("button", name="Create").click()
    expect(dialog(page).get_by_text(re.compile("^whsec_"))).to_be_visible()
    picture(page, "web-hook-secret")
    dialog(page).get_by_role("button", name="I have saved it").click()
    page.get_by_role("button", name="Send a test: chat").click()
    page.get_by_role("button", name="Expand row").click()
    expect(page.get_by_text("it answered 500")).to_be_visible()
    receiver.status = 204
    page.get_by_role("button", name="Send again").click()
    expect(page.get_by_role("row", name=re.compile("^Test sent 2"))).to_be_visible()
    assert len(receiver.requests) == 2
    _check_screen(page, picture, "web-hooks", "Webhook")
    page.get_by_role("button", name="Switch off: chat").click()
    expect(page.get_by_role("button", name="Switch on: chat")).to_be_visible()
    page.get_by_role("button", name="Delete: chat").click()
    dialog(page).get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No web hooks yet")).to_be_visible()


def test_a_missing_receiver_is_reported_in_words(admin_page: Page, telling_center: RunningCenter) -> None:
    page = admin_page
    page.goto(f"{telling_center.url}/web-hooks")
    page.get_by_role("button", name="Add a web hook").click()
    dialog(page).get_by_label("Name").fill("nobody")
    dialog(page).get_by_label("Address").fill(f"http://127.0.0.1:{free_ports(1)[0]}/in")
    dialog(page).get_by_role("button", name="Create").click()
    dialog(page).get_by_role("button", name="I have saved it").click()
    page.get_by_role("button", name="Send a test: nobody").click()
    page.get_by_role("button", name="Expand row").click()
    expect(page.get_by_text("it could not be reached: no connection", exact=True)).to_be_visible()
    choose_language(page, "中文")
    expect(page.get_by_text("无法连接", exact=True)).to_be_visible()


def _link(page: Page, box: Mailbox) -> str:
    for _ in range(150):
        if box.messages:
            found = re.search(r"(https?://\S+#puc_once_\w+)", box.texts()[-1])
            assert found, box.texts()
            return found[1]
        page.wait_for_timeout(100)
    raise AssertionError("no e-mail came")


def _check_screen(page: Page, picture: Picture, name: str, heading: str) -> None:
    """In both languages, wide and light, narrow and dark."""
    page.mouse.move(0, 0)  # a button below it has other colours
    picture(page, f"{name}-en")
    found = accessible.violations(page)
    assert found == [], found
    choose_language(page, "中文")
    expect(page.get_by_role("heading", name=heading, exact=True).first).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    appear(page, "dark")
    found = accessible.violations(page)
    assert found == [], found
    picture(page, f"{name}-zh-narrow-dark")
    appear(page, "light")
    page.set_viewport_size(SCREEN)
    choose_language(page, "English")
