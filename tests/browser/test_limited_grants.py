"""Grants that are limited to names that begin with a prefix, and to named subscriptions."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import accessible, api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.screens import choose, dialog

pytestmark = pytest.mark.browser
PREFIX = "whose names begin with"


def test_a_grant_is_limited_and_freed_again(admin: Page, center: api.Center, picture: Picture) -> None:
    topic = center.topic("limited")
    center.post("topics", namespace_id=topic["namespace_id"], name="created-eu")
    center.post("users", username="limited.reader", kind="person")
    admin.goto(f"{center.url}/resources/namespace/{topic['namespace_id']}")
    form = _open_form(admin, "limited.reader", "read the topic", "manage subscriptions of the topic")
    expect(form.get_by_label(PREFIX)).to_be_hidden()
    form.get_by_role("button", name="Limit it to").click()
    form.get_by_label(PREFIX).fill("created")
    expect(form.get_by_text("that begin with created (2 today), not the namespace itself")).to_be_visible()
    _subscriptions(form).fill("billing,audit-*,")
    picture(admin, "limited-grant")
    assert accessible.violations(admin, "[role=dialog]") == []
    form.get_by_role("button", name="Grant", exact=True).click()
    row = admin.get_by_role("row", name="limited.reader")
    expect(row.get_by_test_id("limits")).to_have_text("only topics created*only subscriptions audit-*, billing")

    row.get_by_role("button", name="Edit").click()
    expect(dialog(admin).get_by_label(PREFIX)).to_have_value("created")
    dialog(admin).get_by_label(PREFIX).fill("created-")
    dialog(admin).get_by_role("button", name="What would change?").click()
    lost = dialog(admin).get_by_role("listitem").filter(has_text="loses")
    expect(lost.first).to_contain_text("persistent://limited/orders/created")
    expect(lost.filter(has_text="subscription billing")).not_to_have_count(0)
    expect(lost.filter(has_text="created-eu")).to_have_count(0)
    dialog(admin).get_by_test_id("what-changes").scroll_into_view_if_needed()
    picture(admin, "limited-what-changes")
    dialog(admin).get_by_role("button", name="Save").click()
    expect(row.get_by_test_id("limits")).to_have_text("only topics created-*only subscriptions audit-*, billing")

    row.get_by_role("button", name="Edit").click()
    dialog(admin).get_by_label(PREFIX).fill("")
    for _ in range(2):
        _subscriptions(dialog(admin)).press("Backspace")
    dialog(admin).get_by_role("button", name="Save").click()
    expect(admin.get_by_role("dialog")).to_have_count(0)
    expect(row.get_by_test_id("limits")).to_have_count(0)
    assert _limits(center, "limited.reader") == [None]


def test_a_limit_that_does_not_fit_is_reported_at_its_field(admin: Page, center: api.Center, picture: Picture) -> None:
    topic = center.topic("unlimited")
    center.post("users", username="unlimited.reader", kind="person")
    admin.goto(f"{center.url}/resources/namespace/{topic['namespace_id']}")
    form = _open_form(admin, "unlimited.reader", "read the topic", "delete the namespace")
    form.get_by_role("button", name="Limit it to").click()
    expect(_subscriptions(form)).to_have_count(0)
    grant = form.get_by_role("button", name="Grant", exact=True)
    form.get_by_label(PREFIX).fill("a/b")
    grant.click()
    expect(_wrong(form, "no topic can have a name that begins so")).to_be_visible()
    form.get_by_label(PREFIX).fill("orders-")
    grant.click()
    expect(_wrong(form, "These authorities cannot be limited so: delete the namespace")).to_be_visible()
    # What is wrong is not folded away.
    form.get_by_role("button", name="Limit it to").click()
    expect(form.get_by_label(PREFIX)).to_be_visible()
    form.get_by_role("checkbox", name="delete the namespace").uncheck()
    expect(form.locator(".ant-form-item-explain-error")).to_have_count(0)
    _subscriptions(form).fill("billing,")
    form.get_by_role("checkbox", name="write the topic").check()
    grant.click()
    expect(_wrong(form, "Only reading and managing subscriptions can be limited so")).to_be_visible()
    picture(admin, "limited-wrong")
    form.get_by_role("checkbox", name="write the topic").uncheck()
    grant.click()
    expect(admin.get_by_role("dialog")).to_have_count(0)
    assert _limits(center, "unlimited.reader") == [
        {"prefix": "orders-", "subscriptions": ["billing"], "networks": None}
    ]


def test_a_requested_right_is_limited(page: Page, center: api.Center, picture: Picture) -> None:
    center.topic("asked")
    user = center.post("users", username="asked.reader", kind="person")
    api.enter_first_time(page.context, center.url, "asked.reader", user["initial_secret"], PASSWORD)
    page.goto(f"{center.url}/requests/new?type=namespace&resource=asked/orders&authority=303&prefix=a/b")
    page.get_by_label("Reason").fill("reports on orders")
    page.get_by_role("button", name="Send the request").click()
    expect(_wrong(dialog(page), "no topic can have a name that begins so")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="invalid_limits")).to_have_count(0)
    page.get_by_label(PREFIX).fill("created")
    page.get_by_role("button", name="Send the request").click()
    expect(page.get_by_role("row", name="asked/orders").get_by_test_id("limits")).to_have_text("only topics created*")

    api.enter(page.context, center.url, "admin", PASSWORD)
    page.goto(f"{center.url}/requests?box=to_decide")
    page.get_by_role("row", name="asked/orders").get_by_role("button").last.click()
    expect(dialog(page).get_by_role("row", name="Limited to")).to_contain_text("only topics created*")
    picture(page, "limited-request")
    dialog(page).get_by_role("button", name="Approve").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert _limits(center, "asked.reader") == [{"prefix": "created", "subscriptions": None, "networks": None}]


def _open_form(page: Page, receiver: str, *authorities: str) -> Locator:
    """The form of a new grant, with receiver and authorities chosen."""
    page.get_by_role("main").get_by_role("button", name="Grant").first.click()
    choose(page, dialog(page).get_by_role("combobox").first, receiver)
    for name in authorities:
        dialog(page).get_by_role("checkbox", name=name, exact=True).check()
    return dialog(page)


def _subscriptions(form: Locator) -> Locator:
    return form.get_by_role("combobox", name="Subscriptions", exact=True)


def _wrong(form: Locator, text: str) -> Locator:
    return form.locator(".ant-form-item-explain-error").filter(has_text=text)


def _limits(center: api.Center, username: str) -> list[Any]:
    [user] = center.get("users", q=username)["items"]
    return [grant["limits"] for grant in center.get("grants", user_id=user["id"])["items"]]
