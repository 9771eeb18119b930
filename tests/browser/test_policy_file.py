"""The policy file: read, edited, planned and applied, and nothing lost that was typed."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import accessible, api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.screens import choose, dialog

pytestmark = pytest.mark.browser


@pytest.fixture
def tenant(center: api.Center, request: pytest.FixtureRequest) -> str:
    """A tenant with a topic, for this test alone: what is edited is kept by tenant. There are no English words in its
    name: test_languages would find them."""
    name = "policy-" + "".join(word[0] for word in request.node.name.split("_"))
    center.topic(name)
    return name


def _present(center: api.Center, tenant: str) -> str:
    return center.client.get("/api/v1/policy", params={"tenant": tenant}).text


def _open(page: Page, center: api.Center, tenant: str) -> Locator:
    """The text of the tenant's policy, ready to be edited."""
    page.goto(f"{center.url}/policy?tenant={tenant}")
    editor = page.get_by_role("textbox", name="Policy file")
    expect(editor).to_have_value(_present(center, tenant))
    return editor


def _add_topics(editor: Locator, *names: str) -> None:
    """Type topics above those that are there."""
    before, topics, after = editor.input_value().partition("topics:")
    editor.fill(before + topics + "".join(f"\n          {name}:" for name in names) + after)


def _plan(page: Page) -> Locator:
    """Press Plan; the part of the page with what it answers."""
    page.get_by_role("button", name="Plan", exact=True).click()
    return page.get_by_role("region", name="Plan and result")


def _apply(page: Page, result: Locator) -> None:
    result.get_by_role("button", name="Apply").click()
    dialog(page).get_by_role("button", name="Apply").click()


def _has(center: api.Center, tenant: str, topic: str) -> bool:
    return f"\n          {topic}: {{}}\n" in _present(center, tenant)


def test_a_file_is_planned_and_applied(admin: Page, center: api.Center, tenant: str, picture: Picture) -> None:
    admin.goto(f"{center.url}/grants")
    admin.get_by_role("navigation", name="Access").get_by_role("link", name="Policy file").click()
    choose(admin, admin.get_by_role("combobox", name="Of"), tenant)
    editor = admin.get_by_role("textbox", name="Policy file")
    expect(editor).to_have_value(_present(center, tenant))
    expect(_plan(admin).get_by_text("nothing to apply")).to_be_visible()
    _add_topics(editor, "paid", "shipped")
    result = _plan(admin)
    expect(result.get_by_text("Added 2")).to_be_visible()
    row = result.get_by_role("row").filter(has_text=f"persistent://{tenant}/orders/paid")
    expect(row).to_contain_text("added")
    row.get_by_role("button", name="Line").click()
    assert editor.evaluate("(one) => one.value.slice(one.selectionStart, one.selectionEnd).trim()") == "paid:"
    picture(admin, "policy-plan")
    assert accessible.violations(admin, "#content") == []
    result.get_by_role("button", name="Apply").click()
    expect(dialog(admin).get_by_text("It adds 2 things, and changes or removes nothing")).to_be_visible()
    assert not _has(center, tenant, "paid")
    dialog(admin).get_by_role("button", name="Apply").click()
    expect(result.get_by_text("2 changes applied: revision")).to_be_visible()
    picture(admin, "policy-applied")
    assert _has(center, tenant, "paid")
    assert _has(center, tenant, "shipped")


def test_each_mistake_is_at_its_line(admin: Page, center: api.Center, tenant: str, picture: Picture) -> None:
    editor = _open(admin, center, tenant)
    lines = editor.input_value().splitlines()
    lines.append("grants: [{tenant: " + tenant + ", user: nobody.at.all, authorities: [all]}]")
    lines = [line for line in lines if not line.startswith(("grants:", "- {"))] + lines[-1:]
    editor.fill("\n".join([*lines, "colour: blue"]))
    result = _plan(admin)
    expect(result.get_by_text("mistakes in the file")).to_be_visible()
    expect(editor).to_have_attribute("aria-invalid", "true")
    picture(admin, "policy-mistakes")
    result.get_by_role("button", name=f"Line {len(lines) + 1}").click()
    expect(editor).to_be_focused()
    assert editor.evaluate("(one) => one.value.slice(one.selectionStart, one.selectionEnd)") == "colour: blue"
    expect(result.get_by_role("button", name="Apply")).to_have_count(0)


