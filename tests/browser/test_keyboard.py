"""The five pages that matter, used by keyboard alone at 200 %: nothing needs a pointer, what has the focus is seen, and
no page scrolls sideways."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser import api
from tests.browser.clicks import at_most
from tests.browser.conftest import PASSWORD, SCREEN, Picture
from tests.browser.four_people import Estate, an_estate
from tests.browser.matrix import role_of
from tests.browser.screens import dialog

pytestmark = pytest.mark.browser
ZOOMED: ViewportSize = {"width": SCREEN["width"] // 2, "height": SCREEN["height"] // 2}
"""What of a usual window is left at 200 %."""
_MOST_TABS = 80


@pytest.fixture(scope="module")
def estate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Estate]:
    with an_estate(tmp_path_factory.mktemp("keyboard")) as made:
        yield made


@pytest.fixture
def zoomed(page: Page) -> Page:
    page.set_viewport_size(ZOOMED)
    return page


@contextmanager
def _keys_alone(page: Page) -> Iterator[None]:
    """No click in the block, and nothing wider than the window at its end."""
    with at_most(page, 0):
        yield
    assert page.evaluate("document.documentElement.scrollWidth") <= ZOOMED["width"]


def _tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until this has the focus. It must be seen then, and not lie below something else."""
    expect(wanted).to_be_visible()
    for _ in range(_MOST_TABS):
        if wanted.evaluate("(one) => one === document.activeElement"):
            expect(wanted).to_be_in_viewport()
            return
        page.keyboard.press("Tab")
    pytest.fail(f"{_MOST_TABS} times Tab do not lead to {wanted}")


def _press(page: Page, wanted: Locator, key: str = "Enter") -> None:
    _tab_to(page, wanted)
    page.keyboard.press(key)


def _go_to(page: Page, letters: str, name: str) -> None:
    """By the search over everything."""
    expect(page.locator("#content h1")).to_be_visible()
    page.keyboard.press("Control+k")
    expect(dialog(page).get_by_role("combobox")).to_be_focused()
    page.keyboard.type(letters)
    expect(dialog(page).get_by_role("option", selected=True)).to_contain_text(name)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_home_and_a_request_that_waits(zoomed: Page, estate: Estate, picture: Picture) -> None:
    estate.sign_in(zoomed, "home.developer")
    with api.signed_in(estate.center, "home.developer", PASSWORD) as asking:
        wish = {"resource_type": "topic", "resource": estate.topic["full_name"], "authorities": [302]}
        asking.post("access-requests", **wish, reason="the shop writes orders")
    estate.sign_in(zoomed, "home.owner")
    with _keys_alone(zoomed):
        _press(zoomed, zoomed.get_by_role("link", name="1 access request to decide"))
        _press(zoomed, zoomed.get_by_role("row", name="home.developer").get_by_role("button"))
        picture(zoomed, "keyboard-request")
        _press(zoomed, dialog(zoomed).get_by_role("button", name="Approve"))
        expect(zoomed.get_by_text("Approved: the right is granted")).to_be_visible()


def test_a_resource_and_a_grant_on_it(zoomed: Page, estate: Estate, picture: Picture) -> None:
    estate.sign_in(zoomed, "home.owner")
    with _keys_alone(zoomed):
        _go_to(zoomed, "home-tenant/orders/cr", estate.topic["full_name"])
        _press(zoomed, zoomed.get_by_test_id("resource").get_by_role("button", name="Grant"))
        _tab_to(zoomed, dialog(zoomed).get_by_role("combobox").first)
        zoomed.keyboard.type("home.service")
        expect(zoomed.locator(".ant-select-item-option-active", has_text="home.service")).to_be_visible()
        zoomed.keyboard.press("Enter")
        _press(zoomed, dialog(zoomed).get_by_role("checkbox", name="read the topic", exact=True), "Space")
        picture(zoomed, "keyboard-grant")
        _press(zoomed, dialog(zoomed).get_by_role("button", name="Grant", exact=True))
        expect(zoomed.get_by_role("dialog")).to_have_count(0)
        expect(zoomed.get_by_text("home.service").first).to_be_visible()
    assert estate.center.get("grants", user_id=estate.users["home.service"]["id"])["total"] == 1


def test_check_access_and_what_mends_it(zoomed: Page, estate: Estate, picture: Picture) -> None:
    estate.center.post("users", username="keyboard.denied", kind="person")
    estate.sign_in(zoomed, "admin")
    with _keys_alone(zoomed):
        _go_to(zoomed, "check acc", "Check access")
        expect(zoomed.get_by_label("User name")).to_be_focused()
        zoomed.keyboard.type("keyboard.denied")
        _tab_to(zoomed, zoomed.get_by_label("Name of the resource"))
        zoomed.keyboard.type(estate.topic["full_name"])
        expect(zoomed.get_by_role("option", name=estate.topic["full_name"])).to_be_visible()
        zoomed.keyboard.press("Enter")
        verdict = zoomed.get_by_test_id("verdict")
        expect(verdict.get_by_role("heading", name="Denied")).to_be_visible()
        picture(zoomed, "keyboard-denied")
        _press(zoomed, verdict.get_by_role("button", name="Grant", exact=True))
        _press(zoomed, dialog(zoomed).get_by_role("button", name="Grant", exact=True))
        expect(verdict.get_by_role("heading", name="Allowed")).to_be_visible()


def test_the_matrix(zoomed: Page, estate: Estate, picture: Picture) -> None:
    user = estate.center.post("users", username="keyboard.grid", kind="person")["id"]
    estate.sign_in(zoomed, "admin")
    zoomed.goto(f"{estate.center.url}/matrix?who={role_of(estate.center, user)}&at=4-{estate.topic['id']}")
    right = zoomed.get_by_role("button", name=f"Read: keyboard.grid, {estate.topic['full_name']}")
    expect(right).to_be_visible()
    with _keys_alone(zoomed):
        _press(zoomed, right, "Space")
        expect(right).to_have_attribute("aria-pressed", "true")
        picture(zoomed, "keyboard-matrix")
        _press(zoomed, zoomed.get_by_role("button", name="Save", exact=True))
        expect(zoomed.get_by_test_id("saved")).to_be_focused()
    assert estate.center.get("grants", user_id=user)["total"] == 1


def test_the_audit_log_and_an_undone_change(zoomed: Page, estate: Estate, picture: Picture) -> None:
    user = estate.center.post("users", username="keyboard.undone", kind="person")["id"]
    estate.center.post("grants", user_id=user, res_type=4, res_id=estate.topic["id"], authorities=[303])
    estate.sign_in(zoomed, "admin")
    with _keys_alone(zoomed):
        _go_to(zoomed, "audit l", "Audit log")
        row = zoomed.get_by_role("row").filter(has_text="gave keyboard.undone")
        _press(zoomed, row.get_by_role("button", name="Undo"))
        expect(dialog(zoomed).get_by_text("loses").first).to_be_visible()
        picture(zoomed, "keyboard-undo")
        _press(zoomed, dialog(zoomed).get_by_role("button", name="Undo"))
        expect(zoomed.get_by_role("dialog")).to_have_count(0)
        expect(row).to_contain_text("undone")
    assert estate.center.get("grants", user_id=user)["total"] == 0
