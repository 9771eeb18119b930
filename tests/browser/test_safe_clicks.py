"""What a screen says before data is lost, and what it must not claim."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import api, results
from tests.browser.conftest import PASSWORD
from tests.browser.screens import dialog, fill_and_leave

pytestmark = pytest.mark.browser


def test_revoking_on_a_persons_page_says_whose_grant_it_is(admin: Page, center: api.Center) -> None:
    topic, role = center.topic("shared-role"), center.post("roles", name="sharers")
    users = [center.post("users", username=f"sharer.{number}", kind="person") for number in range(3)]
    for user in users:
        center.client.put(f"/api/v1/roles/{role['id']}/members/{user['id']}").raise_for_status()
    place = {"res_type": 4, "res_id": topic["id"]}
    center.post("grants", role_id=role["id"], **place, authorities=[302])
    center.post("grants", user_id=users[0]["id"], **place, authorities=[303])
    admin.goto(f"{center.url}/users/{users[0]['id']}/rights")
    shared, own = (admin.locator("tr.ant-table-row", has_text=text) for text in ("write the topic", "read the topic"))
    expect(shared.get_by_text("shared role")).to_be_visible()
    shared.get_by_role("button", name="Revoke").click()
    expect(dialog(admin)).to_contain_text("every member loses it")
    expect(dialog(admin)).to_contain_text("sharers: 3 members")
    admin.keyboard.press("Escape")
    own.get_by_role("button", name="Revoke").click()
    expect(dialog(admin)).to_contain_text("On persistent://shared-role/orders/created")
    expect(dialog(admin)).not_to_contain_text("member")
    admin.keyboard.press("Escape")
    admin.get_by_label("Select all").check()
    expect(admin.get_by_text("1 of shared roles")).to_be_visible()
    admin.get_by_role("button", name="Revoke together").click()
    expect(dialog(admin)).to_contain_text("sharers: 3 members")


def test_a_suggestion_says_which_right_goes_where(page: Page, hasty_center: api.Center, tmp_path: Path) -> None:
    estate = results.an_estate(hasty_center, "told")
    results.load(hasty_center, estate, tmp_path, "told")
    api.enter(page.context, hasty_center.url, "admin", PASSWORD)
    page.goto(f"{hasty_center.url}/suggestions")
    expect(page.get_by_role("button", name="Choose suggestions to schedule")).to_be_disabled()
    row = page.locator("tr.ant-table-row", has_text="make narrower")
    expect(row).to_contain_text("removeread all topics of the tenant · told")
    expect(row).to_contain_text("addread the topic · persistent://told/orders/created")
    row.get_by_role("checkbox").check()
    page.get_by_role("button", name="Schedule 1 removal").click()
    expect(dialog(page)).to_contain_text("read all topics of the tenant · told")


def test_readiness_is_not_claimed_without_brokers(page: Page, hasty_center: api.Center) -> None:
    """No broker was ever connected here."""
    hasty_center.topic("standing")
    api.enter(page.context, hasty_center.url, "admin", PASSWORD)
    page.goto(hasty_center.url)
    expect(page.get_by_text("nothing enforces rights on this cluster yet").first).to_be_visible()
    expect(page.get_by_text("enforce the latest rights")).to_have_count(0)


def test_a_mistyped_name_is_no_denial(admin: Page, center: api.Center) -> None:
    topic = center.topic("mistyped")
    center.post("users", username="mistyped.reader", kind="person")
    admin.goto(f"{center.url}/why")
    admin.get_by_label("User name").fill("mistyped.re")
    admin.get_by_title("mistyped.reader").click()
    admin.get_by_label("Name of the resource").fill("mistyped/orders/cre")
    expect(admin.get_by_title(topic["full_name"])).to_be_visible()
    verdict = admin.get_by_test_id("verdict")
    resource = admin.get_by_label("Name of the resource")
    fill_and_leave(admin, resource, "mistyped/orders/creatd")
    admin.get_by_role("button", name="Check", exact=True).click()
    expect(admin.get_by_text("There is no such topic")).to_be_visible()
    expect(verdict).to_have_count(0)
    # A short name will do.
    fill_and_leave(admin, resource, "mistyped/orders/created")
    admin.get_by_role("button", name="Check", exact=True).click()
    expect(verdict.get_by_role("heading", name="Denied")).to_be_visible()
    fill_and_leave(admin, admin.get_by_label("User name"), "mistyped.raeder")
    admin.get_by_role("button", name="Check", exact=True).click()
    expect(admin.get_by_text("There is no such user")).to_be_visible()
    expect(verdict).to_have_count(0)


@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_the_trail_shows_what_was_after(admin: Page, center: api.Center, width: int) -> None:
    """Also beside long names, and with names instead of numbers."""
    group = center.post("groups", name=f"trail group {width}")
    user = center.post("users", username=f"a.very.long.name.of.somebody.{width}." + "x" * 60, kind="person")
    change = {"group_id": group["id"], "remark": "after the change"}
    path = f"/api/v1/users/{user['id']}"
    center.client.patch(path, json=change, headers={"If-Match": "*"}).raise_for_status()
    admin.set_viewport_size({"width": width, "height": 900})
    admin.goto(f"{center.url}/trail?entity=user")
    admin.locator("tr.ant-table-row").first.get_by_role("button").first.click()
    after = admin.get_by_role("cell", name="after the change", exact=True)
    after.scroll_into_view_if_needed()
    expect(after).to_be_in_viewport()
    box = after.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= width
    expect(admin.get_by_role("cell", name=f"trail group {width} ({group['id']})", exact=True)).to_be_visible()
    expect(admin.get_by_role("cell", name="business group", exact=True)).to_be_visible()


def test_the_tree_is_walked_with_the_keyboard(admin: Page, center: api.Center) -> None:
    center.topic("by-keyboard")
    admin.goto(f"{center.url}/resources")
    expect(admin.get_by_text("standalone", exact=True).first).to_be_visible()
    tree = admin.get_by_role("tree")
    tree.focus()
    active = admin.locator(".ant-tree-treenode-active", has_text="standalone")
    for _ in range(20):  # clusters of other tests may stand above
        if active.count():
            break
        admin.keyboard.press("ArrowDown")
    admin.keyboard.press("ArrowRight")
    # Its tenants may be many, and not all of them drawn.
    expect(admin.locator(".ant-tree-treenode-switcher-open", has_text="standalone")).to_be_visible()
    admin.keyboard.press("Enter")
    expect(admin.get_by_role("heading", name="standalone")).to_be_visible()
    assert tree.evaluate("(each) => each.contains(document.activeElement)")


def test_a_token_for_the_center_opens_its_api(admin: Page, center: api.Center) -> None:
    admin.goto(f"{center.url}/credentials")
    admin.get_by_role("button", name="New API token").click()
    dialog(admin).get_by_role("textbox", name="Name").fill("script")
    dialog(admin).get_by_label("this center's API and command line").check()
    dialog(admin).get_by_role("button", name="Create").click()
    token = dialog(admin).locator("figure", has_text="eyJ").first.locator("pre").inner_text()
    answer = admin.context.browser.new_context().request.get(  # type: ignore[union-attr]
        f"{center.url}/api/v1/session", headers={"Authorization": f"Bearer {token}"}
    )
    assert answer.ok, answer.text()
    assert answer.json()["user"]["username"] == "admin"
    dialog(admin).get_by_role("button", name="I have saved it").click()
    expect(admin.get_by_role("row", name="script")).to_contain_text("this center's API")


def test_a_form_takes_no_more_than_the_api(admin: Page, center: api.Center) -> None:
    topic = center.topic("limits")
    admin.goto(f"{center.url}/resources/tenant/{topic['tenant_id']}")
    admin.get_by_role("button", name="New namespace").click()
    bundles = dialog(admin).get_by_label("Bundles")
    bundles.fill("5000")
    bundles.blur()
    expect(bundles).to_have_value("1024")


def test_a_taken_name_is_reported_once_at_its_field(admin: Page, center: api.Center) -> None:
    center.post("users", username="taken.name", kind="person")
    admin.goto(f"{center.url}/users")
    admin.get_by_role("button", name="New user").click()
    dialog(admin).get_by_label("User name").fill("taken.name")
    dialog(admin).get_by_role("button", name="Create").click()
    expect(dialog(admin).get_by_text("There is a user called taken.name already.")).to_have_count(1)
    expect(dialog(admin).get_by_role("button", name="Create")).to_be_in_viewport()


def test_users_who_may_not_grant_are_not_offered_it(page: Page, center: api.Center) -> None:
    topic = center.topic("not-hers")
    person = center.post("users", username="not.hers", kind="person")
    center.post("grants", user_id=person["id"], res_type=4, res_id=topic["id"], authorities=[303])
    api.enter_first_time(page.context, center.url, "not.hers", person["initial_secret"], PASSWORD)
    page.goto(f"{center.url}/resources/tenant/{topic['tenant_id']}")
    expect(page.get_by_text("There is no grant here that you may see")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("button", name="Grant")).to_have_count(0)
    page.goto(f"{center.url}/requests")
    expect(page.get_by_role("tab", name="My requests")).to_have_attribute("aria-selected", "true")


def test_waiting_requests_are_shown_first(admin: Page, center: api.Center) -> None:
    topic = center.topic("waits")
    wish = {"res_type": 4, "resource": topic["full_name"], "authorities": [303], "reason": "reports"}
    person = center.post("users", username="waits.wisher", kind="person")
    with api.signed_in_as(center, "waits.wisher", person["initial_secret"], PASSWORD) as wisher:
        wisher.post("access-requests", **wish)
    admin.goto(f"{center.url}/requests")
    expect(admin.get_by_role("tab", name=re.compile(r"To decide \(\d+\)"))).to_have_attribute("aria-selected", "true")
    expect(admin.get_by_role("row", name="waits.wisher")).to_be_visible()
