"""Encryption keys on the page of a topic and of a namespace: made, rotated, of a customer, refused, hidden."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from app.resources import encryption_halves
from tests.browser import accessible, api
from tests.browser.conftest import SCREEN, Picture
from tests.browser.encryption import enter, look, unfold
from tests.browser.screens import dialog

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
    expect(keys.get_by_role("row", name="orders")).to_contain_text("2EC-P256active")
    unfold(admin, "orders")
    expect(admin.get_by_test_id("key-versions").get_by_role("row", name="retiring")).to_contain_text("by admin")
    assert _stored(center, "namespaces", topic["namespace_id"]) == [
        ("orders", "center", 2, "EC-P256", "active"),
        ("orders", "center", 1, "RSA-3072", "retiring"),
    ]
    look(admin, picture, "keys")


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
    look(admin, picture, "keys-customer")


def test_a_pair_that_clients_use_is_taken_over(admin: Page, center: api.Center, picture: Picture) -> None:
    topic = center.topic("taken-over")
    own, other = (encryption_halves.make("EC-P256") for _ in range(2))
    assert own.private is not None
    assert other.private is not None
    admin.goto(f"{center.url}/resources/topic/{topic['id']}/policies")
    admin.get_by_test_id("encryption-keys").get_by_role("button", name="New key").click()
    dialog(admin).get_by_label("Name", exact=True).fill("orders")
    dialog(admin).get_by_label("it takes over a pair that clients use already").check()
    expect(dialog(admin).get_by_role("alert")).to_contain_text("This private key is known elsewhere")
    dialog(admin).get_by_label("Public key").fill(own.public)
    kind = "ENCRYPTED PRIVATE KEY"
    encrypted = f"-----BEGIN {kind}-----\nAAAA\n-----END {kind}-----\n"
    for text, problem in (
        ("", "no private key in PEM without passphrase"),
        (own.public, "no private key in PEM without passphrase"),
        (encrypted, "no private key in PEM without passphrase"),
        (other.private.decode(), "the private key is not that of the public key"),
    ):
        dialog(admin).get_by_label("Private key").fill(text)
        dialog(admin).get_by_role("button", name="Create").click()
        expect(_wrong(admin)).to_contain_text(problem)
    assert accessible.violations(admin, "[role=dialog]") == []
    picture(admin, "key-pair")
    dialog(admin).get_by_label("Private key").fill(own.private.decode())
    dialog(admin).get_by_role("button", name="Create").click()
    expect(admin.get_by_test_id("used-key")).to_contain_text("ordersversion 1EC-P256")
    assert _stored(center, "topics", topic["id"]) == [("orders", "center", 1, "EC-P256", "active")]
    request = {"topic": topic["full_name"], "name": "orders", "number": 1, "reason": "to compare"}
    assert center.post("encryption-keys/private", **request)["private_key"] == own.private.decode()
    kept = admin.evaluate(
        "JSON.stringify([{...localStorage}, {...sessionStorage}, document.documentElement.outerHTML])"
    )
    assert "PRIVATE" not in kept


def test_who_audits_sees_keys_and_makes_none(page: Page, center: api.Center) -> None:
    topic = center.topic("looked-at")
    center.post(f"topics/{topic['id']}/encryption-keys", name="orders", algorithm="EC-P256")
    enter(page, center, "keys.auditor", topic, 307)
    keys = page.get_by_test_id("encryption-keys")
    expect(keys.get_by_role("row", name="orders")).to_contain_text("EC-P256")
    expect(keys.get_by_role("button").and_(keys.get_by_text(re.compile(".")))).to_have_count(0)


def test_who_only_reads_sees_none(page: Page, center: api.Center) -> None:
    topic = center.topic("hidden-keys")
    center.post(f"topics/{topic['id']}/encryption-keys", name="orders", algorithm="EC-P256")
    enter(page, center, "keys.reader", topic, 303)
    expect(page.get_by_test_id("encryption-keys")).to_have_count(0)


def _wrong(page: Page) -> Locator:
    return dialog(page).locator(".ant-form-item-explain-error")


def _stored(center: api.Center, kind: str, number: int) -> list[tuple[str, str, int, str, str]]:
    found = center.get(f"{kind}/{number}/encryption-keys")["items"]
    return [
        (key["name"], key["mode"], version["number"], version["algorithm"], version["state"])
        for key in found
        for version in key["versions"]
    ]
