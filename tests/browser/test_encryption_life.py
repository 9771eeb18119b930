"""The life of an encryption key on the console: its schedule, who has which version, and its end by two people."""

import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import accessible, api
from tests.browser.conftest import SCREEN, Picture
from tests.browser.encryption import card, enter, look, rotate, unfold
from tests.browser.languages import appear
from tests.browser.screens import choose_language, dialog

pytestmark = pytest.mark.browser
_WRITTEN_SECONDS = 90


def test_the_center_rotates_on_schedule(admin: Page, center: api.Center, picture: Picture) -> None:
    topic = center.topic("scheduled")
    center.post(f"topics/{topic['id']}/encryption-keys", name="orders", algorithm="EC-P256")
    admin.goto(f"{center.url}/resources/topic/{topic['id']}/policies")
    row = card(admin).get_by_role("row", name="orders")
    expect(row).to_contain_text("by hand")
    expect(admin.get_by_test_id("key-report")).to_contain_text("orders: nobody has fetched 1 version (1)")
    for typed, shown in (("90", "every 90 days"), ("1", "every 1 day"), ("", "by hand")):
        row.get_by_role("button", name="Schedule").click()
        dialog(admin).get_by_label("Days").fill(typed)
        if typed == "90":
            assert accessible.violations(admin, "[role=dialog]") == []
            picture(admin, "key-schedule")
        dialog(admin).get_by_role("button", name="Save").click()
        expect(row).to_contain_text(shown)
        assert _key(center, topic)["rotate_days"] == (int(typed) if typed else None)
        if typed == "90":
            expect(row).to_contain_text("next:")
            expect(row.locator("time")).to_have_attribute("datetime", _iso(_key(center, topic)["next_rotation"]))
    row.get_by_role("button", name="Schedule").click()
    dialog(admin).get_by_label("Days").fill("9999")
    dialog(admin).get_by_role("button", name="Save").click()
    expect(row).to_contain_text("every 3,650 days")
    center.post(f"topics/{topic['id']}/encryption-keys", name="newer", algorithm="EC-P256")
    admin.reload()
    expect(row).to_contain_text("paused: another key is in use")


def test_who_has_which_version(admin: Page, center: api.Center, picture: Picture) -> None:
    topic = center.topic("fetched")
    center.post(f"topics/{topic['id']}/encryption-keys", name="orders", algorithm="EC-P256")
    center.post("encryption-keys/public", topics=[topic["full_name"]])
    rotate(center, f"topics/{topic['id']}", "orders")
    private = {"topic": topic["full_name"], "name": "orders", "reason": "to look into it"}
    for number in (1, 2):
        center.post("encryption-keys/private", **private, number=number)
    path, end = f"topics/{topic['id']}/encryption-keys/orders/fetches", time.monotonic() + _WRITTEN_SECONDS
    while len(center.get(path)["items"]) < 3:  # public halves are written together
        assert time.monotonic() < end
        time.sleep(0.5)
    admin.goto(f"{center.url}/resources/topic/{topic['id']}/policies")
    unfold(admin, "orders")
    fetches = admin.get_by_test_id("key-fetches")
    lines = fetches.locator("tr.ant-table-row")
    expect(lines).to_have_count(3)
    expect(lines.filter(has_text="public, to write")).to_contain_text("1old version")
    expect(lines.filter(has_text="private, to read")).to_have_count(2)
    fetches.get_by_label("Find a user").fill("nobody at all")
    expect(fetches).to_contain_text("Nothing matches")
    fetches.get_by_label("Find a user").fill("adm")
    expect(lines).to_have_count(3)
    look(admin, picture, "key-fetches")


def test_two_people_destroy_a_version(admin: Page, own_page: Page, center: api.Center, picture: Picture) -> None:
    topic = center.topic("erased")
    center.post(f"topics/{topic['id']}/encryption-keys", name="orders", algorithm="EC-P256")
    rotate(center, f"topics/{topic['id']}", "orders")
    admin.goto(f"{center.url}/resources/topic/{topic['id']}/policies")
    unfold(admin, "orders")
    versions = admin.get_by_test_id("key-versions")
    expect(versions.get_by_role("button")).to_have_count(1)  # none of the active version
    _ask(admin, topic, picture)
    line = versions.locator("tr.ant-table-row").last
    expect(line).to_contain_text("admin wants it destroyed: contract 7 has ended")
    expect(card(admin)).to_contain_text("destruction of version 1 waits")
    expect(line.get_by_role("button")).to_have_text(["Keep it"])
    line.get_by_role("button", name="Keep it").click()
    expect(line).not_to_contain_text("wants it destroyed")
    assert _destruction(center, topic) is None
    enter(own_page, center, "keys.second", topic, 304)
    _ask(admin, topic)
    expect(line).to_contain_text("wants it destroyed")
    look(admin, picture, "key-waits")

    own_page.goto(f"{center.url}/")
    _follow_the_notice(own_page, topic, picture)
    unfold(own_page, "orders")
    own_page.get_by_test_id("key-versions").get_by_role("button", name="Confirm destruction").click()
    opened = dialog(own_page)
    expect(opened).to_contain_text("admin wants it destroyed: contract 7 has ended")
    expect(opened.get_by_test_id("unreadable")).to_contain_text(topic["full_name"])
    button = opened.get_by_role("button", name="Destroy for good")
    for typed in ("orders", "orders@2", "orders@1 "):
        opened.get_by_role("textbox").fill(typed)
        expect(button).to_be_disabled()
    opened.get_by_role("textbox").fill("orders@1")
    expect(button).to_be_enabled()
    _look_at(own_page, picture, "key-confirm")
    button.click()
    expect(own_page.get_by_test_id("key-versions").locator(".ant-tag")).to_have_text(["active", "destroyed"])
    assert [version["state"] for version in _key(center, topic)["versions"]] == ["active", "destroyed"]
    expect(own_page.get_by_test_id("key-versions").get_by_role("button")).to_have_count(0)
    picture(own_page, "key-destroyed")


