"""Several grants are chosen in a table and taken back as one change."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import api
from tests.browser.screens import dialog

pytestmark = pytest.mark.browser


def test_chosen_grants_are_revoked_together(admin: Page, center: api.Center) -> None:
    topic, role = center.topic("together"), center.post("roles", name="together")
    for authority in (301, 302, 303, 304):
        center.post("grants", role_id=role["id"], res_type=4, res_id=topic["id"], authorities=[authority])
    before = center.get("overview")["revision"]
    admin.goto(f"{center.url}/roles/{role['id']}")
    for text in ("write the topic", "read the topic"):
        admin.locator("tr.ant-table-row", has_text=text).get_by_role("checkbox").check()
    expect(admin.get_by_text("2 chosen")).to_be_visible()
    admin.get_by_role("button", name="Revoke together").click()
    expect(dialog(admin)).to_contain_text("together on persistent://together/orders/created: write the topic")
    dialog(admin).get_by_role("button", name="Revoke together").click()
    expect(admin.locator("tr.ant-table-row", has_text="read the topic")).to_have_count(0)
    expect(admin.get_by_text("2 chosen")).to_have_count(0)
    left = center.get("grants", role_id=role["id"])["items"]
    assert [[authority["id"] for authority in grant["authorities"]] for grant in left] == [[301], [304]]
    assert center.get("overview")["revision"] == before + 1


def test_a_grant_that_is_revoked_or_changed_alone_is_deselected(admin: Page, center: api.Center) -> None:
    topic, role = center.topic("together-alone"), center.post("roles", name="together alone")
    for authority in (302, 303, 304):
        center.post("grants", role_id=role["id"], res_type=4, res_id=topic["id"], authorities=[authority])
    admin.goto(f"{center.url}/roles/{role['id']}")
    rows = admin.locator("tr.ant-table-row")
    for text in ("write the topic", "read the topic", "administer the topic"):
        rows.filter(has_text=text).get_by_role("checkbox").check()
    rows.filter(has_text="read the topic").get_by_role("button", name="Revoke").click()
    dialog(admin).get_by_role("button", name="Revoke", exact=True).click()
    expect(admin.get_by_text("2 chosen")).to_be_visible()
    rows.filter(has_text="write the topic").get_by_role("button", name="Edit").click()
    dialog(admin).get_by_label("Remark").fill("for now")
    dialog(admin).get_by_role("button", name="Save").click()
    expect(admin.get_by_text("1 chosen")).to_be_visible()
