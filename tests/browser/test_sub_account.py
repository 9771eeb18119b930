"""What a sub-account sees: what it was given, and no links that it may not follow."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import api
from tests.browser.conftest import PASSWORD

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def topic(center: api.Center) -> dict[str, object]:
    """The one topic that the sub-account may read, beside one that only its main account may."""
    made = center.topic("subs")
    center.post("topics", namespace_id=made["namespace_id"], name="kept")
    main = center.post("users", username="sub.main", kind="person")
    center.post("users", username="sub.sibling", kind="service", parent_id=main["id"])
    center.post("grants", user_id=main["id"], res_type=2, res_id=made["tenant_id"], authorities=[104, 302, 303])
    return made | {"main": main["id"]}


def _sign_in(page: Page, center: api.Center, topic: dict[str, object], username: str) -> dict[str, object]:
    """Make the sub-account, give it the topic to read, and let it choose its password."""
    sub = center.post("users", username=username, kind="person", parent_id=topic["main"])
    center.post("grants", user_id=sub["id"], res_type=4, res_id=topic["id"], authorities=[303])
    api.enter_first_time(page.context, center.url, username, sub["initial_secret"], PASSWORD)
    return sub


def test_the_menu_has_only_entries_that_the_account_may_use(
    page: Page, center: api.Center, topic: dict[str, object]
) -> None:
    sub = _sign_in(page, center, topic, "sub.menu")
    page.goto(center.url)
    menu = page.get_by_role("navigation")
    entries = ["Home", "My access", "Check access", "My credentials"]
    expect(menu.get_by_role("link")).to_have_text(entries)
    for path in (
        "users",
        f"users/{topic['main']}",
        f"users/{sub['id']}",
        "groups",
        "roles",
        "brokers",
        "remediations",
        "trail",
    ):
        page.goto(f"{center.url}/{path}")
        expect(page.get_by_text("You may not see this page")).to_be_visible()


def test_a_sub_account_sees_only_what_it_was_given(page: Page, center: api.Center, topic: dict[str, object]) -> None:
    _sign_in(page, center, topic, "sub.reader")
    page.goto(f"{center.url}/resources/topic/{topic['id']}")
    expect(page.get_by_role("heading", name="persistent://subs/orders/created")).to_be_visible()
    tree = page.get_by_role("tree")
    for name in ("standalone", "subs", "orders", "created"):
        expect(tree.get_by_text(name, exact=True)).to_be_visible()
    expect(tree.locator(".ant-tree-treenode:not([aria-hidden])")).to_have_count(4)
    for door in ("Edit", "Delete", "Grant", "Revoke", "Register a cluster"):
        expect(page.get_by_role("button", name=door)).to_have_count(0)
    expect(page.get_by_text("sub.sibling")).to_have_count(0)
    expect(page).to_have_title("persistent://subs/orders/created · Pulsar User Center")


def test_a_sub_account_is_offered_what_the_center_allows(
    page: Page, center: api.Center, topic: dict[str, object]
) -> None:
    sub = _sign_in(page, center, topic, "sub.maker")
    new_topic = page.get_by_role("button", name="New topic")
    page.goto(f"{center.url}/resources/namespace/{topic['namespace_id']}")
    with page.expect_response("**/access/check"):
        expect(page.get_by_role("heading", name="subs/orders")).to_be_visible()
    expect(new_topic).to_have_count(0)
    for user in (topic["main"], sub["id"]):
        center.post("grants", user_id=user, res_type=3, res_id=topic["namespace_id"], authorities=[300])
    page.reload()
    expect(new_topic).to_be_visible()
    expect(page.get_by_role("button", name="Edit")).to_have_count(0)
    page.goto(f"{center.url}/credentials")
    expect(page.get_by_role("button", name="New API token")).to_be_visible()
    expect(page.get_by_role("button", name="New client secret")).to_have_count(0)
