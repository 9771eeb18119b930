"""What is seen without scrolling, and what things look like that are easily taken for others."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import api
from tests.browser.conftest import Picture

pytestmark = pytest.mark.browser
_LONG = "a-tenant-whose-name-says-all-that-is-kept-there-and-for-whom"


@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_a_long_name_is_read(admin: Page, center: api.Center, width: int) -> None:
    topic = center.topic(f"{_LONG}-{width}")
    admin.set_viewport_size({"width": width, "height": 900})
    for path in (f"tenant/{topic['tenant_id']}", f"topic/{topic['id']}"):
        admin.goto(f"{center.url}/resources/{path}")
        heading = admin.get_by_role("heading", name=f"{_LONG}-{width}")
        expect(heading).to_be_in_viewport()
        box = heading.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["width"] > 160, "some letters a line"


def test_the_title_of_a_card_is_not_cut(admin: Page, center: api.Center) -> None:
    topic = center.topic("titles")
    admin.set_viewport_size({"width": 390, "height": 900})
    admin.goto(f"{center.url}/resources/namespace/{topic['namespace_id']}/policies")
    title = admin.get_by_text("Rules about subscriptions", exact=True)
    expect(title).to_be_visible()
    assert title.evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_the_use_of_a_grant_stands_beside_it(admin: Page, center: api.Center) -> None:
    topic = center.topic("beside")
    user = center.post("users", username="beside.somebody.with.a.name", kind="person")
    place = {"res_type": 2, "res_id": topic["tenant_id"]}
    center.post("grants", user_id=user["id"], **place, authorities=[101, 102, 103, 104, 105])
    admin.goto(f"{center.url}/resources/tenant/{topic['tenant_id']}")
    usage = admin.get_by_role("columnheader", name="Usage")
    usage.scroll_into_view_if_needed()
    seen = usage.evaluate(
        """(one) => {
          const { left, right, top, height } = one.getBoundingClientRect();
          return [left + 1, right - 1].every((x) => one.contains(document.elementFromPoint(x, top + height / 2)));
        }"""
    )
    assert seen, "the column lies under another one, or outside its card"


def test_a_question_is_sent_without_scrolling(admin: Page, center: api.Center) -> None:
    admin.goto(f"{center.url}/why")
    expect(admin.get_by_role("button", name="Check", exact=True)).to_be_in_viewport(ratio=1)


def test_a_box_to_tick_is_square(admin: Page, center: api.Center) -> None:
    """A round box would look like a radio button."""
    topic = center.topic("square")
    admin.goto(f"{center.url}/resources/tenant/{topic['tenant_id']}")
    admin.get_by_role("main").get_by_role("button", name="Grant").first.click()
    boxes = admin.get_by_role("dialog").locator("span.ant-checkbox")
    expect(boxes.first).to_be_visible()
    rounds = boxes.evaluate_all("(all) => all.map((one) => parseFloat(getComputedStyle(one).borderRadius))")
    assert 0 <= max(rounds) <= 4


@pytest.mark.parametrize(
    ("path", "tab"), [("remediations", "Opt-outs"), ("grants", "Given by me"), ("requests", "To decide")]
)
def test_a_tab_is_in_the_address(admin: Page, center: api.Center, path: str, tab: str) -> None:
    admin.goto(f"{center.url}/{path}")
    admin.get_by_role("tab", name=tab).click()
    admin.reload()
    expect(admin.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")


def test_the_line_is_below_the_chosen_tab(admin: Page, center: api.Center, picture: Picture) -> None:
    """Also where the tabs take several lines."""
    user = center.post("users", username="tabs.somebody", kind="person")
    admin.set_viewport_size({"width": 390, "height": 900})
    for path, name in (("", "Overview"), ("/connections", "Live connections"), ("/rights", "Rights")):
        admin.goto(f"{center.url}/users/{user['id']}{path}")
        chosen = admin.get_by_role("main").locator(".ant-tabs-tab", has=admin.get_by_role("tab", selected=True))
        expect(chosen).to_have_count(1)
        picture(admin, f"tabs-{name.lower().replace(' ', '-')}")
        height, seen = chosen.evaluate(
            """(one) => {
              const line = getComputedStyle(one, "::after");
              return [line.height, line.backgroundColor !== "rgba(0, 0, 0, 0)" && line.content !== "none"];
            }"""
        )
        assert (height, seen) == ("2px", True)
        expect(admin.locator(".ant-tabs-ink-bar:visible")).to_have_count(0)
    tops = {box["y"] for tab in admin.get_by_role("tab").all() if (box := tab.bounding_box())}
    assert len(tops) > 1, "they take one line: this shows nothing"


@pytest.mark.parametrize("width", [1440, 390])
def test_the_entry_of_the_page_is_seen_in_the_menu(admin: Page, center: api.Center, width: int) -> None:
    admin.set_viewport_size({"width": width, "height": 900})
    admin.goto(f"{center.url}/web-hooks")
    if width < 900:
        admin.get_by_role("button", name="Menu", exact=True).click()
    entry = admin.get_by_role("navigation", name="Main menu").locator("[aria-current]")
    expect(entry).to_have_text("Settings")
    expect(entry).to_be_in_viewport(ratio=1)
    assert admin.evaluate("window.scrollY") == 0


def test_who_may_do_what_is_in_sight_on_a_topic(admin: Page, center: api.Center) -> None:
    """It used to be below four cards of live data."""
    admin.goto(f"{center.url}/resources/topic/{center.topic('layout-order')['id']}")
    expect(admin.get_by_role("button", name="plus Grant")).to_be_in_viewport()
