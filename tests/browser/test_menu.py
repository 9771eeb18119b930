"""For each kind of user: every entry of the menu leads to a page that shows something, and what has no entry shows
nothing to that user."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.screens import show

pytestmark = pytest.mark.browser

EVERYBODY = {
    "/",
    "/resources",
    "/why",
    "/credentials",
    "/networks",
    "/grants",
    "/requests",
    "/findings",
    "/suggestions",
}
GIVES = {"/users", "/remediations"}
READS = {"/remediations", "/trail"}
ADMINISTRATORS = {
    *(
        "/roles",
        "/groups",
        "/registrations",
        "/applications",
        "/signing-keys",
        "/company-sign-in",
        "/mail",
        "/web-hooks",
    ),
    *GIVES,
    *READS,
    *("/drift", "/brokers"),
}
KINDS = {
    "admin": ADMINISTRATORS,
    "menu.auditor.of.all": READS | {"/brokers"},
    "menu.auditor.of.cluster": READS | {"/brokers"},
    "menu.auditor.of.tenant": READS | {"/users"},  # it has a sub-account
    "menu.owner": GIVES | READS | {"/drift"},
    "menu.approver": GIVES | READS | {"/drift"},
    "menu.reader": GIVES,
    "menu.nobody": set(),
    "menu.reader.sub": set(),
    "menu.auditor.of.tenant.sub": READS,
}
"""User → what it has beside what everybody has."""


@pytest.fixture(scope="module")
def secrets(center: api.Center) -> dict[str, str]:
    """User → one-time secret. Each holds what its name says."""
    topic = center.topic("menus", "menu-cluster")
    [cluster] = center.get(f"tenants/{topic['tenant_id']}")["cluster_ids"]
    tenant, namespace = (2, topic["tenant_id"]), (3, topic["namespace_id"])
    users: dict[str, dict[str, Any]] = {}
    for name, place, authority, main in (
        ("menu.auditor.of.all", (0, 0), 7, None),
        ("menu.auditor.of.cluster", (1, cluster), 7, None),
        ("menu.auditor.of.tenant", tenant, 107, None),
        ("menu.owner", tenant, 104, None),
        ("menu.approver", namespace, 204, None),
        ("menu.reader", (4, topic["id"]), 303, None),
        ("menu.nobody", None, 0, None),
        ("menu.reader.sub", (4, topic["id"]), 303, "menu.reader"),
        ("menu.auditor.of.tenant.sub", (4, topic["id"]), 307, "menu.auditor.of.tenant"),
    ):
        users[name] = user = center.post("users", username=name, kind="person", parent_id=main and users[main]["id"])
        if place is not None:
            center.post("grants", user_id=user["id"], res_type=place[0], res_id=place[1], authorities=[authority])
    return {name: user["initial_secret"] for name, user in users.items()}


@pytest.mark.parametrize("kind", KINDS)
def test_its_menu(page: Page, center: api.Center, secrets: dict[str, str], kind: str, picture: Picture) -> None:
    if kind in secrets:
        api.enter_first_time(page.context, center.url, kind, secrets[kind], PASSWORD)
    else:
        api.enter(page.context, center.url, kind, PASSWORD)
    page.goto(center.url)
    links = page.get_by_role("navigation").get_by_role("link")
    paths = EVERYBODY | KINDS[kind]
    expect(links).to_have_count(len(paths))
    assert {str(link.get_attribute("href")) for link in links.all()} == paths
    for path in sorted(paths):
        page.get_by_role("navigation").locator(f"a[href='{path}']").click()
        _wait_until_shown(page)
        expect(page.get_by_text("You may not see this page")).to_have_count(0)
        expect(page.locator("#content .ant-alert-error")).to_have_count(0)
    picture(page, f"menu-{kind}")
    for path in sorted(ADMINISTRATORS - paths):
        show(page, path)
        _wait_until_shown(page)
        expect(page.locator("#content").locator(".ant-result-403, .ant-empty").first).to_be_visible()


def _wait_until_shown(page: Page) -> None:
    expect(page.locator("#content h1, #content .ant-result").first).to_be_visible()
    expect(page.locator("#content .ant-skeleton, #content .ant-spin-spinning")).to_have_count(0)


def test_the_audit_log_of_each_place_that_is_audited(page: Page, center: api.Center, picture: Picture) -> None:
    """The entry opens the first place; the others are chosen from a list."""
    places = [center.topic(name, "menu-cluster") for name in ("menu-first", "menu-second")]
    iris = center.post("users", username="menu.iris", kind="person")
    for topic in places:
        center.post("grants", user_id=iris["id"], res_type=2, res_id=topic["tenant_id"], authorities=[107])
    api.enter_first_time(page.context, center.url, "menu.iris", iris["initial_secret"], PASSWORD)
    page.goto(center.url)
    page.get_by_role("navigation").get_by_role("link", name="Audit log").click()
    expect(page.get_by_role("cell", name="persistent://menu-first/orders/created").first).to_be_visible()
    picture(page, "auditor-trail")
    page.get_by_role("combobox", name="Resource").click()
    page.locator(".ant-select-item-option", has_text="menu-second").click()
    expect(page.get_by_role("cell", name="persistent://menu-second/orders/created").first).to_be_visible()
    expect(page.get_by_role("cell", name="menu-first")).to_have_count(0)


def test_the_logo_stays_in_sight_when_the_menu_is_longer_than_the_window(admin: Page, center: api.Center) -> None:
    admin.set_viewport_size({"width": 1440, "height": 500})
    admin.goto(f"{center.url}/web-hooks")
    expect(admin.get_by_role("link", name="Web hooks")).to_be_in_viewport()
    expect(admin.get_by_role("link", name="Pulsar User Center")).to_be_in_viewport()
