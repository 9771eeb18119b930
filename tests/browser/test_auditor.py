"""An auditor sees rights and changes of what it audits, and no button that changes anything."""

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import api, results
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.screens import show

pytestmark = pytest.mark.browser


def test_an_auditor_reads_and_changes_nothing(page: Page, center: api.Center, picture: Picture) -> None:
    topic = center.topic("audited-tenant")
    reader = center.post("users", username="audited.reader", kind="person")
    place = {"res_type": 4, "res_id": topic["id"]}
    center.post("grants", user_id=reader["id"], **place, authorities=[303])
    vera = center.post("users", username="vera.auditor", kind="person")
    center.post("grants", user_id=vera["id"], res_type=2, res_id=topic["tenant_id"], authorities=[107])
    screen, row = f"{center.url}/resources/topic/{topic['id']}", page.get_by_role("row", name="audited.reader")
    api.enter(page.context, center.url, "admin", PASSWORD)
    page.goto(screen)
    for button in ("Edit", "Revoke"):
        expect(row.get_by_role("button", name=button)).to_be_visible()
    for button in ON_TOPIC:
        expect(_buttons_named(page, button).first).to_be_visible()
    expect(page.get_by_role("tab", name="Matrix")).to_be_visible()
    page.get_by_role("tab", name="Live").click()
    expect(page.get_by_text("Live connections")).to_be_visible()

    api.enter_first_time(page.context, center.url, "vera.auditor", vera["initial_secret"], PASSWORD)
    page.goto(screen)
    expect(row).to_be_visible()
    for button in ("Edit", "Revoke"):
        expect(row.get_by_role("button", name=button)).to_have_count(0)
    for button in ON_TOPIC:
        expect(_buttons_named(page, button)).to_have_count(0)
    expect(page.get_by_role("tab", name="Matrix")).to_have_count(0)
    picture(page, "auditor-topic")
    page.get_by_role("tab", name="Live").click()
    expect(page.get_by_test_id("live-stats")).to_be_visible()
    expect(page.get_by_text("Live connections")).to_have_count(0)
    page.get_by_role("tab", name="Access").click()
    page.get_by_role("main").get_by_text("People", exact=True).click()
    expect(page.get_by_role("row", name="audited.reader")).to_be_visible()
    expect(page.get_by_role("row", name="audited.reader").get_by_role("link")).to_have_count(0)

    refused: list[str] = []
    page.on("response", lambda got: refused.append(got.url) if got.status >= 400 else None)
    page.get_by_role("tab", name="Activity").click()
    entry = page.get_by_role("row", name="gave audited.reader").first
    expect(entry).to_be_visible()
    entry.get_by_role("button").first.click()
    expect(
        page.get_by_role("cell", name="Authorities").or_(page.get_by_text("authorities", exact=True)).first
    ).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Audit log").click()
    expect(page.get_by_role("row", name="gave audited.reader").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert refused == []
    expect(page.get_by_placeholder("Find by credential")).to_have_count(0)
    picture(page, "auditor-changes")
    for about_no_place in ("", "?res_type=2", "?res_id=1"):
        show(page, f"/trail{about_no_place}")
        expect(page.locator(".ant-select", has_text="audited-tenant")).to_be_visible()
        expect(page.get_by_role("cell", name="audited-tenant").first).to_be_visible()


def test_an_auditor_reads_suggestions_plans_and_opt_outs_without_buttons(
    page: Page, hasty_center: api.Center, tmp_path: Path, picture: Picture
) -> None:
    estate = results.an_estate(hasty_center, "audited")
    results.load(hasty_center, estate, tmp_path, "audited")
    hasty_center.post("audit/opt-outs", grant_id=estate.wide["id"], reason="at the end of the year", until=_later())
    plan = hasty_center.post("remediations", suggestions=["audited-unused"], reason="review", notice_days=7)
    rosa = hasty_center.post("users", username="rosa.auditor", kind="person")
    place = {"res_type": 2, "res_id": estate.topic["tenant_id"]}
    hasty_center.post("grants", user_id=rosa["id"], **place, authorities=[107])
    api.enter(page.context, hasty_center.url, "admin", PASSWORD)
    page.goto(f"{hasty_center.url}/suggestions")
    expect(page.get_by_role("row", name="make narrower").get_by_role("checkbox")).to_be_visible()
    expect(_buttons_named(page, "Choose suggestions to schedule")).to_be_visible()
    for path, _, buttons in SCREENS:
        show(page, path.format(plan=plan["id"]))
        for button in buttons:
            expect(_buttons_named(page, button).first).to_be_visible()

    api.enter_first_time(page.context, hasty_center.url, "rosa.auditor", rosa["initial_secret"], PASSWORD)
    page.goto(f"{hasty_center.url}/suggestions")
    expect(page.get_by_role("row", name="make narrower")).to_be_visible()
    expect(page.get_by_role("checkbox")).to_have_count(0)
    expect(_buttons_named(page, "Choose suggestions to schedule")).to_have_count(0)
    for path, shown, _ in SCREENS:
        show(page, path.format(plan=plan["id"]))
        expect(page.get_by_text(shown).first).to_be_visible()
        for button in CHANGES:
            expect(_buttons_named(page, button)).to_have_count(0)
    picture(page, "auditor-opt-outs")


def test_an_auditor_of_a_cluster_sees_its_brokers_and_forgets_none(page: Page, center: api.Center) -> None:
    center.topic("audited-on", "audited-cluster")
    clusters = {cluster["name"]: cluster["id"] for cluster in center.get("clusters", limit=500)["items"]}
    other = center.topic("audited-elsewhere", "unaudited-cluster")
    olga = center.post("users", username="olga.auditor", kind="person")
    center.post("grants", user_id=olga["id"], res_type=1, res_id=clusters["audited-cluster"], authorities=[7])
    center.post("grants", user_id=olga["id"], res_type=4, res_id=other["id"], authorities=[303])
    api.enter_first_time(page.context, center.url, "olga.auditor", olga["initial_secret"], PASSWORD)
    page.goto(center.url)
    page.get_by_role("link", name="Brokers").click()
    expect(page.get_by_role("heading", name="Brokers")).to_be_visible()
    expect(page.get_by_role("link", name="audited-cluster", exact=True)).to_be_visible()
    expect(page.get_by_text("unaudited-cluster")).to_have_count(0)
    expect(page.get_by_text("Live connections")).to_have_count(0)


def test_an_auditor_is_given_no_advice_that_it_cannot_follow(page: Page, center: api.Center) -> None:
    topic = center.topic("empty", "empty-cluster")
    [cluster] = center.get(f"tenants/{topic['tenant_id']}")["cluster_ids"]
    nora = center.post("users", username="nora.auditor", kind="person")
    center.post("grants", user_id=nora["id"], res_type=1, res_id=cluster, authorities=[7])
    api.enter_first_time(page.context, center.url, "nora.auditor", nora["initial_secret"], PASSWORD)
    page.goto(center.url)
    for path, said in EMPTY.items():
        show(page, path)
        expect(page.get_by_text(said)).to_be_visible()


def test_an_auditor_elsewhere_reads_that_the_grant_is_limited_to_networks(
    page: Page, center: api.Center, picture: Picture
) -> None:
    topic = center.topic("audited-from-elsewhere")
    here = {"res_type": 2, "res_id": topic["tenant_id"]}
    otto = center.post("users", username="otto.auditor", kind="person")
    center.post("grants", user_id=otto["id"], **here, authorities=[107], limits={"networks": ["192.0.2.0/24"]})
    api.enter_first_time(page.context, center.url, "otto.auditor", otto["initial_secret"], PASSWORD)
    page.goto(f"{center.url}/resources")
    expect(page.get_by_role("main")).to_contain_text("limited to networks without your address, 127.0.0.1")
    expect(page.get_by_text("Register a")).to_have_count(0)
    picture(page, "auditor-elsewhere")


EMPTY = {
    "/brokers": "An administrator of the user center connects them",
    "/remediations": "Removals that are scheduled are followed here",
    "/grants?tab=by": "You hold no right that you could give to others",
    "/users": "then ask for its rights under “Requests”",
}
"""Path → what an auditor reads there as long as there is nothing."""
ON_TOPIC = ["Edit", "Delete", "Grant"]
SCREENS = [
    ("/suggestions/audited-unused", "audited-walter", ["Opt out", "Schedule removal", "Simulate"]),
    ("/suggestions/audited-narrow", "audited-walter", ["Opt out", "Schedule removal", "Simulate"]),
    ("/remediations/{plan}", "review", ["Cancel"]),
    ("/remediations?tab=opt-outs", "at the end of the year", ["End"]),
]
"""Path, a text that everybody sees there, and the buttons that the administrator sees."""
CHANGES = ["Schedule removal", "Opt out", "Simulate", "Cancel", "Confirm", "Restore all", "End"]


def _buttons_named(page: Page, name: str) -> Locator:
    """Buttons of this name, whether or not an icon precedes it, which counts in the name: `plus Grant`."""
    return page.get_by_role("main").get_by_role("button", name=re.compile(rf"(^| ){name}$"))


def _later() -> int:
    return int(time.time() * 1000) + 30 * 24 * 3_600_000
