"""What a person does at the console, step by step."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

_SHOW = """async (path) => {
  const isMissing = () => document.querySelector('#content .ant-result-404') !== null;
  const go = async (to, missing) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    for (let frames = 0; isMissing() !== missing; frames += 1) {
      if (frames === 1800) throw new Error(`no screen at ${to}`);
      await new Promise(requestAnimationFrame);
    }
  };
  await go('/no-such-screen', true);
  await go(path, false);
}"""
"""By way of an address without a screen: once its page is gone, what is seen belongs to the new address."""


def show(page: Page, path: str) -> None:
    """Go on to this address as a link of the console does, which takes a quarter of the time of loading the console.

    For the user who is signed in already; answers of the last five seconds are shown from memory."""
    page.evaluate(_SHOW, path)


def sign_in(page: Page, url: str, username: str, password: str) -> None:
    """Type name and password and send them with Enter."""
    page.goto(url)
    page.get_by_label("User name").fill(username)
    page.get_by_label("Password").fill(password)
    page.keyboard.press("Enter")


def first_password(page: Page, password: str) -> None:
    """Replace the one-time secret, with which the page was just signed in to."""
    expect(page.get_by_label("One-time secret")).to_have_count(0)
    page.get_by_label("New password", exact=True).fill(password)
    page.get_by_label("New password again").fill(password)
    page.get_by_role("button", name="Change password").click()


def dialog(page: Page) -> Locator:
    """The dialog that is open."""
    return page.get_by_role("dialog").last


def fill_and_leave(page: Page, box: Locator, text: str) -> None:
    """Type into a field with suggestions and go on. Their list, which lies over what follows, is closed then."""
    box.fill(text)
    box.press("Tab")
    expect(page.locator(".ant-select-dropdown:visible")).to_have_count(0)


def choose(page: Page, box: Locator, text: str) -> None:
    """Choose the only entry of a select with this text, by typing if it can be searched. Fails if there is none, or
    several."""
    box.click()
    if box.is_editable():
        box.press_sequentially(text)
    named = _options(page, box).filter(has_text=text)
    expect(named).to_have_count(1)
    named.click()


def _options(page: Page, box: Locator) -> Locator:
    """The options of this select. Those of another one may still be closing."""
    expect(box).to_have_attribute("aria-controls", re.compile("."))
    mine = page.locator(f"[id='{box.get_attribute('aria-controls')}']")
    return page.locator(".ant-select-dropdown:visible").filter(has=mine).locator(".ant-select-item-option")


def choose_language(page: Page, label: str) -> None:
    """Switch to the other language, which the button names."""
    page.get_by_role("button", name=label).click()


def ask_why(page: Page, url: str, principal: str, topic: dict[str, Any]) -> Locator:
    """Ask from the topic's page whether this user may read it; returns the element of the verdict."""
    page.goto(f"{url}/resources/topic/{topic['id']}")
    page.get_by_role("main").get_by_role("link", name="Check access").click()
    fill_and_leave(page, page.get_by_label("User name"), principal)
    choose(page, page.get_by_label("Operation"), "Open a consumer or a reader")
    page.get_by_role("button", name="Check", exact=True).click()
    verdict = page.get_by_test_id("verdict")
    expect(verdict).to_be_visible()
    return verdict


def grant_read(page: Page, topic: str, username: str) -> None:
    """Find the topic over everything by some of its letters, and let the user read it."""
    page.keyboard.press("Control+k")
    dialog(page).get_by_role("combobox").press_sequentially(topic.removeprefix("persistent://")[:-5])
    expect(dialog(page).get_by_role("option", name=topic)).to_be_visible()
    page.keyboard.press("Enter")
    page.get_by_test_id("resource").get_by_role("button", name="Grant").click()
    box = dialog(page).get_by_role("combobox").first
    box.focus()
    box.press_sequentially(username)
    page.locator(".ant-select-item-option", has_text=username).click()
    dialog(page).get_by_role("checkbox", name="read the topic", exact=True).check()
    dialog(page).get_by_role("button", name="Grant", exact=True).click()
    expect(page.get_by_role("row", name=username)).to_be_visible()
