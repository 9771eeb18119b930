"""For each kind of user: every entry of the menu leads to a page that shows something, and what has no entry shows
nothing to that user."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import accessible, api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.screens import show

pytestmark = pytest.mark.browser

HOME = {"Home": ["/"]}
REVIEW = ["/findings", "/usage", "/suggestions", "/remediations"]
OWNER = {
    "My resources": ["/resources", "/grants", "/matrix", "/policy", "/why", "/networks"],
    "My services": ["/users", "/credentials", "/ending"],
    "Requests": ["/requests"],
    "Review": [*REVIEW, "/drift", "/trail"],
}
SEEN_BY_AUDITORS = ["/resources", "/grants", "/why", "/requests", "/networks"]
AUDITOR = {"Review": REVIEW, "Audit log": ["/trail"]}
DEVELOPER = ["/grants", "/resources", "/requests", "/findings", "/usage", "/suggestions"]
KINDS: dict[str, dict[str, list[str]]] = {
    "admin": {
        "Resources": ["/resources"],
        "People": ["/users", "/groups", "/registrations", "/ending"],
        "Access": ["/grants", "/matrix", "/roles", "/requests", "/policy"],
        "Check access": ["/why"],
        "Review": REVIEW,
        "Audit log": ["/trail"],
        "Operations": ["/brokers", "/drift"],
        "Settings": [
            *("/company-sign-in", "/signing-keys", "/applications", "/mail", "/web-hooks", "/networks", "/settings"),
        ],
    },
    "menu.auditor.of.all": {"Who has access": [*SEEN_BY_AUDITORS, "/brokers"], **AUDITOR},
    "menu.auditor.of.cluster": {"Who has access": [*SEEN_BY_AUDITORS, "/brokers"], **AUDITOR},
    # It has a sub-account.
    "menu.auditor.of.tenant": {"Who has access": SEEN_BY_AUDITORS, "My services": ["/users", "/ending"], **AUDITOR},
    "menu.owner": OWNER,
    "menu.owner.and.auditor": {
        **OWNER,
        "Review": [*REVIEW, "/drift"],
        "Audit log": ["/trail"],
    },
    # It administers no place as a whole, so it has no place whose audit log it could open from here.
    "menu.approver": {**OWNER, "My resources": ["/resources", "/grants", "/matrix", "/why", "/networks"]},
    "menu.reader": {
        "My access": [*DEVELOPER, "/remediations", "/networks"],
        "Check access": ["/why"],
        "My credentials": ["/credentials", "/users", "/ending"],
    },
    "menu.nobody": {
        "My access": [*DEVELOPER, "/networks"],
        "Check access": ["/why"],
        "My credentials": ["/credentials"],
    },
    "menu.reader.sub": {
        "My access": [*DEVELOPER, "/networks"],
        "Check access": ["/why"],
        "My credentials": ["/credentials"],
    },
    "menu.auditor.of.tenant.sub": {"Who has access": SEEN_BY_AUDITORS, **AUDITOR},
}
"""User → the entries of its menu and the pages of each."""
EVERY_PAGE = {path for pages in KINDS["admin"].values() for path in pages}


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
        ("menu.owner.and.auditor", tenant, 104, None),
        ("menu.approver", namespace, 204, None),
        ("menu.reader", (4, topic["id"]), 303, None),
        ("menu.nobody", None, 0, None),
        ("menu.reader.sub", (4, topic["id"]), 303, "menu.reader"),
        ("menu.auditor.of.tenant.sub", (4, topic["id"]), 307, "menu.auditor.of.tenant"),
    ):
        users[name] = user = center.post("users", username=name, kind="person", parent_id=main and users[main]["id"])
        if place is not None:
            center.post("grants", user_id=user["id"], res_type=place[0], res_id=place[1], authorities=[authority])
    audited = center.topic("menus-audited", "menu-cluster")
    both = users["menu.owner.and.auditor"]["id"]
    center.post("grants", user_id=both, res_type=2, res_id=audited["tenant_id"], authorities=[107])
    return {name: user["initial_secret"] for name, user in users.items()}


@pytest.mark.parametrize("kind", KINDS)
def test_its_menu(page: Page, center: api.Center, secrets: dict[str, str], kind: str, picture: Picture) -> None:
    if kind in secrets:
        api.enter_first_time(page.context, center.url, kind, secrets[kind], PASSWORD)
    else:
        api.enter(page.context, center.url, kind, PASSWORD)
    page.goto(center.url)
    menu, entries = page.get_by_role("navigation", name="Main menu"), HOME | KINDS[kind]
    assert len([entry for entry in entries if entry != "Settings"]) <= 8
    expect(menu.get_by_role("link")).to_have_count(len(entries))
    assert [_label(link) for link in menu.get_by_role("link").all()] == list(entries)
    for entry, paths in entries.items():
        menu.get_by_role("link", name=re.compile(rf"^{entry}\b")).click()
        _wait_until_shown(page)
        expect(menu.locator("[aria-current]")).to_contain_text(entry)
        tabs = page.get_by_role("navigation", name=entry, exact=True).get_by_role("link")
        expect(tabs).to_have_count(len(paths) if len(paths) > 1 else 0)
        assert [link.get_attribute("href") for link in tabs.all()] == (paths if len(paths) > 1 else [])
        for path in paths:
            show(page, path)
            _wait_until_shown(page)
            expect(page.get_by_text("You may not see this page")).to_have_count(0)
            expect(page.locator("#content .ant-alert-error")).to_have_count(0)
    picture(page, f"menu-{kind}")
    for path in sorted(EVERY_PAGE - {path for paths in entries.values() for path in paths} - {"/credentials"}):
        show(page, path)
        _wait_until_shown(page)
        expect(page.locator("#content").locator(".ant-result-403, .ant-empty").first).to_be_visible()


def _label(link: Locator) -> str:
    """Its word, without how much waits."""
    return link.locator(".name").inner_text()


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
    admin.set_viewport_size({"width": 1440, "height": 300})
    admin.goto(f"{center.url}/web-hooks")
    menu = admin.get_by_role("navigation", name="Main menu")
    menu.get_by_role("link", name="Settings").scroll_into_view_if_needed()
    expect(menu.get_by_role("link", name="Settings")).to_be_in_viewport()
    expect(admin.get_by_role("link", name="Pulsar User Center")).to_be_in_viewport(ratio=1)


def test_a_narrow_window_has_the_names_behind_a_button(admin: Page, center: api.Center, picture: Picture) -> None:
    admin.set_viewport_size({"width": 390, "height": 844})
    admin.goto(center.url)
    button, menu = (
        admin.get_by_role("button", name="Menu", exact=True),
        admin.get_by_role("navigation", name="Main menu"),
    )
    expect(menu).to_be_hidden()
    for _ in range(2):
        button.click()
        expect(menu.get_by_role("link", name="Home")).to_be_focused()
        admin.keyboard.press("Escape")
        expect(menu).to_be_hidden()
        expect(button).to_be_focused()
    button.press("Enter")
    for entry in ("Home", *KINDS["admin"]):
        expect(menu.get_by_text(entry, exact=True)).to_be_in_viewport(ratio=1)
    assert accessible.violations(admin, "#menu") == []
    picture(admin, "menu-390")
    menu.get_by_role("link", name="Operations").click()
    expect(admin.get_by_role("heading", name="Brokers")).to_be_visible()
    expect(menu).to_be_hidden()


def test_what_waits_is_counted_in_the_menu(page: Page, center: api.Center, picture: Picture) -> None:
    """At the entry, and at the page behind it; of a place only for who decides there."""
    topic = center.topic("menu-counts")
    people = {name: center.post("users", username=name, kind="person") for name in ("menu.decides", "menu.asks")}
    center.post(
        "grants", user_id=people["menu.decides"]["id"], res_type=2, res_id=topic["tenant_id"], authorities=[104]
    )
    with api.signed_in_as(center, "menu.asks", people["menu.asks"]["initial_secret"], PASSWORD) as asking:
        wish = {"resource_type": "topic", "resource": topic["full_name"], "authorities": [303], "reason": "to count"}
        asking.post("access-requests", **wish)
    api.enter_first_time(page.context, center.url, "menu.decides", people["menu.decides"]["initial_secret"], PASSWORD)
    page.goto(center.url)
    entry = page.get_by_role("navigation", name="Main menu").get_by_role("link", name="Requests")
    expect(entry).to_have_text("Requests1")
    page.get_by_role("link", name="1 access request to decide").click()
    expect(page.get_by_role("row", name=topic["full_name"])).to_be_visible()
    picture(page, "menu-counts")
    api.enter(page.context, center.url, "menu.asks", PASSWORD)
    page.goto(center.url)
    menu = page.get_by_role("navigation", name="Main menu")
    expect(menu.get_by_role("link", name="My access")).to_have_text("My access")