def test_only_the_plan_that_is_shown_is_applied(admin: Page, center: api.Center, tenant: str) -> None:
    editor = _open(admin, center, tenant)
    _add_topics(editor, "first")
    result = _plan(admin)
    expect(result.get_by_role("button", name="Apply")).to_be_enabled()
    _add_topics(editor, "second")
    expect(result.get_by_text("plan again")).to_be_visible()
    expect(result.get_by_role("button", name="Apply")).to_be_disabled()
    _plan(admin)
    expect(result.get_by_text("Added 2")).to_be_visible()
    center.post("users", username=f"meanwhile.{tenant[:12]}", kind="person")
    _apply(admin, result)
    expect(result.get_by_text("changed_meanwhile_plan")).to_be_visible()
    assert not _has(center, tenant, "first")
    expect(editor).to_have_value(editor.input_value())
    _plan(admin)
    expect(result.get_by_text("changed_meanwhile_plan")).to_have_count(0)
    expect(result.get_by_role("button", name="Apply")).to_be_enabled()
    _apply(admin, result)
    expect(result.get_by_text("2 changes applied")).to_be_visible()
    assert _has(center, tenant, "second")


def test_what_goes_with_its_data_is_counted_first(
    admin: Page, center: api.Center, tenant: str, picture: Picture
) -> None:
    editor = _open(admin, center, tenant)
    before, _, _ = editor.input_value().partition("    namespaces:")
    editor.fill(f"{before}grants: []\n")
    admin.get_by_role("checkbox", name="resources, with their data").check()
    admin.get_by_role("checkbox", name="grants", exact=True).check()
    result = _plan(admin)
    expect(result.get_by_text("2 resources will be deleted with their data")).to_be_visible()
    picture(admin, "policy-removal")
    result.get_by_role("button", name="Apply").click()
    expect(dialog(admin).get_by_text(f"delete namespace {tenant}/orders")).to_be_visible()
    expect(dialog(admin).get_by_role("button", name="Apply")).to_be_disabled()
    picture(admin, "policy-removal-confirm")
    dialog(admin).get_by_label("Type 2 to confirm").fill("2")
    dialog(admin).get_by_role("button", name="Apply").click()
    expect(result.get_by_text("applied: revision")).to_be_visible()