def test_a_request_that_somebody_withdrew_cannot_be_confirmed(
    admin: Page, own_page: Page, center: api.Center, picture: Picture
) -> None:
    topic = center.topic("kept")
    center.post(f"topics/{topic['id']}/encryption-keys", name="orders", algorithm="EC-P256")
    rotate(center, f"topics/{topic['id']}", "orders")
    admin.goto(f"{center.url}/resources/topic/{topic['id']}/policies")
    unfold(admin, "orders")
    _ask(admin, topic)
    expect(card(admin)).to_contain_text("destruction of version 1 waits")
    enter(own_page, center, "keys.late", topic, 304)
    unfold(own_page, "orders")
    own_page.get_by_test_id("key-versions").get_by_role("button", name="Confirm destruction").click()
    dialog(own_page).get_by_role("textbox").fill("orders@1")
    expect(dialog(own_page).get_by_role("button", name="Destroy for good")).to_be_enabled()
    admin.get_by_test_id("key-versions").get_by_role("button", name="Keep it").click()
    expect(card(admin)).not_to_contain_text("destruction of version 1 waits")
    dialog(own_page).get_by_role("button", name="Destroy for good").click()
    expect(dialog(own_page).get_by_role("alert").last).to_contain_text("changed")
    picture(own_page, "key-withdrawn")
    assert [version["state"] for version in _key(center, topic)["versions"]] == ["active", "retiring"]


def test_who_audits_sees_who_has_keys_and_changes_nothing(page: Page, center: api.Center) -> None:
    topic = center.topic("looked-through")
    center.post(f"topics/{topic['id']}/encryption-keys", name="orders", algorithm="EC-P256")
    rotate(center, f"topics/{topic['id']}", "orders")
    enter(page, center, "keys.reviser", topic, 307)
    unfold(page, "orders")
    expect(page.get_by_test_id("key-versions").get_by_role("row", name="retiring")).to_be_visible()
    expect(page.get_by_test_id("key-fetches")).to_contain_text("Nobody has fetched it yet")
    expect(page.get_by_test_id("key-versions").get_by_role("button")).to_have_count(0)


def _ask(page: Page, topic: dict[str, Any], picture: Picture | None = None) -> None:
    page.get_by_test_id("key-versions").get_by_role("button", name="Destroy: version 1").click()
    opened = dialog(page)
    unreadable = opened.get_by_test_id("unreadable")
    expect(unreadable).to_contain_text("also later ones: producers may still use this version")
    expect(unreadable).to_contain_text(topic["full_name"])
    expect(unreadable).to_contain_text("standalone does not tell what it has")
    if picture:
        _look_at(page, picture, "key-destroy")
    button = opened.get_by_role("button", name="Ask for destruction")
    for reason, typed in ((" ", "orders@1"), ("contract 7 has ended", "orders@2")):
        opened.get_by_label("Reason").fill(reason)
        opened.get_by_label("Type orders@1 to confirm").fill(typed)
        expect(button).to_be_disabled()
    opened.get_by_label("Type orders@1 to confirm").fill("orders@1")
    button.click()


def _follow_the_notice(page: Page, topic: dict[str, Any], picture: Picture) -> None:
    """From the first page to the key, as who may confirm."""
    inbox = page.get_by_role("link", name="1 key version whose destruction you may confirm")
    expect(inbox).to_be_visible()
    picture(page, "key-inbox")
    inbox.click()
    line = page.get_by_role("row", name="admin wants to destroy the key version orders@1")
    expect(line).to_contain_text(f"of {topic['full_name']} (contract 7 has ended): another person has to confirm")
    picture(page, "key-notice")
    appear(page, "dark")
    choose_language(page, "中文")
    expect(page.get_by_role("row", name="admin 申请销毁")).to_contain_text("orders@1（contract 7 has ended）")
    picture(page, "key-notice-zh-dark")
    choose_language(page, "English")
    appear(page, "light")
    line.get_by_role("link", name="Open").click()
    expect(card(page)).to_be_visible()


def _look_at(page: Page, picture: Picture, name: str) -> None:
    """An open dialog, wide and narrow, light and dark."""
    assert accessible.violations(page, "[role=dialog]") == []
    picture(page, name)
    appear(page, "dark")
    page.set_viewport_size({"width": 390, "height": 900})
    assert accessible.violations(page, "[role=dialog]") == []
    picture(page, f"{name}-narrow-dark")
    appear(page, "light")
    page.set_viewport_size(SCREEN)


def _key(center: api.Center, topic: dict[str, Any]) -> dict[str, Any]:
    found = center.get(f"topics/{topic['id']}/encryption-keys")["items"]
    return next(key for key in found if key["name"] == "orders")


def _destruction(center: api.Center, topic: dict[str, Any]) -> Any:
    return center.get(f"topics/{topic['id']}/encryption-keys/orders/versions/1/destruction")["destruction"]


def _iso(at: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at // 1000)) + f".{at % 1000:03d}Z"
