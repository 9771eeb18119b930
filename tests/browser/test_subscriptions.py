"""Rules about subscriptions on the page of a namespace: listed, made, changed, removed, and how names must begin."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import accessible, api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.screens import choose_language, dialog

pytestmark = pytest.mark.browser


def test_a_rule_is_made_changed_and_removed(admin: Page, center: api.Center, picture: Picture) -> None:
    topic = center.topic("ruled")
    for name in ("ruled.biller", "ruled.auditor"):
        center.post("users", username=name, kind="service")
    admin.goto(f"{center.url}/resources/namespace/{topic['namespace_id']}/policies")
    rules = admin.get_by_test_id("subscriptions")
    expect(rules).to_contain_text("Whoever may read a topic may use any subscription of it.")
    rules.get_by_role("button", name="New rule").click()
    dialog(admin).get_by_role("button", name="Save").click()
    expect(_wrong(dialog(admin))).to_have_count(1)
    dialog(admin).get_by_label("Subscription", exact=True).fill("billing")
    _add(admin, "ruled.biller")
    picture(admin, "rule-new")
    assert accessible.violations(admin, "[role=dialog]") == []
    dialog(admin).get_by_role("button", name="Save").click()
    row = rules.get_by_role("row", name="billing")
    expect(row).to_contain_text("ruled.biller")
    assert _stored_rules(center, topic) == {"billing": ["ruled.biller"]}

    rules.get_by_role("button", name="New rule").click()
    dialog(admin).get_by_label("Subscription", exact=True).fill("billing")
    dialog(admin).get_by_role("button", name="Save").click()
    expect(_wrong(dialog(admin))).to_have_text("There is a rule about this subscription already")
    dialog(admin).get_by_label("Subscription", exact=True).fill("closed")
    dialog(admin).get_by_role("button", name="Save").click()
    expect(rules.get_by_role("row", name="closed")).to_contain_text("only who administers the namespace")

    row.get_by_role("button", name="Edit").click()
    expect(dialog(admin)).to_contain_text("Subscription billing")
    _add(admin, "ruled.auditor")
    dialog(admin).get_by_role("button", name="Save").click()
    expect(row).to_contain_text("ruled.auditor")
    assert _stored_rules(center, topic) == {"billing": ["ruled.auditor", "ruled.biller"], "closed": []}
    picture(admin, "rules")
    choose_language(admin, "中文")
    expect(rules).to_contain_text("只有管理此命名空间的人")
    picture(admin, "rules-zh")
    choose_language(admin, "English")
    admin.set_viewport_size({"width": 390, "height": 900})
    assert accessible.violations(admin, "[data-testid=subscriptions]") == []
    picture(admin, "rules-narrow")

    row.get_by_role("button", name="Remove").click()
    expect(dialog(admin)).to_contain_text("Whoever may read the topics may use this subscription")
    picture(admin, "rule-remove")
    dialog(admin).get_by_role("button", name="Remove").click()
    expect(row).to_have_count(0)
    assert _stored_rules(center, topic) == {"closed": []}


def test_names_must_begin_with_the_users(admin: Page, center: api.Center, picture: Picture) -> None:
    topic = center.topic("prefixed")
    admin.goto(f"{center.url}/resources/namespace/{topic['namespace_id']}/policies")
    rules = admin.get_by_test_id("subscriptions")
    expect(rules).to_contain_text("Subscriptions may have any name")
    rules.get_by_role("button", name="Change what names they may have").click()
    dialog(admin).get_by_label("Names of subscriptions must begin with the name of the user").check()
    picture(admin, "rules-mode")
    dialog(admin).get_by_role("button", name="Save").click()
    expect(rules).to_contain_text("Names of subscriptions must begin with the name of the user")
    assert center.get(f"namespaces/{topic['namespace_id']}")["subscription_auth_mode"] == "Prefix"


def test_somebody_elses_change_is_not_overwritten(admin: Page, center: api.Center) -> None:
    topic = center.topic("raced")
    path = f"namespaces/{topic['namespace_id']}/subscription-permissions"
    admin.goto(f"{center.url}/resources/namespace/{topic['namespace_id']}/policies")
    admin.get_by_test_id("subscriptions").get_by_role("button", name="New rule").click()
    dialog(admin).get_by_label("Subscription", exact=True).fill("billing")
    body = {"subscription": "billing", "users": ["admin"]}
    center.client.put(f"/api/v1/{path}", json=body, headers={"If-Match": "*"}).raise_for_status()
    dialog(admin).get_by_role("button", name="Save").click()
    expect(dialog(admin).get_by_role("alert")).to_be_visible()
    assert _stored_rules(center, topic) == {"billing": ["admin"]}


def test_users_who_do_not_administer_it_see_no_rules(page: Page, center: api.Center) -> None:
    topic = center.topic("unruled")
    user = center.post("users", username="unruled.reader", kind="person")
    center.post("grants", user_id=user["id"], res_type=3, res_id=topic["namespace_id"], authorities=[203])
    api.enter_first_time(page.context, center.url, "unruled.reader", user["initial_secret"], PASSWORD)
    page.goto(f"{center.url}/resources/namespace/{topic['namespace_id']}/policies")
    expect(page.get_by_role("heading", name="unruled/orders")).to_be_visible()
    expect(page.get_by_text("Only who administers or audits this resource sees it.")).to_be_visible()
    page.wait_for_load_state("networkidle")  # what the reader may do is known
    expect(page.get_by_test_id("subscriptions")).to_have_count(0)


def _add(page: Page, user: str) -> None:
    box = dialog(page).get_by_role("combobox", name="Only these users")
    box.click()
    box.press_sequentially(user)
    found = page.locator(".ant-select-dropdown:visible .ant-select-item-option").filter(has_text=user)
    expect(found).to_have_count(1)
    found.click()
    box.press("Escape")


def _wrong(form: Locator) -> Locator:
    return form.locator(".ant-form-item-explain-error")


def _stored_rules(center: api.Center, topic: dict[str, int]) -> dict[str, list[str]]:
    found = center.get(f"namespaces/{topic['namespace_id']}/subscription-permissions")["items"]
    return {permission["subscription"]: permission["users"] for permission in found}
