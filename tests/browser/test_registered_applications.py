"""Administrators register applications; people see which ones have access to their account, and end it."""

from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from tests.browser import api
from tests.browser.applications import Pages, desk_with_secret
from tests.browser.screens import choose, dialog

pytestmark = pytest.mark.browser


def test_an_administrator_registers_changes_and_deletes_one(admin: Page, center: api.Center) -> None:
    service = center.post("users", username="invoices", kind="service")
    admin.goto(f"{center.url}/applications")
    expect(admin.get_by_role("cell", name="usercenter-cli")).to_be_visible()
    admin.get_by_role("button", name="Register an application").click()
    box = dialog(admin)
    box.get_by_label("Name").fill("Invoices")
    box.get_by_text("confidential (secret or key)").click()
    choose(admin, box.get_by_label("Service user"), "invoices")
    box.get_by_label("Redirect addresses").fill("http://invoices.example/callback")
    box.get_by_role("button", name="Save").click()
    expect(box.get_by_text("exact")).to_be_visible()
    box.get_by_label("Redirect addresses").fill("https://invoices.example/callback\nhttps://invoices.example/other")
    box.get_by_label("this center's API").check()
    box.get_by_role("button", name="Save").click()
    row = admin.get_by_role("row", name="Invoices")
    expect(row.get_by_text("https://invoices.example/other")).to_be_visible()
    expect(row.get_by_text("asks for consent")).to_be_visible()
    expect(row.get_by_role("link", name="Secrets and keys")).to_have_attribute(
        "href", f"/users/{service['id']}/credentials"
    )

    row.get_by_role("button", name="Edit").click()
    expect(dialog(admin).get_by_label("this center's API")).to_be_checked()
    dialog(admin).get_by_label("An application of the company").check()
    dialog(admin).get_by_role("button", name="Save").click()
    expect(row.get_by_text("asks for no consent")).to_be_visible()
    row.get_by_role("button", name="Delete").click()
    dialog(admin).get_by_role("button", name="Delete").click()
    expect(row).to_have_count(0)


def test_a_program_on_ones_own_machine_asks_though_it_is_the_companys(admin: Page, center: api.Center) -> None:
    made = {"trusted": True, "logout_uris": [], "audiences": []}
    local, web = "http://127.0.0.1/callback", "https://both.example/callback"
    center.post("applications", name="Local tool", redirect_uris=[local], **made)
    center.post("applications", name="Both kinds", redirect_uris=[local, web], **made)
    admin.goto(f"{center.url}/applications")
    expect(admin.get_by_role("row", name="Local tool").get_by_text("asks for consent", exact=True)).to_be_visible()
    expect(admin.get_by_role("row", name="Both kinds").get_by_text("asks for consent on one's own")).to_be_visible()


def test_a_person_ends_the_access_of_an_application(admin: Page, center: api.Center, at: Pages) -> None:
    with closing(desk_with_secret(center, at, name="Ended desk")) as desk:
        admin.goto(desk.address())
        expect(admin.get_by_role("heading", name="The desk")).to_be_visible()
        desk.fetch()
        admin.goto(f"{center.url}/security")
        admin.get_by_role("button", name="End access: Ended desk").click()
        expect(admin.get_by_text("Access ended")).to_be_visible()
        expect(admin.get_by_role("button", name="End access: Ended desk")).to_have_count(0)
        assert desk.client.get(desk.metadata["userinfo_endpoint"]).status_code == 401