def test_what_was_typed_is_removed_at_the_sign_out(page: Page, center: api.Center, tenant: str) -> None:
    """Else the next one at this browser would find the policy in its tools."""
    owner = center.post("users", username=f"{tenant}-owner", kind="person")
    place = {"res_type": 2, "res_id": center.get("tenants", q=tenant)["items"][0]["id"]}
    center.post("grants", user_id=owner["id"], **place, authorities=[104])
    api.enter_first_time(page.context, center.url, owner["username"], owner["initial_secret"], PASSWORD)
    _add_topics(_open(page, center, tenant), "forgotten")
    page.reload()
    expect(page.get_by_role("textbox", name="Policy file")).to_have_value(re.compile("forgotten"))
    assert "forgotten" in page.evaluate("JSON.stringify(sessionStorage)")
    page.get_by_role("button", name="Account menu").click()
    page.get_by_role("menuitem", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()
    assert "forgotten" not in page.evaluate("JSON.stringify({...sessionStorage, ...localStorage})")


def test_what_was_typed_is_kept(admin: Page, center: api.Center, tenant: str, tmp_path: Path) -> None:
    """When the page is left, the session ends, and another file is opened."""
    editor = _open(admin, center, tenant)
    _add_topics(editor, "kept")
    typed = editor.input_value()
    admin.get_by_role("navigation", name="Access").get_by_role("link", name="Roles").click()
    expect(admin.get_by_role("heading", name="Roles")).to_be_visible()
    admin.go_back()
    expect(editor).to_have_value(typed)
    admin.reload()
    expect(editor).to_have_value(typed)
    admin.wait_for_load_state("networkidle")  # else what is still being read asks first
    admin.context.clear_cookies()
    result = _plan(admin)
    again = admin.get_by_role("dialog", name="Your session has ended: sign in again")
    again.get_by_label("Password").fill(PASSWORD)
    admin.keyboard.press("Enter")
    expect(result.get_by_text("Added 1")).to_be_visible()
    expect(editor).to_have_value(typed)
    with admin.expect_download() as download:
        admin.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == f"{tenant}.policy.yaml"
    assert download.value.path().read_text(encoding="utf-8") == typed
    other = tmp_path / "other.yaml"
    other.write_text("version: 1\n", encoding="utf-8")
    opened = admin.locator("input[type=file]")
    opened.set_input_files(other)
    dialog(admin).get_by_role("button", name="Cancel").click()
    expect(editor).to_have_value(typed)
    opened.set_input_files(other)
    dialog(admin).get_by_role("button", name="Replace").click()
    expect(editor).to_have_value("version: 1\n")
    admin.get_by_role("button", name="Back to the present policy").click()
    dialog(admin).get_by_role("button", name="Replace").click()
    expect(editor).to_have_value(_present(center, tenant))
    other.write_bytes(b"version: \xff")
    opened.set_input_files(other)
    expect(admin.get_by_text("This file cannot be opened")).to_be_visible()


def test_an_owner_has_the_policy_of_the_own_tenant(page: Page, center: api.Center, tenant: str) -> None:
    [found] = center.get("tenants", q=tenant)["items"]
    owner = center.post("users", username=f"policy.{tenant[:20]}", kind="person")
    center.post("grants", user_id=owner["id"], res_type=2, res_id=found["id"], authorities=[104])
    api.enter_first_time(page.context, center.url, owner["username"], owner["initial_secret"], PASSWORD)
    page.goto(f"{center.url}/policy")
    editor = page.get_by_role("textbox", name="Policy file")
    expect(editor).to_have_value(_present(center, tenant))
    expect(page.get_by_role("checkbox", name="users", exact=True)).to_have_count(0)
    _add_topics(editor, "mine")
    result = _plan(page)
    expect(result.get_by_text("Added 1")).to_be_visible()
    _apply(page, result)
    # Who administers a tenant may not make topics in it by that alone.
    expect(result.get_by_text("The change that failed:")).to_be_visible()
    expect(result.get_by_text(f"create topic persistent://{tenant}/orders/mine")).to_have_count(2)


def test_many_changes_of_the_whole_center_are_made_in_parts(admin: Page, center: api.Center) -> None:
    admin.goto(f"{center.url}/policy")
    editor = admin.get_by_role("textbox", name="Policy file")
    expect(editor).to_have_value(center.client.get("/api/v1/policy").text)
    names = [f"part-{number:03}" for number in range(100)]
    editor.fill("version: 1\ngroups:\n" + "".join(f"  {name}:\n" for name in names))
    result = _plan(admin)
    expect(result.get_by_text("applied in parts")).to_be_visible()
    _apply(admin, result)
    expect(result.get_by_text("100 changes applied: revision")).to_be_visible()
    assert [group["name"] for group in center.get("groups", q="part-", limit=500, sort="name")["items"]] == names
    admin.get_by_role("button", name="Back to the present policy").click()
    dialog(admin).get_by_role("button", name="Replace").click()
    expect(editor).to_have_value(center.client.get("/api/v1/policy").text)
