"""Encryption keys on the console, as several tests look at them."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser import accessible, api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.languages import appear
from tests.browser.screens import choose_language


def enter(page: Page, center: api.Center, username: str, topic: dict[str, Any], authority: int) -> None:
    """Show the topic's page to somebody new who holds only this there."""
    user = center.post("users", username=username, kind="person")
    center.post("grants", user_id=user["id"], res_type=4, res_id=topic["id"], authorities=[authority])
    api.enter_first_time(page.context, center.url, username, user["initial_secret"], PASSWORD)
    page.goto(f"{center.url}/resources/topic/{topic['id']}/policies")
    expect(page.get_by_role("heading", name=topic["full_name"])).to_be_visible()
    page.wait_for_load_state("networkidle")  # what the reader may do is known


def card(page: Page) -> Locator:
    """The keys of the place."""
    return page.get_by_test_id("encryption-keys")


def unfold(page: Page, key: str) -> None:
    """Show the versions of a key, and who has them."""
    card(page).get_by_role("row", name=key).get_by_role("button", name="Expand row").click()
    expect(page.get_by_test_id("key-fetches")).to_be_visible()


def rotate(center: api.Center, place: str, key: str) -> None:
    """Make the next version of a key."""
    path = f"/api/v1/{place}/encryption-keys/{key}/versions"
    answer = center.client.post(path, json={"algorithm": "EC-P256"}, headers={"If-Match": "*"})
    assert answer.is_success, answer.text


def look(page: Page, picture: Picture, name: str) -> None:
    """Both languages, both appearances, wide and narrow."""
    picture(page, name)
    appear(page, "dark")
    choose_language(page, "中文")
    expect(card(page)).to_contain_text("加密密钥")
    picture(page, f"{name}-zh-dark")
    assert accessible.violations(page, "[data-testid=encryption-keys]") == []
    page.set_viewport_size({"width": 390, "height": 900})
    picture(page, f"{name}-narrow-dark")
    appear(page, "light")
    assert accessible.violations(page, "[data-testid=encryption-keys]") == []
    picture(page, f"{name}-narrow")
