"""The search over everything: opened, used and left with the keyboard; what it finds leads to its page; and keys that
go to pages, never while something is typed."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser import accessible, api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.languages import LANGUAGES, strange, switch
from tests.browser.screens import dialog

pytestmark = pytest.mark.browser
_WIDTHS = (1440, 390)


@pytest.fixture(scope="module")
def topic(center: api.Center) -> dict[str, Any]:
    """In a tenant of its own; beside it a user, a role and a group whose names begin like the tenant's."""
    made = center.topic("palette-tenant")
    center.post("users", username="palette-user", kind="person")
    center.post("roles", name="palette role")
    center.post("groups", name="palette group")
    return made


def _open(page: Page, center: api.Center, path: str = "/") -> Locator:
    """The field of the palette, opened with Ctrl+K."""
    page.goto(center.url + path)
    expect(page.locator("#content h1")).to_be_visible()
    page.keyboard.press("Control+k")
    box = dialog(page).get_by_role("combobox")
    expect(box).to_be_focused()
    return box


def _option(page: Page, name: str) -> Locator:
    return page.get_by_role("option").filter(has_text=re.compile(rf"^{re.escape(name)}"))


@pytest.mark.parametrize(
    ("letters", "name", "path"),
    [
        ("palette-u", "palette-user", r"/users/\d+"),
        ("PALETTE R", "palette role", r"/roles/\d+"),
        ("palette g", "palette group", r"/groups\?q=palette%20group"),
        ("palette-ten", "palette-tenant", r"/resources/tenant/\d+"),
        ("palette-tenant/", "palette-tenant/orders", r"/resources/namespace/\d+"),
        ("palette-tenant/orders/cr", "persistent://palette-tenant/orders/created", r"/resources/topic/\d+"),
        ("signing", "Signing keys", "/signing-keys"),
        ("new user", "New user", "/users"),
        ("denied", "Denied attempts", r"/usage\?tab=denials"),
    ],
)
def test_some_letters_and_enter_lead_to_the_page(
    admin: Page, center: api.Center, topic: dict[str, Any], letters: str, name: str, path: str
) -> None:
    box = _open(admin, center)
    box.fill(letters)
    expect(_option(admin, name)).to_have_attribute("aria-selected", "true")
    box.press("Enter")
    expect(admin).to_have_url(re.compile(re.escape(center.url) + path + "$"))
    if name == "New user":
        expect(dialog(admin).get_by_label("User name")).to_be_focused()
    else:
        expect(admin.get_by_role("dialog")).to_have_count(0)


def test_it_is_used_without_a_pointer(admin: Page, center: api.Center, topic: dict[str, Any]) -> None:
    """A combobox whose list is told to screen readers: which entry is chosen, and how many there are."""
    box = _open(admin, center)
    box.fill("palette")
    expect(admin.get_by_role("status").filter(has_text="4 results")).to_be_visible()
    first = admin.get_by_role("option").first
    for key, chosen in (("ArrowDown", admin.get_by_role("option").nth(1)), ("ArrowUp", first)):
        box.press(key)
        expect(chosen).to_have_attribute("aria-selected", "true")
        expect(box).to_have_attribute("aria-activedescendant", str(chosen.get_attribute("id")))
    box.fill("palette-nobody")
    expect(admin.get_by_role("status").filter(has_text="0 results")).to_be_visible()
    box.press("Enter")
    expect(box).to_be_focused()


def test_the_focus_returns_to_where_it_was(admin: Page, center: api.Center) -> None:
    box = _open(admin, center, "/grants")
    box.press("Escape")
    expect(admin.get_by_role("dialog")).to_have_count(0)
    tab = admin.get_by_role("tab", selected=True)
    tab.focus()
    admin.keyboard.press("/")
    expect(dialog(admin).get_by_role("combobox")).to_be_focused()
    expect(dialog(admin).get_by_role("combobox")).to_have_value("")
    admin.keyboard.press("Escape")
    expect(tab).to_be_focused()
    button = admin.get_by_role("button", name="Search Ctrl K")
    button.click()
    expect(dialog(admin).get_by_role("combobox")).to_be_focused()
    admin.keyboard.press("Escape")
    expect(button).to_be_focused()


def test_two_keys_go_to_a_page(admin: Page, center: api.Center) -> None:
    admin.goto(center.url)
    expect(admin.locator("#content h1")).to_be_visible()
    for keys, path in (("gr", "/resources"), ("gg", "/grants"), ("ga", "/trail"), ("gh", "/")):
        for key in keys:
            admin.keyboard.press(key)
        expect(admin).to_have_url(center.url + path)
    for key in "gxr":  # x begins anew
        admin.keyboard.press(key)
    admin.keyboard.press("?")
    expect(dialog(admin).get_by_text("g r", exact=True)).to_be_visible()
    expect(admin).to_have_url(f"{center.url}/")


