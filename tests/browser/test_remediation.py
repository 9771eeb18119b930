"""From a finding to fewer rights and back, as a person does it."""

import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import api, results
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.screens import choose, dialog

pytestmark = pytest.mark.browser


@pytest.fixture
def desk(page: Page, hasty_center: api.Center) -> Page:
    """The page of an administrator whose remediations need no notice."""
    api.enter(page.context, hasty_center.url, "admin", PASSWORD)
    return page


def test_suggestions_are_looked_at_announced_applied_and_taken_back(
    desk: Page, hasty_center: api.Center, tmp_path: Path, picture: Picture
) -> None:
    estate = results.an_estate(hasty_center, "loop")
    results.load(hasty_center, estate, tmp_path, "r1")
    desk.goto(f"{hasty_center.url}/findings")
    row = desk.locator("tr.ant-table-row")
    expect(row.first).to_contain_text("New address", timeout=20_000)  # the gravest first
    choose(desk, desk.get_by_label("Kind"), "Unused grant")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("loop-walter on acme")  # by names, not by numbers
    row.get_by_role("button").first.click()
    expect(desk.get_by_text("until this long after 15 days")).to_be_visible(timeout=20_000)
    expect(desk.get_by_text("10.0.0.9")).to_be_visible(timeout=20_000)
    picture(desk, "audit-findings")

    desk.get_by_role("link", name="Suggestions").click()
    desk.locator("tr.ant-table-row", has_text="make narrower").get_by_role("link").click()
    expect(desk.get_by_role("region", name="Now: loop-walter")).to_contain_text(
        "read all topics of the tenant", timeout=20_000
    )
    expect(desk.get_by_role("region", name="Then: loop-walter")).to_contain_text("persistent://loop/orders/created")
    expect(desk.get_by_role("img", name="30 days: 0 of 100 uses denied")).to_be_visible()
    desk.get_by_role("button", name="Simulate").click()
    expect(desk.get_by_test_id("trial")).to_contain_text("Nothing that was used in the last 400 days", timeout=20_000)
    picture(desk, "audit-suggestion")

    desk.get_by_role("link", name="Suggestions").click()
    for kind in ("remove unused", "make narrower"):
        desk.locator("tr.ant-table-row", has_text=kind).get_by_role("checkbox").check()
    desk.get_by_role("button", name="Schedule 2 removals").click()
    expect(dialog(desk).get_by_test_id("trial")).to_be_visible(timeout=20_000)
    dialog(desk).get_by_label("Why").fill("quarterly review")
    picture(desk, "audit-announce")
    dialog(desk).get_by_role("button", name="Schedule removal").click()

    expect(desk.get_by_role("heading", name="Remediation")).to_be_visible(timeout=20_000)
    expect(desk.get_by_role("heading")).to_contain_text("applied", timeout=40_000)
    picture(desk, "audit-applied")
    assert _held_rights(hasty_center, estate) == [(4, [303])]
    desk.get_by_role("button", name="Restore all").click()
    dialog(desk).get_by_label("Comment").fill("the batch job needs it")
    dialog(desk).get_by_role("button", name="Restore all").click()
    expect(desk.get_by_role("heading")).to_contain_text("rolled back", timeout=20_000)
    expect(desk.get_by_text("given back")).to_have_count(2)
    picture(desk, "audit-taken-back")
    assert _held_rights(hasty_center, estate) == [(2, [102]), (2, [103])]


def test_a_finding_leads_to_the_use_of_its_grant_and_an_opt_out_is_ended(
    desk: Page, hasty_center: api.Center, tmp_path: Path
) -> None:
    """Auditors hold nothing there: the page of their own grants would not show it."""
    estate = results.an_estate(hasty_center, "held")
    results.load(hasty_center, estate, tmp_path, "r2")
    wide = estate.wide["id"]
    hasty_center.post(
        "audit/opt-outs", grant_id=wide, reason="yearly closing", until=int(time.time() * 1000) + 86_400_000
    )

    desk.goto(f"{hasty_center.url}/findings")
    row = desk.locator("tr.ant-table-row", has_text="grant too wide")
    row.get_by_role("button").first.click()
    desk.get_by_role("link", name=f"Use of grant {wide}").click()
    expect(desk.get_by_role("heading", name=f"Use of grant {wide}")).to_be_visible(timeout=20_000)
    expect(desk.locator("tr.ant-table-row")).to_contain_text("standalone/held/orders/created")

    desk.goto(f"{hasty_center.url}/remediations")
    desk.get_by_role("tab", name="Opt-outs").click()
    ours = desk.locator("tr.ant-table-row", has_text="held-walter: held")
    ours.get_by_role("button", name="End", exact=True).click(timeout=20_000)
    dialog(desk).get_by_role("button", name="End", exact=True).click()
    expect(ours).to_have_count(0, timeout=20_000)
    assert wide not in [opt_out["grant_id"] for opt_out in hasty_center.get("audit/opt-outs")["items"]]


def _held_rights(center: api.Center, estate: results.Estate) -> list[tuple[int, list[int]]]:
    found = center.get("grants", role_id=estate.role)["items"]
    return sorted((grant["res_type"], [each["id"] for each in grant["authorities"]]) for grant in found)
