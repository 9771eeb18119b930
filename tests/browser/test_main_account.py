"""What a main account sees: its own sub-accounts and resources, and no links to those of others."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.screens import choose, dialog

pytestmark = pytest.mark.browser


def test_a_main_account_works_within_its_own_rights(page: Page, center: api.Center, picture: Picture) -> None:
    topic = center.topic("mains")
    shop = center.post("users", username="main.shop", kind="person")
    center.post("grants", user_id=shop["id"], res_type=2, res_id=topic["tenant_id"], authorities=[104, 302, 303])
    api.enter_first_time(page.context, center.url, "main.shop", shop["initial_secret"], PASSWORD)
    page.goto(center.url)
    expect(page.get_by_role("heading", name="Home")).to_be_visible()

    page.get_by_role("navigation", name="Main menu").get_by_role("link", name="My services").click()
    page.get_by_role("button", name="New sub-account").click()
    dialog(page).get_by_label("User name").fill("main.shop.producer")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="main.shop.producer")).to_be_visible()

    page.goto(f"{center.url}/resources/topic/{topic['id']}")
    page.get_by_role("button", name="Grant").first.click()
    choose(page, dialog(page).get_by_role("combobox"), "main.shop.producer")
    dialog(page).get_by_role("checkbox", name="write the topic", exact=True).check()
    dialog(page).get_by_role("button", name="Grant", exact=True).click()
    expect(page.get_by_role("row", name="main.shop.producer")).to_be_visible()
    expect(page.get_by_role("button", name="Register a cluster")).to_have_count(0)
    picture(page, "main-account-topic")


def test_a_right_that_the_giver_lacks_cannot_be_granted(page: Page, center: api.Center) -> None:
    topic = center.topic("unheld")
    lender = center.post("users", username="main.lender", kind="person")
    center.post("users", username="main.other", kind="person")
    center.post("grants", user_id=lender["id"], res_type=4, res_id=topic["id"], authorities=[304])
    api.enter_first_time(page.context, center.url, "main.lender", lender["initial_secret"], PASSWORD)
    page.goto(f"{center.url}/resources/topic/{topic['id']}")
    page.get_by_role("button", name="Grant").first.click()
    choose(page, dialog(page).get_by_role("combobox"), "main.other")
    dialog(page).get_by_role("checkbox", name="read the topic", exact=True).check()
    dialog(page).get_by_role("button", name="Grant", exact=True).click()
    expect(dialog(page).locator("code", has_text="not_held")).to_be_visible()
