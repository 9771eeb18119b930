"""Work that is interrupted goes on: a session that ends, a part of the console that cannot be loaded."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import api
from tests.browser.conftest import PASSWORD
from tests.browser.screens import dialog, sign_in

pytestmark = pytest.mark.browser
_SCREEN = re.compile(r"/assets/GroupsPage-.*\.js")


def test_a_session_that_ends_keeps_what_was_typed(admin: Page, center: api.Center) -> None:
    admin.goto(f"{center.url}/groups")
    admin.get_by_role("button", name="New group").click()
    dialog(admin).get_by_label("Name").fill("typed-till-then")
    admin.wait_for_load_state("networkidle")  # else what is still being read asks first
    admin.context.clear_cookies()
    dialog(admin).get_by_role("button", name="Save").click()
    again = admin.get_by_role("dialog", name="Your session has ended: sign in again")
    expect(again.get_by_label("Password")).to_be_focused()
    again.get_by_label("Password").fill("not the password")
    admin.keyboard.press("Enter")
    expect(again.get_by_text("User name or password is wrong").first).to_be_visible()
    again.get_by_label("Password").fill(PASSWORD)
    admin.keyboard.press("Enter")
    # The request went on where it had stopped.
    expect(admin.get_by_role("row", name="typed-till-then")).to_be_visible()
    expect(admin.get_by_role("dialog")).to_have_count(0)


def test_a_person_who_does_not_sign_in_again_is_signed_out(admin: Page, center: api.Center) -> None:
    admin.goto(f"{center.url}/grants")
    expect(admin.get_by_role("heading", name="Grants")).to_be_visible()
    admin.context.clear_cookies()
    admin.get_by_role("link", name="Roles").first.click()
    admin.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(admin.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(admin).to_have_url(re.compile("/roles$"))


def test_a_tab_goes_on_after_another_one_has_signed_out(admin: Page, center: api.Center) -> None:
    """What was typed is still there."""
    admin.goto(f"{center.url}/groups")
    admin.get_by_role("button", name="New group").click()
    dialog(admin).get_by_label("Name").fill("typed-in-the-first-tab")
    other = admin.context.new_page()
    other.goto(center.url)
    other.get_by_role("button", name="admin").click()
    other.get_by_role("menuitem", name="Sign out").click()
    expect(other.get_by_role("heading", name="Sign in")).to_be_visible()
    dialog(admin).get_by_role("button", name="Save").click()
    again = admin.get_by_role("dialog", name="Your session has ended: sign in again")
    again.get_by_label("Password").fill(PASSWORD)
    admin.keyboard.press("Enter")
    expect(admin.get_by_role("row", name="typed-in-the-first-tab")).to_be_visible()


def test_two_tabs_do_not_overwrite_each_other(admin: Page, center: api.Center) -> None:
    """The second one is told, keeps what was typed, and may look at what is there now."""
    user = center.post("users", username="two.tabs", kind="service")
    other = admin.context.new_page()
    for tab in (admin, other):
        tab.goto(f"{center.url}/users/{user['id']}")
        tab.get_by_role("button", name="Edit").click()
        expect(dialog(tab).get_by_label("Remark")).to_be_visible()
    dialog(other).get_by_label("Remark").fill("the other tab")
    dialog(other).get_by_role("button", name="Save").click()
    expect(other.get_by_role("dialog")).to_have_count(0)
    dialog(admin).get_by_label("Remark").fill("this tab")
    dialog(admin).get_by_role("button", name="Save").click()
    expect(dialog(admin).locator("code", has_text="changed_meanwhile")).to_be_visible()
    expect(dialog(admin).get_by_label("Remark")).to_have_value("this tab")
    assert center.get(f"users/{user['id']}")["remark"] == "the other tab"


def test_after_signing_in_the_keyboard_is_at_the_content(page: Page, center: api.Center) -> None:
    sign_in(page, f"{center.url}/groups", "admin", PASSWORD)
    expect(page.get_by_role("heading", name="Business groups")).to_be_visible()
    expect(page.get_by_role("main")).to_be_focused()


def test_a_screen_that_cannot_be_loaded_leaves_the_menu(admin: Page, center: api.Center) -> None:
    """As after an upgrade: the file is gone, and the page is read again once, not for ever."""
    loads: list[str] = []
    admin.goto(f"{center.url}/users")
    expect(admin.get_by_role("heading", name="Users")).to_be_visible()
    admin.route(_SCREEN, lambda route: route.fulfill(status=404))
    admin.on("load", lambda page: loads.append(page.url))
    admin.get_by_role("link", name="Business groups").click()
    expect(admin.locator("code", has_text="screen_missing")).to_be_visible()
    assert len(loads) == 1
    admin.get_by_role("link", name="Users").first.click()
    expect(admin.get_by_role("heading", name="Users")).to_be_visible()
    admin.unroute(_SCREEN)
    admin.goto(f"{center.url}/groups")
    expect(admin.get_by_role("heading", name="Business groups")).to_be_visible()


def test_a_center_that_does_not_answer_is_reported_inside_the_frame(admin: Page, center: api.Center) -> None:
    admin.goto(f"{center.url}/registrations")
    expect(admin.get_by_role("heading", name="Account requests")).to_be_visible()
    for pattern in (_SCREEN, "**/health/live", "**/api/v1/users?*"):
        admin.route(pattern, lambda route: route.abort())
    admin.get_by_role("link", name="Business groups").click()
    expect(admin.get_by_text("The user center cannot be reached")).to_be_visible()
    expect(admin.get_by_role("navigation", name="Main menu")).to_be_visible()
    admin.get_by_role("link", name="Users").first.click()
    expect(admin.get_by_text("The user center cannot be reached")).to_be_visible(timeout=30_000)
    expect(admin.get_by_text("Failed to fetch")).to_have_count(0)
    retry = admin.get_by_role("button", name="Try again")
    expect(admin.get_by_role("heading", name="Users")).to_be_visible()
    expect(retry).to_be_visible()
    # It is back.
    for pattern in (_SCREEN, "**/health/live", "**/api/v1/users?*"):
        admin.unroute(pattern)
    retry.click()
    expect(admin.get_by_role("row", name="admin").first).to_be_visible()


def test_a_screen_that_loads_shows_progress(admin: Page, center: api.Center) -> None:
    waiting: list[Route] = []
    admin.goto(f"{center.url}/users")
    expect(admin.get_by_role("heading", name="Users")).to_be_visible()
    # This window has loaded the file before: ask for it as if it were new.
    admin.route(_SCREEN, lambda route: waiting.append(route))
    admin.get_by_role("link", name="Business groups").click()
    expect(admin.get_by_role("progressbar", name="Loading…")).to_be_visible()
    waiting[0].continue_()
    expect(admin.get_by_role("heading", name="Business groups")).to_be_visible()
    expect(admin.get_by_role("progressbar", name="Loading…")).to_have_count(0)


def test_a_request_without_an_answer_ends_and_says_so(own_page: Page, center: api.Center) -> None:
    """In a window of its own: a script that runs first in each page cannot be taken out again."""
    api.enter(own_page.context, center.url, "admin", PASSWORD)
    own_page.add_init_script("AbortSignal.timeout = (real => () => real.call(AbortSignal, 1))(AbortSignal.timeout)")
    own_page.route("**/api/v1/**", lambda _: None)
    own_page.goto(f"{center.url}/groups")
    expect(own_page.get_by_text("did not answer in time")).to_be_visible()
