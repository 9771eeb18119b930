"""The way of a new company through the console: users, resources, rights, and why."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import api
from tests.browser.screens import ask_why, choose, dialog

pytestmark = pytest.mark.browser


def test_a_new_person_gets_a_secret_that_is_shown_once(admin: Page, center: api.Center) -> None:
    admin.goto(f"{center.url}/users")
    admin.get_by_role("button", name="New user").click()
    dialog(admin).get_by_label("User name").fill("flow.person")
    admin.keyboard.press("Enter")
    expect(dialog(admin).get_by_text("Shown only once")).to_be_visible()
    secret = dialog(admin).get_by_label("One-time secret", exact=True).inner_text()
    assert len(secret.strip()) >= 16
    dialog(admin).get_by_role("button", name="I have saved it").click()
    admin.get_by_label("Find by user name").fill("flow.person")
    expect(admin.get_by_role("link", name="flow.person")).to_be_visible()
    assert secret.strip() not in admin.content()


def test_users_are_sorted_by_the_service(admin: Page, center: api.Center) -> None:
    for name in ("sorted.last", "sorted.first"):
        center.post("users", username=name, kind="service")
    admin.goto(f"{center.url}/users?q=sorted.")
    rows = admin.locator("tr.ant-table-row")
    for way in ("sorted.first", "sorted.last"):
        admin.get_by_role("columnheader", name="User name").click()
        expect(rows.first).to_contain_text(way)


def test_the_trail_speaks_of_times_and_rights(admin: Page, center: api.Center) -> None:
    topic = center.topic("spoken")
    user = center.post("users", username="spoken.to", kind="service")
    body = {"res_type": 4, "res_id": topic["id"], "authorities": [303], "valid_until": 4_000_000_000_000}
    center.post("grants", user_id=user["id"], **body)
    admin.goto(f"{center.url}/trail")
    expect(admin).to_have_title("Audit log · Pulsar User Center")
    row = admin.get_by_role("row", name="gave spoken.to “read the topic” on persistent://spoken/orders/created")
    row.get_by_role("button").first.click()
    facts = admin.locator("tr.ant-table-expanded-row")
    for field, value in (("authorities", "read the topic"), ("in force until", "2096")):
        expect(facts.get_by_role("row", name=field)).to_contain_text(value)


def test_from_the_cluster_to_the_topic(admin: Page, center: api.Center) -> None:
    admin.goto(f"{center.url}/resources")
    admin.get_by_role("button", name="Register a cluster").click()
    dialog(admin).get_by_label("Name").fill("flow")
    dialog(admin).get_by_label("Service address").fill("pulsar://127.0.0.1:6650")
    dialog(admin).get_by_label("Admin address").fill("http://127.0.0.1:1")
    dialog(admin).get_by_role("button", name="Register a cluster").click()
    expect(admin.get_by_role("heading", name="flow", exact=True)).to_be_visible()
    for kind, name, full_name in (
        ("New tenant", "flow-tenant", "flow-tenant"),
        ("New namespace", "orders", "flow-tenant/orders"),
        ("New topic", "created", "persistent://flow-tenant/orders/created"),
    ):
        admin.get_by_role("button", name=kind).click()
        dialog(admin).get_by_label("Name", exact=True).fill(name)
        dialog(admin).get_by_role("button", name="Create").click()
        expect(admin.get_by_role("heading", name=full_name, exact=True)).to_be_visible()
    expect(admin.get_by_text("Waiting for the clusters to create it")).to_be_visible()
    expect(admin.get_by_role("tree").get_by_text("created")).to_be_visible()


def test_a_cluster_out_of_reach_is_shown_with_its_message(admin: Page, center: api.Center) -> None:
    topic = center.topic("unreached")
    admin.goto(f"{center.url}/resources/topic/{topic['id']}")
    expect(admin.get_by_text("Waiting for the clusters to create it")).to_be_visible()
    # A try that ended between the wishes for the tenant and for the topic tells nothing of the topic: the next one, at
    # most a minute later, does.
    expect(admin.get_by_text("the cluster cannot be reached")).to_be_visible(timeout=90_000)


def test_granted_allowed_revoked_denied(admin: Page, center: api.Center) -> None:
    topic = center.topic("rights")
    center.post("users", username="rights.reader", kind="person")
    assert ask_why(admin, center.url, "rights.reader", topic).get_attribute("data-allowed") == "false"
    expect(admin.get_by_text("What is missing")).to_be_visible()

    admin.goto(f"{center.url}/resources/topic/{topic['id']}")
    admin.get_by_role("button", name="Grant", exact=False).first.click()
    choose(admin, dialog(admin).get_by_role("combobox"), "rights.reader")
    dialog(admin).get_by_role("checkbox", name="read the topic", exact=True).check()
    dialog(admin).get_by_role("button", name="Grant", exact=True).click()
    row = admin.get_by_role("row", name="rights.reader")
    expect(row.get_by_text("read the topic")).to_be_visible()
    expect(admin.get_by_text("No broker is live, so nothing enforces this yet").first).to_be_visible()
    verdict = ask_why(admin, center.url, "rights.reader", topic)
    assert verdict.get_attribute("data-allowed") == "true", verdict.inner_text()
    expect(verdict.get_by_text("granted to the user itself")).to_be_visible()

    admin.goto(f"{center.url}/resources/topic/{topic['id']}")
    row.get_by_role("button", name="Revoke").click()
    expect(dialog(admin).get_by_text("read the topic")).to_be_visible()
    dialog(admin).get_by_role("button", name="Revoke").click()
    expect(row).to_have_count(0)
    assert ask_why(admin, center.url, "rights.reader", topic).get_attribute("data-allowed") == "false"


def test_deleting_wants_the_full_name_and_lists_what_goes(admin: Page, center: api.Center) -> None:
    topic = center.topic("doomed")
    admin.goto(f"{center.url}/resources/tenant/{topic['tenant_id']}")
    admin.get_by_role("button", name="Delete").click()
    button = dialog(admin).get_by_role("button", name="Delete")
    expect(button).to_be_disabled()
    dialog(admin).get_by_label("Type doomed to confirm").fill("doomed")
    button.click()
    expect(dialog(admin).locator("code", has_text="has_children")).to_be_visible()
    expect(dialog(admin).get_by_text("doomed/orders")).to_be_visible()
    dialog(admin).get_by_role("checkbox").check()
    button.click()
    expect(admin.get_by_text("Choose a resource in the tree")).to_be_visible()


def test_somebody_elses_change_is_not_overwritten(admin: Page, center: api.Center) -> None:
    user = center.post("users", username="twice.changed", kind="service")
    admin.goto(f"{center.url}/users/{user['id']}")
    admin.get_by_role("button", name="Edit").click()
    changed = center.client.patch(f"/api/v1/users/{user['id']}", json={"remark": "first"}, headers={"If-Match": "*"})
    assert changed.is_success
    dialog(admin).get_by_label("Remark").fill("second")
    dialog(admin).get_by_role("button", name="Save").click()
    expect(dialog(admin).locator("code", has_text="changed_meanwhile")).to_be_visible()


def test_an_api_token_is_shown_once_inside_client_code(admin: Page, center: api.Center) -> None:
    center.topic("tokens")
    user = center.post("users", username="token.holder", kind="service")
    admin.goto(f"{center.url}/users/{user['id']}/credentials")
    admin.get_by_role("button", name="New API token").click()
    dialog(admin).get_by_role("textbox", name="Name").fill("producer")
    dialog(admin).get_by_role("button", name="Create").click()
    token = dialog(admin).get_by_role("figure", name="Token", exact=True).inner_text().strip()
    assert token.count(".") == 2
    code = dialog(admin).get_by_label("Python", exact=True).last.inner_text()
    assert token in code
    assert "pulsar://127.0.0.1:6650" in code
    dialog(admin).get_by_role("button", name="I have saved it").click()
    expect(admin.get_by_role("row", name="producer").get_by_text("in force")).to_be_visible()
    assert token not in admin.content()
