"""Named lists of networks, and a grant and a user that are limited to one."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import accessible, api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.screens import choose, choose_language, dialog

pytestmark = pytest.mark.browser


def test_everybody_reads_the_lists_and_only_administrators_change_them(
    page: Page, center: api.Center, picture: Picture
) -> None:
    center.post("networks", name="closed", networks=[])
    center.post("networks", name="canteen", networks=["10.9.0.0/16"])
    topic = center.topic("networks-read")
    user = center.post("users", username="networks.nobody", kind="person")
    limits = {"networks": ["@canteen"]}
    center.post("grants", user_id=user["id"], res_type=2, res_id=topic["tenant_id"], authorities=[107], limits=None)
    center.post("grants", user_id=user["id"], res_type=4, res_id=topic["id"], authorities=[303], limits=limits)
    api.enter_first_time(page.context, center.url, "networks.nobody", user["initial_secret"], PASSWORD)
    page.goto(center.url)
    page.get_by_role("link", name="Who has access").click()
    page.get_by_role("navigation", name="Who has access").get_by_role("link", name="Networks").click()
    expect(page.get_by_role("row", name="closed")).to_contain_text("nobody is let in")
    expect(page.get_by_role("row", name="canteen")).to_contain_text("10.9.0.0/16")
    for button in ("New list", "Edit", "Delete"):
        expect(page.get_by_role("button", name=button)).to_have_count(0)
    picture(page, "networks-read")
    page.goto(f"{center.url}/resources/topic/{topic['id']}")
    named = page.get_by_test_id("limits").get_by_role("link", name="@canteen").first
    expect(named).to_have_attribute("title", "10.9.0.0/16")
    named.click()
    expect(page.get_by_role("row", name="canteen")).to_be_visible()


def test_a_list_is_made_and_limits_a_grant_and_a_user(admin: Page, center: api.Center, picture: Picture) -> None:
    topic = center.topic("networks")
    user = center.post("users", username="networks.reader", kind="person")
    admin.goto(f"{center.url}/networks")
    admin.get_by_role("button", name="New list").click()
    dialog(admin).get_by_label("Name").fill("headquarters")
    dialog(admin).get_by_role("combobox", name="Networks").fill("10.1.2.3/16,")
    dialog(admin).get_by_role("button", name="Save").click()
    expect(dialog(admin).locator(".ant-form-item-explain-error")).to_be_visible()
    dialog(admin).get_by_role("combobox", name="Networks").press("Backspace")
    expect(dialog(admin).locator(".ant-form-item-explain-error")).to_have_count(0)
    dialog(admin).get_by_role("combobox", name="Networks").fill("10.1.0.0/16,2001:db8::/32,")
    picture(admin, "networks-list")
    assert accessible.violations(admin, "[role=dialog]") == []
    dialog(admin).get_by_role("button", name="Save").click()
    expect(admin.get_by_role("row", name="headquarters")).to_contain_text("10.1.0.0/16, 2001:db8::/32")

    admin.goto(f"{center.url}/resources/namespace/{topic['namespace_id']}")
    admin.get_by_role("main").get_by_role("button", name="Grant").first.click()
    form = dialog(admin)
    choose(admin, form.get_by_role("combobox").first, "networks.reader")
    form.get_by_role("checkbox", name="read the topic", exact=True).check()
    form.get_by_role("button", name="Limit it to").click()
    form.get_by_role("combobox", name="From networks").fill("@headquarters,192.0.2.0/24,")
    picture(admin, "networks-grant")
    form.get_by_role("button", name="Grant", exact=True).click()
    row = admin.get_by_role("row", name="networks.reader")
    expect(row.get_by_test_id("limits")).to_have_text("only from 192.0.2.0/24, @headquarters")

    admin.goto(f"{center.url}/users/{user['id']}")
    admin.get_by_role("button", name="Edit").first.click()
    dialog(admin).get_by_role("combobox", name="From networks").fill("@headquarters,")
    dialog(admin).get_by_role("button", name="Save").click()
    expect(admin.get_by_role("main")).to_contain_text("@headquarters")
    [found] = center.get("users", q="networks.reader")["items"]
    assert found["networks"] == ["@headquarters"]


def test_everybody_narrows_the_own_networks_and_changes_nothing_else_there(
    page: Page, center: api.Center, picture: Picture
) -> None:
    user = center.post("users", username="networks.owner", kind="person", nick="Owner", remark="of the center")
    api.enter_first_time(page.context, center.url, "networks.owner", user["initial_secret"], PASSWORD)
    page.goto(f"{center.url}/users/{user['id']}")
    page.get_by_role("button", name="Edit").first.click()
    form = dialog(page)
    form.get_by_role("combobox", name="From networks").fill("127.0.0.0/8,::1,")
    expect(form.get_by_role("combobox")).to_have_count(1)
    expect(form.get_by_role("textbox")).to_have_count(0)
    picture(page, "networks-own")
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("main")).to_contain_text("127.0.0.0/8, ::1")
    found = center.get(f"users/{user['id']}")
    assert (found["networks"], found["nick"]) == (["127.0.0.0/8", "::1/128"], "Owner")


def test_chinese_messages_name_what_was_wrong(admin: Page, center: api.Center, picture: Picture) -> None:
    center.post("networks", name="in-use", networks=["10.3.0.0/16"])
    user = center.post("users", username="networks.chinese", kind="person")
    center.client.patch(
        f"/api/v1/users/{user['id']}", json={"networks": ["@in-use"]}, headers={"If-Match": "*"}
    ).raise_for_status()
    admin.goto(f"{center.url}/networks")
    choose_language(admin, "中文")
    admin.get_by_role("button", name="新建列表").click()
    form = dialog(admin)
    form.get_by_label("名称").fill("chinese")
    for written, said in (
        ("10.3.0.0/16,10.1.2.3/16,", "“10.1.2.3/16”不是网络，应写成 10.1.0.0/16"),
        ("10.0.0.0/33,", "“10.0.0.0/33”不是网络：应写成"),
    ):
        form.get_by_role("combobox", name="网络").fill(written)
        form.get_by_role("button", name="保存").click()
        expect(form.locator(".ant-form-item-explain-error")).to_contain_text(said)
        form.get_by_role("combobox", name="网络").press("Backspace")
    picture(admin, "networks-chinese")
    admin.keyboard.press("Escape")
    admin.get_by_role("row", name="in-use").get_by_role("button", name="删除").click()
    dialog(admin).get_by_role("button", name="删除").click()
    expect(dialog(admin).get_by_role("alert")).to_contain_text("1 个用户")

    admin.goto(f"{center.url}/users/{user['id']}")
    admin.get_by_role("button", name="编辑").first.click()
    form.get_by_role("combobox", name="来源网络").fill("@nowhere,")
    expect(form.locator(".ant-select-selection-item", has_text="@nowhere")).to_be_visible()
    form.get_by_role("button", name="保存").click()
    expect(form.locator(".ant-form-item-explain-error")).to_have_text("没有名为“nowhere”的网络列表")
