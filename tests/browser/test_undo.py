"""The audit log: found by days and people, taken along, and undone."""

import json
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.screens import choose, dialog

pytestmark = pytest.mark.browser


@pytest.fixture
def given(center: api.Center, request: pytest.FixtureRequest) -> dict[str, Any]:
    """A topic of its own tenant, somebody, and the grant that somebody has there."""
    name = request.node.name.removeprefix("test_")[:12].replace("_", "-")
    topic = center.topic(f"undo-{name}")
    user = center.post("users", username=f"undo.{name}", kind="person")
    grant = center.post("grants", user_id=user["id"], res_type=4, res_id=topic["id"], authorities=[303])
    return {"topic": topic, "user": user, "grant": grant, "place": topic["full_name"], "name": user["username"]}


def _row(page: Page, given: dict[str, Any], verb: str = "gave") -> Locator:
    return page.get_by_role("row").filter(has_text=f"{verb} {given['name']} “read the topic” on {given['place']}")


def _grants(center: api.Center, given: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = center.get("grants", user_id=given["user"]["id"])["items"]
    return found


def test_yesterdays_change_is_undone_by_four_clicks(
    own_page: Page, center: api.Center, given: dict[str, Any], picture: Picture
) -> None:
    admin = own_page
    api.enter(admin.context, center.url, "admin", PASSWORD)
    admin.clock.set_system_time(datetime.now(UTC) + timedelta(days=1))
    admin.goto(center.url)
    admin.get_by_role("navigation").get_by_role("link", name="Audit log").click()
    admin.get_by_text("Yesterday", exact=True).click()
    _row(admin, given).get_by_role("button", name="Undo").click()
    asked = dialog(admin)
    expect(asked.get_by_text("1 affected").or_(asked.get_by_text(given["name"], exact=True)).first).to_be_visible()
    expect(asked.get_by_text("loses").first).to_be_visible()
    picture(admin, "undo-dialog")
    asked.get_by_role("button", name="Undo").click()
    expect(admin.get_by_role("dialog")).to_have_count(0)
    assert _grants(center, given) == []
    expect(admin).to_have_url(f"{center.url}/trail?when=yesterday")
    expect(_row(admin, given)).to_contain_text("undone")
    admin.get_by_text("Any time", exact=True).click()
    expect(admin.get_by_role("row").filter(has_text="undid entry").first).to_be_visible()
    expect(admin.get_by_role("columnheader", name="UTC")).to_be_visible()


def test_several_changes_are_undone_together(admin: Page, center: api.Center, given: dict[str, Any]) -> None:
    center.client.delete(f"/api/v1/grants/{given['grant']['id']}", headers={"If-Match": "*"}).raise_for_status()
    admin.goto(f"{center.url}/trail?actor=admin&entity=grant")
    for verb in ("gave", "revoked"):
        text = given["name"] if verb == "gave" else f"from {given['name']}"
        admin.get_by_role("row").filter(has_text=verb).filter(has_text=text).get_by_role("checkbox").check()
    admin.get_by_role("button", name="Undo together").click()
    expect(dialog(admin).get_by_text("Undo these 2 changes?")).to_be_visible()
    dialog(admin).get_by_role("button", name="Undo").click()
    expect(admin.get_by_role("dialog")).to_have_count(0)
    assert _grants(center, given) == []
    actions = [entry["action"] for entry in center.get("trail", sort="-id", limit=4)["items"]]
    assert actions == ["trail.undo", "grant.revoke", "trail.undo", "grant.create"]


def test_what_was_changed_since_is_not_undone(
    admin: Page, center: api.Center, given: dict[str, Any], picture: Picture
) -> None:
    path = f"/api/v1/grants/{given['grant']['id']}"
    change = {"authorities": [302]}
    center.client.patch(path, json=change, headers={"If-Match": "*"}).raise_for_status()
    admin.goto(f"{center.url}/trail?res_type=4&res_id={given['topic']['id']}")
    _row(admin, given).get_by_role("button", name="Undo").click()
    expect(dialog(admin).get_by_text("Somebody changed it since: nothing was undone")).to_be_visible()
    expect(dialog(admin).get_by_role("button", name="Undo")).to_be_disabled()
    picture(admin, "undo-conflict")
    dialog(admin).get_by_role("button", name="Cancel").click()
    assert len(_grants(center, given)) == 1


def test_days_actors_places_and_kinds_are_in_the_address(
    admin: Page, center: api.Center, given: dict[str, Any], picture: Picture
) -> None:
    admin.goto(f"{center.url}/trail")
    admin.get_by_text("Today", exact=True).click()
    choose(admin, admin.get_by_role("combobox", name="Actors"), "admin")
    admin.keyboard.press("Escape")
    choose(admin, admin.get_by_role("combobox", name="Resource"), given["place"].removeprefix("persistent://"))
    choose(admin, admin.get_by_role("combobox", name="What", exact=True), "topic")
    admin.keyboard.press("Escape")
    rows = admin.locator("tr.ant-table-row")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text(f"create: topic {given['place']}")
    for part in ("when=today", "actor=admin", "res_type=4", f"res_id={given['topic']['id']}", "entity=topic"):
        assert part in admin.url
    picture(admin, "trail-filtered")
    admin.reload()
    expect(rows).to_have_count(1)
    with admin.expect_download() as download:
        admin.get_by_role("button", name="Export").click()
        admin.get_by_role("menuitem", name="as a table (CSV)").click()
    table = download.value.path().read_text(encoding="utf-8-sig").splitlines()
    assert download.value.suggested_filename == "audit-log.csv"
    assert len(table) == 2
    assert given["place"] in table[1]


def test_the_head_is_copied_and_says_what_was_checked(admin: Page, center: api.Center, picture: Picture) -> None:
    admin.goto(f"{center.url}/trail")
    admin.context.grant_permissions(["clipboard-read", "clipboard-write"])
    admin.get_by_role("button", name="Head of the log").click()
    expect(dialog(admin).get_by_text("entries follow each other up to this one")).to_be_visible()
    picture(admin, "trail-head")
    dialog(admin).get_by_role("button", name="Copy: Head of the log").click()
    head = center.get("trail/head")
    known = f"{head['revision']}:{head['hash']}"
    assert admin.evaluate("navigator.clipboard.readText()") == known
    expect(dialog(admin).get_by_text(f"usercenter trail verify --known {known}")).to_be_visible()


def test_the_log_and_the_state_are_exported(admin: Page, center: api.Center, picture: Picture) -> None:
    admin.goto(f"{center.url}/trail")
    export = admin.get_by_role("button", name="Export")
    export.click()
    picture(admin, "trail-export")
    with admin.expect_download() as download:
        admin.get_by_role("menuitem", name="All entries with their hashes").click()
    assert download.value.suggested_filename == "trail.jsonl"
    newest = json.loads(download.value.path().read_text(encoding="utf-8").splitlines()[-1])
    assert newest["hash"] == center.get("trail/head")["hash"]
    export.click()
    admin.get_by_role("menuitem", name="Everything as of a revision").click()
    field = dialog(admin).get_by_label("Revision")
    field.fill(str(newest["revision"] + 1000))
    admin.keyboard.press("Enter")
    expect(dialog(admin).get_by_text("but those from 1 to")).to_be_visible()
    picture(admin, "trail-state")
    field.fill(str(newest["revision"]))
    with admin.expect_download() as download:
        admin.keyboard.press("Enter")
    expect(admin.get_by_role("dialog")).to_have_count(0)
    assert download.value.suggested_filename == f"state-{newest['revision']}.jsonl"
    assert '"table":"sys_user_info"' in download.value.path().read_text(encoding="utf-8")


def test_an_auditor_finds_changes_and_undoes_none(
    page: Page, center: api.Center, given: dict[str, Any], picture: Picture
) -> None:
    vera = center.post("users", username=f"undo.auditor.{time.time_ns()}", kind="person")
    center.post("grants", user_id=vera["id"], res_type=2, res_id=given["topic"]["tenant_id"], authorities=[107])
    api.enter_first_time(page.context, center.url, vera["username"], vera["initial_secret"], PASSWORD)
    page.goto(center.url)
    page.get_by_role("navigation").get_by_role("link", name="Audit log").click()
    page.get_by_text("Today", exact=True).click()
    expect(_row(page, given)).to_be_visible()
    for button in ("Undo", "Head of the log", "Export", "More filters"):
        expect(page.get_by_role("main").get_by_role("button", name=button)).to_have_count(0)
    expect(page.get_by_role("main").get_by_role("checkbox")).to_have_count(0)
    picture(page, "trail-auditor")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download CSV").click()
    table = download.value.path().read_text(encoding="utf-8-sig")
    assert given["name"] in table
    assert "session:" not in table
