"""The first minutes: one-time secret, a password of one's own, and what happens when something is wrong."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import api
from tests.browser.conftest import PASSWORD
from tests.browser.screens import choose_language, dialog, first_password, sign_in
from tests.browser.service import RunningCenter

pytestmark = pytest.mark.browser


def test_first_sign_in_forces_an_own_password(page: Page, fresh_center: RunningCenter) -> None:
    sign_in(page, fresh_center.url, "admin", fresh_center.initial_secret)
    expect(page.get_by_text("The one-time secret works only once")).to_be_visible()
    first_password(page, "admin-admin")
    expect(page.get_by_role("heading", name="Home")).to_be_visible()
    expect(page.get_by_text("Register a Pulsar cluster", exact=True)).to_be_visible()
    # Nothing is there: nothing is ready, and nothing was found.
    expect(page.get_by_text("enforce the latest rights")).to_have_count(0)
    page.get_by_role("button", name=": Register a Pulsar cluster").click()
    expect(dialog(page)).to_contain_text("Service address")
    dialog(page).get_by_role("button", name="Cancel").click()
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_text("No results of the audit yet")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Home")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_weak_password_is_explained(page: Page, center: api.Center) -> None:
    user = center.post("users", username="weak.chooser", kind="person")
    sign_in(page, center.url, "weak.chooser", user["initial_secret"])
    first_password(page, "weak.chooser")
    expect(page.get_by_text("This password is not safe enough")).to_be_visible()
    expect(page.locator("code", has_text="weak_password")).to_be_visible()
    expect(page.get_by_text("The password must not be the user name.")).to_be_visible()
    expect(page.get_by_text("new must not be")).to_have_count(0)  # the API's name of the field


def test_a_weak_password_is_explained_in_chinese(page: Page, center: api.Center) -> None:
    user = center.post("users", username="weak.chinese", kind="person")
    sign_in(page, center.url, "weak.chinese", user["initial_secret"])
    choose_language(page, "中文")
    page.reload()  # nothing keeps the secret
    page.get_by_label("一次性初始密码").fill(user["initial_secret"])
    page.get_by_label("新密码", exact=True).fill("weak.chinese")
    page.get_by_label("再次输入新密码").fill("weak.chinese")
    page.get_by_role("button", name="修改密码").click()
    expect(page.locator(".ant-form-item-explain-error")).to_have_text("这个密码不够安全：不能与用户名相同")


def test_a_wrong_password_is_answered_with_its_code(page: Page, center: api.Center) -> None:
    sign_in(page, center.url, "nobody.here", "not the password")
    expect(page.get_by_text("User name or password is wrong").first).to_be_visible()
    expect(page.locator("code", has_text="invalid_credentials")).to_be_visible()


def test_the_language_is_remembered(page: Page, center: api.Center) -> None:
    page.goto(center.url)
    choose_language(page, "中文")
    expect(page.get_by_role("heading", name="登录")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="登录")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "zh-CN"


def test_signing_in_and_out(admin: Page, center: api.Center) -> None:
    admin.context.clear_cookies()
    sign_in(admin, center.url, "admin", PASSWORD)
    expect(admin.get_by_role("heading", name="Home")).to_be_visible()
    admin.get_by_role("button", name="Account menu").click()
    admin.get_by_role("menuitem", name="Sign out").click()
    expect(admin.get_by_role("button", name="Sign in")).to_be_visible()
    admin.goto(f"{center.url}/users")
    expect(admin.get_by_role("button", name="Sign in")).to_be_visible()
    assert PASSWORD not in admin.content()