def test_no_key_works_where_something_is_typed(admin: Page, center: api.Center) -> None:
    admin.goto(f"{center.url}/users")
    field = (
        admin.get_by_role("main").get_by_role("searchbox").or_(admin.get_by_role("main").get_by_role("textbox")).first
    )
    field.click()
    admin.keyboard.type("g r/?")
    admin.keyboard.press("Control+k")
    expect(field).to_have_value("g r/?")
    expect(admin.get_by_role("dialog")).to_have_count(0)
    expect(admin).to_have_url(re.compile("/users"))
    admin.get_by_role("button", name="New user").click()
    expect(dialog(admin).get_by_label("User name")).to_be_focused()
    dialog(admin).get_by_role("button", name="Cancel").focus()
    for key in ("g", "r", "Control+k"):
        admin.keyboard.press(key)
    expect(admin.get_by_role("dialog")).to_have_count(1)
    expect(admin).to_have_url(re.compile("/users"))


def test_keys_without_control_are_switched_off(admin: Page, center: api.Center) -> None:
    """Who speaks to the browser presses keys by words (WCAG 2.1.4)."""
    admin.goto(center.url)
    expect(admin.locator("#content h1")).to_be_visible()
    admin.keyboard.press("?")
    dialog(admin).get_by_role("checkbox", name="Keys without Ctrl work").uncheck()
    admin.keyboard.press("Escape")
    expect(admin.get_by_role("dialog")).to_have_count(0)
    for key in ("g", "r", "?", "/"):
        admin.keyboard.press(key)
    admin.keyboard.press("Control+k")
    expect(dialog(admin).get_by_role("combobox")).to_be_focused()
    expect(admin.get_by_role("dialog")).to_have_count(1)
    expect(admin).to_have_url(f"{center.url}/")


def test_who_has_no_page_for_it_is_not_led_there(page: Page, center: api.Center, topic: dict[str, Any]) -> None:
    reader = center.post("users", username="palette.reader", kind="person")
    center.post("grants", user_id=reader["id"], res_type=4, res_id=topic["id"], authorities=[303])
    api.enter_first_time(page.context, center.url, "palette.reader", reader["initial_secret"], PASSWORD)
    box = _open(page, center)
    box.fill("palette")
    options = page.get_by_role("option")
    expect(options).to_have_count(2)
    expect(options.nth(0)).to_contain_text("palette.reader")
    expect(options.nth(1)).to_contain_text("palette-tenant")
    box.fill("signing")
    expect(page.get_by_role("status").filter(has_text="0 results")).to_be_visible()


def test_the_first_page_loads_nothing_of_it(admin: Page, center: api.Center) -> None:
    loaded: list[str] = []
    admin.on("request", lambda request: loaded.append(request.url))
    admin.goto(center.url)
    expect(admin.locator("#content h1")).to_be_visible()
    assert not [url for url in loaded if re.search("Palette-|KeyList-", url)]
    admin.keyboard.press("Control+k")
    expect(dialog(admin).get_by_role("combobox")).to_be_focused()
    assert [url for url in loaded if re.search("Palette-.*js", url)]


def test_how_it_looks(admin: Page, center: api.Center, topic: dict[str, Any], picture: Picture) -> None:
    """Both languages, light and dark, wide and narrow: axe finds nothing, and nothing is in the other language."""
    problems = []
    for language in LANGUAGES:
        admin.set_viewport_size({"width": 1440, "height": 900})
        admin.goto(center.url)
        switch(admin, language)
        for width in _WIDTHS:
            admin.set_viewport_size({"width": width, "height": 900})
            for keys, name in ((("Control+k",), "palette"), (("?",), "keys")):
                for key in keys:
                    admin.keyboard.press(key)
                expect(admin.get_by_role("dialog")).to_be_visible()
                if name == "palette":
                    expect(dialog(admin).get_by_role("combobox")).to_be_focused()
                    picture(admin, f"{language}-{width}-palette-empty")
                    dialog(admin).get_by_role("combobox").fill("palette")
                    expect(admin.get_by_role("option").filter(has_text="palette-tenant")).to_be_visible()
                problems += [f"{name} {width}: {found}" for found in accessible.violations(admin)]
                problems += strange(admin.get_by_role("dialog"), language)
                picture(admin, f"{language}-{width}-{name}")
                admin.keyboard.press("Escape")
                expect(admin.get_by_role("dialog")).to_have_count(0)
    assert problems == []


def test_what_is_typed_before_it_has_come_goes_nowhere(admin: Page, center: api.Center) -> None:
    """Its file is loaded at the first use: until then g and r must not leave the page."""
    waiting: list[Route] = []
    admin.goto(center.url)
    expect(admin.locator("#content h1")).to_be_visible()
    admin.route(re.compile("Palette-.*js"), lambda route: waiting.append(route))
    with admin.expect_request(re.compile("Palette-.*js")):
        admin.keyboard.press("Control+k")
    for key in "gr?":
        admin.keyboard.press(key)
    for route in waiting:
        route.continue_()
    expect(dialog(admin).get_by_role("combobox")).to_be_focused()
    expect(admin.get_by_role("dialog")).to_have_count(1)
    expect(admin).to_have_url(f"{center.url}/")
