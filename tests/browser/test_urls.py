"""What a list shows is in its address: going back, reading again and sharing a link show the same rows."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import api
from tests.browser.screens import choose, fill_and_leave

pytestmark = pytest.mark.browser


def test_search_and_page_come_back(admin: Page, center: api.Center) -> None:
    for number in range(42):
        center.post("groups", name=f"address-{number:02}")
    admin.goto(f"{center.url}/groups")
    admin.get_by_role("textbox", name="Search").fill("address-")
    expect(admin).to_have_url(re.compile(r"[?&]q=address-"))
    admin.get_by_text("Name", exact=True).click()
    expect(admin).to_have_url(re.compile(r"[?&]sort=name"))
    admin.get_by_role("button", name="Next page").click()
    expect(admin.get_by_role("row", name="address-20")).to_be_visible()
    admin.get_by_role("button", name="Next page").click()
    expect(admin.get_by_role("row", name="address-41")).to_be_visible()

    admin.go_back()
    expect(admin.get_by_role("row", name="address-20")).to_be_visible()
    admin.go_forward()
    expect(admin.get_by_role("row", name="address-41")).to_be_visible()
    admin.go_back()
    expect(admin.get_by_role("row", name="address-20")).to_be_visible()
    admin.reload()
    expect(admin.get_by_role("row", name="address-20")).to_be_visible()
    expect(admin.get_by_role("textbox", name="Search")).to_have_value("address-")
    admin.get_by_role("button", name="Previous page").click()
    expect(admin.get_by_role("row", name="address-00")).to_be_visible()
    # Another search begins at the first page.
    admin.get_by_role("button", name="Next page").click()
    expect(admin.get_by_role("row", name="address-20")).to_be_visible()
    admin.get_by_role("textbox", name="Search").fill("address-0")
    expect(admin.get_by_role("row", name="address-09")).to_be_visible()
    expect(admin).not_to_have_url(re.compile("after="))


def test_filters_and_tabs_come_back(admin: Page, center: api.Center) -> None:
    center.post("users", username="address.service", kind="service")
    admin.goto(f"{center.url}/users")
    choose(admin, admin.get_by_label("Kind"), "Service")
    expect(admin).to_have_url(re.compile(r"[?&]kind=service"))
    admin.locator("tr.ant-table-row").get_by_role("link").first.click()
    expect(admin.get_by_role("tab", name="Credentials")).to_be_visible()
    admin.go_back()
    expect(admin.locator("tr.ant-table-row").first).to_contain_text("Service")
    expect(admin).to_have_url(re.compile(r"[?&]kind=service"))
    admin.goto(f"{center.url}/grants")
    admin.get_by_role("tab", name="Given by me").click()
    admin.reload()
    expect(admin.get_by_role("tab", name="Given by me")).to_have_attribute("aria-selected", "true")


@pytest.mark.parametrize(
    ("screen", "label", "entry", "filtered"),
    [
        ("findings", "Severity", "high", "severity=4"),
        ("findings", "State", "closed", "state=closed"),
        ("suggestions", "Kind", "make narrower", "kind=narrow"),
        ("trail", "What", "group", "entity=group"),
        # Far below what a list shows at once: found by typing.
        ("trail", "What", "account at a provider", "entity=provider_link"),
    ],
)
def test_the_choice_is_in_the_address_and_stays(
    admin: Page, center: api.Center, screen: str, label: str, entry: str, filtered: str
) -> None:
    admin.goto(f"{center.url}/{screen}")
    choose(admin, admin.get_by_role("combobox", name=label, exact=True), entry)
    expect(admin).to_have_url(re.compile(rf"[?&]{filtered}\b"))
    admin.reload()
    chosen = admin.locator(".ant-select").filter(has=admin.get_by_role("combobox", name=label, exact=True))
    expect(chosen).to_contain_text(entry)
    expect(admin).to_have_url(re.compile(rf"[?&]{filtered}\b"))


def test_administrators_find_any_grant(admin: Page, center: api.Center) -> None:
    topic = center.topic("all-grants")
    users = [center.post("users", username=f"all.{name}", kind="person") for name in ("reads", "writes")]
    for user, authority in zip(users, (303, 302), strict=True):
        center.post("grants", user_id=user["id"], res_type=4, res_id=topic["id"], authorities=[authority])
    admin.goto(f"{center.url}/grants")
    admin.get_by_role("tab", name="All grants").click()
    choose(admin, admin.get_by_label("Every type"), "Topic")
    fill_and_leave(admin, admin.get_by_label("Resource", exact=True), "all-grants/orders/created")
    rows = admin.locator("tr.ant-table-row")
    expect(rows).to_have_count(3)  # theirs, and the owner's
    choose(admin, admin.get_by_label("Receiver"), "all.reads")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("read the topic")
    address = admin.url
    choose(admin, admin.get_by_label("Every authority"), "write the topic")
    expect(admin.get_by_text("No grant matches")).to_be_visible()
    admin.goto(address)
    expect(rows).to_have_count(1)
    expect(admin.get_by_title("all.reads")).to_be_visible()
