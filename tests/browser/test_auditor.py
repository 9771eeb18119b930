"""An auditor sees who may do what and what was changed on what it audits, and no button that changes it."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import api
from tests.browser.conftest import PASSWORD, Picture

pytestmark = pytest.mark.browser


def test_an_auditor_reads_and_changes_nothing(page: Page, center: api.Center, picture: Picture) -> None:
    topic = center.topic("audited-tenant")
    reader = center.post("users", username="audited.reader", kind="person")
    place = {"res_type": 4, "res_id": topic["id"]}
    given = center.post("grants", user_id=reader["id"], **place, authorities=[303])
    vera = center.post("users", username="vera.auditor", kind="person")
    center.post("grants", user_id=vera["id"], res_type=2, res_id=topic["tenant_id"], authorities=[107])
    api.enter_first_time(page.context, center.url, "vera.auditor", vera["initial_secret"], PASSWORD)
    page.goto(f"{center.url}/resources/topic/{topic['id']}")
    row = page.get_by_role("row", name="audited.reader")
    expect(row).to_be_visible()
    for button in ("Edit", "Revoke"):
        expect(row.get_by_role("button", name=button)).to_have_count(0)
    for button in ("Grant", "Rights matrix", "Delete", "Switch off"):
        expect(page.get_by_role("button", name=button, exact=True)).to_have_count(0)
    picture(page, "auditor-topic")
    page.get_by_text("People", exact=True).click()
    expect(page.get_by_role("row", name="audited.reader")).to_be_visible()

    page.get_by_role("link", name="Changes").click()
    expect(page.get_by_role("row", name=str(given["id"])).first).to_be_visible()
    expect(page.get_by_placeholder("Find by credential")).to_have_count(0)
    picture(page, "auditor-changes")
    page.goto(f"{center.url}/trail")
    expect(page.get_by_text("You may not see this page")).to_be_visible()
