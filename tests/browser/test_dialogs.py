"""Every dialog: the keyboard begins at its first field and returns to where it was; axe-core finds nothing grave."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import accessible, api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.screens import dialog
from tests.browser.watch import Watch

pytestmark = pytest.mark.browser

# Screen → the buttons on it that open a dialog.
DIALOGS = {
    "resources": ["Register a cluster"],
    "cluster": ["New tenant", "Edit", "Give up", "Delete", "Rights matrix", "Grant"],
    "tenant": ["New namespace", "Edit", "Delete", "Rights matrix", "Grant"],
    "namespace": ["New topic", "Edit", "Delete", "Revoke"],
    "topic": ["Edit", "Delete", "Grant", "Revoke"],
    "users": ["New user"],
    "user": ["Edit", "Reset initial secret", "Disable", "Delete"],
    "sub-accounts": ["New sub-account"],
    "user-given": ["Take all back"],
    "user-credentials": ["New API token", "Revoke", "Delete"],
    "groups": ["New group", "Edit", "Delete"],
    "roles": ["New role"],
    "role": ["Edit", "Delete", "Add a member", "Revoke"],
    "suggestion": ["Announce", "Opt out"],
    "remediation": ["Cancel"],
}


def test_every_dialog(browser: Browser, center: api.Center, screens: dict[str, str], picture: Picture) -> None:
    """Opened with the keyboard, shut with Escape. A secret that is shown once has no Escape."""
    context = browser.new_context(
        locale="en-US", color_scheme="light", viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
    )
    accessible.load(context)
    page = context.new_page()
    watch = Watch(page)
    api.enter(context, center.url, "admin", PASSWORD)
    problems = []
    for screen, buttons in DIALOGS.items():
        page.goto(center.url + screens[screen])
        expect(page.locator("#content h1")).to_be_visible()
        for name in buttons:
            problems += [f"{name} on {screen}: {found}" for found in _tried(page, name, picture, f"{screen}-{name}")]
    context.close()
    watch.check()
    assert not problems, "\n".join(problems)


def _tried(page: Page, name: str, picture: Picture, file: str) -> list[str]:
    found = []
    opener = page.get_by_role("main").get_by_role("button", name=re.compile(rf"^(plus |edit |table )?{name}$")).first
    opener.focus()
    page.keyboard.press("Enter")
    expect(dialog(page)).to_be_visible()
    expect(page.locator(".ant-skeleton, .ant-spin-spinning")).to_have_count(0)
    if not dialog(page).locator("input:focus, textarea:focus, button:focus, [role=combobox]:focus").count():
        found.append(f"the focus begins on {_focused(page)}")
    elif dialog(page).locator(".ant-modal-close:focus").count():
        found.append("the focus begins on the cross")
    picture(page, f"dialog-{file}")
    found += accessible.violations(page)
    page.emulate_media(color_scheme="dark")
    found += accessible.contrast(page)
    page.emulate_media(color_scheme="light")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    if not opener.evaluate("(each) => each === document.activeElement"):
        found.append(f"the focus is on {_focused(page)} afterwards")
    return found


def _focused(page: Page) -> str:
    text: str = page.evaluate("document.activeElement.outerHTML.slice(0, 80)")
    return text
