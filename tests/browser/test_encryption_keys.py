"""Encryption keys on the page of a topic and of a namespace: made, rotated, of a customer, refused, hidden."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from app.resources import encryption_halves
from tests.browser import accessible, api
from tests.browser.conftest import PASSWORD, SCREEN, Picture
from tests.browser.screens import choose_language, dialog

pytestmark = pytest.mark.browser


def test_a_key_is_made_and_rotated(admin: Page, center: api.Center, picture: Picture) -> None:
    topic = center.topic("keyed")
    admin.goto(f"{center.url}/resources/namespace/{topic['namespace_id']}/policies")
    keys = admin.get_by_test_id("encryption-keys")
    expect(keys).to_contain_text("brokers and disks hold what they cannot read")
    picture(admin, "keys-none")
    keys.get_by_role("button", name="New key").click()
    dialog(admin).get_by_label("Name", exact=True).fill("not a name")
    dialog(admin).get_by_role("button", name="Create").click()
    expect(_wrong(admin)).to_contain_text("a letter or digit first")
    dialog(admin).get_by_label("Name", exact=True).fill("orders")
    picture(admin, "key-new")
    assert accessible.violations(admin, "[role=dialog]") == []
    dialog(admin).get_by_role("button", name="Create").click()
    expect(keys.get_by_test_id("used-key")).to_contain_text("ordersversion 1RSA-3072")
    assert _stored(center, "namespaces", topic["namespace_id"]) == [("orders", "center", 1, "RSA-3072", "active")]

    keys.get_by_role("button", name="New key").click()
    dialog(admin).get_by_label("Name", exact=True).fill("orders")
    dialog(admin).get_by_role("button", name="Create").click()
    expect(_wrong(admin)).to_have_count(1)
    admin.keyboard.press("Escape")

    keys.get_by_role("button", name="Rotate").click()
    expect(dialog(admin)).to_contain_text("Version 2 is in force at once")
    dialog(admin).get_by_label("EC-P256").check()
    picture(admin, "key-rotate")
    assert accessible.violations(admin, "[role=dialog]") == []
    dialog(admin).get_by_role("button", name="Rotate").click()
    expect(keys.get_by_test_id("used-key")).to_contain_text("ordersversion 2EC-P256")
    expect(keys.get_by_role("row", name="retiring")).to_contain_text("by admin")
    expect(keys.get_by_role("button", name="Rotate")).to_have_count(1)
    assert _stored(center, "namespaces", topic["namespace_id"]) == [
        ("orders", "center", 2, "EC-P256", "active"),
        ("orders", "center", 1, "RSA-3072", "retiring"),
    ]
    _look(admin, keys, picture, "keys")


def test_a_topic_says_whose_key_it_uses_and_who_fetched(admin: Page, center: api.Center, picture: Picture) -> None:
    topic = center.topic("inheriting")
    center.post(f"namespaces/{topic['namespace_id']}/encryption-keys", name="shared", algorithm="EC-P256")
    private = {"topic": topic["full_name"], "name": "shared", "number": 1, "reason": "to look into it"}
    center.post("encryption-keys/private", **private)
    admin.goto(f"{center.url}/resources/topic/{topic['id']}/policies")
    keys = admin.get_by_test_id("encryption-keys")
    expect(keys.get_by_test_id("used-key")).to_contain_text("sharedversion 1EC-P256of the namespace inheriting/orders")
    expect(keys).to_contain_text("one of its own would replace that")
    picture(admin, "keys-of-the-namespace")
    center.post(f"topics/{topic['id']}/encryption-keys", name="own", algorithm="EC-P256")
    admin.reload()
    expect(keys.get_by_test_id("used-key")).to_contain_text("ownversion 1EC-P256of this topic")
    keys.get_by_role("link", name="Who got private halves").click()
    row = admin.locator("tr.ant-table-row")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("give out the private half")
    expect(row).to_contain_text(topic["full_name"])
    row.get_by_role("button").first.click()
    expect(admin.get_by_role("main")).to_contain_text("to look into it")
    picture(admin, "keys-released")
    cluster = center.get(f"tenants/{topic['tenant_id']}")["cluster_ids"][0]
    question = f"principal=admin&question=topic:CONSUME&type=topic&resource={topic['full_name']}&cluster={cluster}"
    admin.goto(f"{center.url}/why?{question}")
    expect(admin.get_by_test_id("verdict")).to_contain_text(
        f"Producers encrypt for own, version 1, of {topic['full_name']}"
    )


def test_a_key_of_the_customer_is_public_alone(admin: Page, center: api.Center, picture: Picture) -> None:
    topic = center.topic("customer")
    own = encryption_halves.make("RSA-3072")
    assert own.private is not None
    admin.goto(f"{center.url}/resources/topic/{topic['id']}/policies")
    keys, sent = admin.get_by_test_id("encryption-keys"), []
    admin.on("request", lambda request: sent.append(request.post_data or ""))
    keys.get_by_role("button", name="New key").click()
    dialog(admin).get_by_label("Name", exact=True).fill("ours")
    dialog(admin).get_by_label("You: the center has the public half alone").check()
    expect(dialog(admin).get_by_role("alert")).to_contain_text("Nobody can restore this private key")
    for text, problem in (
        ("", "Required"),
        (own.private.decode(), "This is a private key. It was not sent"),
        ("ssh-rsa AAAA", "This is no public key in PEM"),
        ('{"kty": "RSA", "n": "AQAB", "e": "AQAB"}', "This is no public key in PEM"),
        ("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n", "it is no PEM file with a public key"),
    ):
        dialog(admin).get_by_label("Public key").fill(text)
        dialog(admin).get_by_role("button", name="Create").click()
        expect(_wrong(admin)).to_contain_text(problem)
    picture(admin, "key-refused")
    assert accessible.violations(admin, "[role=dialog]") == []
    admin.set_viewport_size({"width": 390, "height": 900})
    picture(admin, "key-refused-narrow")
    admin.set_viewport_size(SCREEN)
    assert not any("PRIVATE" in body for body in sent)
    dialog(admin).get_by_label("Public key").fill(own.public)
    dialog(admin).get_by_role("button", name="Create").click()
    expect(keys.get_by_role("row", name="ours")).to_contain_text("key of your own")
    assert _stored(center, "topics", topic["id"]) == [("ours", "customer", 1, "RSA-3072", "active")]

    keys.get_by_role("button", name="Rotate").click()
    expect(dialog(admin).get_by_label("EC-P256")).to_have_count(0)
    dialog(admin).get_by_label("Public key").fill(encryption_halves.make("EC-P256").public)
    picture(admin, "key-rotate-customer")
    dialog(admin).get_by_role("button", name="Rotate").click()
    expect(keys.get_by_test_id("used-key")).to_contain_text("oursversion 2EC-P256")
    _look(admin, keys, picture, "keys-customer")


def test_who_audits_sees_keys_and_makes_none(page: Page, center: api.Center) -> None:
    topic = center.topic("looked-at")
    center.post(f"topics/{topic['id']}/encryption-keys", name="orders", algorithm="EC-P256")
    _enter(page, center, "keys.auditor", topic, 307)
    keys = page.get_by_test_id("encryption-keys")
    expect(keys.get_by_role("row", name="orders")).to_contain_text("EC-P256")
    expect(keys.get_by_role("button")).to_have_count(0)


def test_who_only_reads_sees_none(page: Page, center: api.Center) -> None:
    topic = center.topic("hidden-keys")
    center.post(f"topics/{topic['id']}/encryption-keys", name="orders", algorithm="EC-P256")
    _enter(page, center, "keys.reader", topic, 303)
    expect(page.get_by_test_id("encryption-keys")).to_have_count(0)


def _enter(page: Page, center: api.Center, username: str, topic: dict[str, Any], authority: int) -> None:
    """Show the topic's page to somebody who holds only this there."""
    user = center.post("users", username=username, kind="person")
    center.post("grants", user_id=user["id"], res_type=4, res_id=topic["id"], authorities=[authority])
    api.enter_first_time(page.context, center.url, username, user["initial_secret"], PASSWORD)
    page.goto(f"{center.url}/resources/topic/{topic['id']}/policies")
    expect(page.get_by_role("heading", name=topic["full_name"])).to_be_visible()
    page.wait_for_load_state("networkidle")  # what the reader may do is known


def _look(page: Page, keys: Locator, picture: Picture, name: str) -> None:
    """Both languages, both appearances, wide and narrow."""
    picture(page, name)
    page.emulate_media(color_scheme="dark")
    choose_language(page, "中文")
    expect(keys).to_contain_text("加密密钥")
    picture(page, f"{name}-zh-dark")
    assert accessible.violations(page, "[data-testid=encryption-keys]") == []
    page.set_viewport_size({"width": 390, "height": 900})
    picture(page, f"{name}-narrow-dark")
    page.emulate_media(color_scheme="light")
    assert accessible.violations(page, "[data-testid=encryption-keys]") == []
    picture(page, f"{name}-narrow")


def _wrong(page: Page) -> Locator:
    return dialog(page).locator(".ant-form-item-explain-error")


def _stored(center: api.Center, kind: str, number: int) -> list[tuple[str, str, int, str, str]]:
    found = center.get(f"{kind}/{number}/encryption-keys")["items"]
    return [
        (key["name"], key["mode"], version["number"], version["algorithm"], version["state"])
        for key in found
        for version in key["versions"]
    ]
