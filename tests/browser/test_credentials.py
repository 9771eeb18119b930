"""Secrets of services, made by a person who says when they end."""

import re
import time

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from playwright.sync_api import Page, expect

from tests.browser import api
from tests.browser.conftest import Picture
from tests.browser.languages import LANGUAGES, switch
from tests.browser.screens import choose, dialog, fill_and_leave

pytestmark = pytest.mark.browser
_DAY_MS = 86_400_000


def test_the_maker_of_a_secret_says_when_it_ends(admin: Page, center: api.Center, picture: Picture) -> None:
    service = center.post("users", username="secret.ends", kind="service")
    admin.goto(f"{center.url}/users/{service['id']}/credentials")
    rows = admin.locator("tr.ant-table-row")
    for days, shown in (("7", r"20\d\d"), ("", "until deleted")):
        admin.get_by_role("button", name="New client secret").click()
        dialog(admin).get_by_label("Days of validity").fill(days)
        dialog(admin).get_by_role("button", name="Create").click()
        expect(dialog(admin)).to_contain_text("puc_secret_")
        dialog(admin).get_by_role("button", name="I have saved it").click()
        expect(rows.last.get_by_role("cell").nth(1)).to_have_text(re.compile(shown))
    ending, endless = (secret["valid_until"] for secret in center.get(f"users/{service['id']}/client-secrets")["items"])
    assert endless is None
    assert 6 < (ending - time.time() * 1000) / _DAY_MS <= 7
    for language in LANGUAGES:
        if admin.locator(f"html[lang={language}]").count() == 0:
            switch(admin, language)
        picture(admin, f"{language}-client-secrets")


def test_a_third_secret_is_refused_inside_the_dialog(admin: Page, center: api.Center) -> None:
    service = center.post("users", username="secret.third", kind="service")
    for _ in range(2):
        center.post(f"users/{service['id']}/client-secrets")
    admin.goto(f"{center.url}/users/{service['id']}/credentials")
    admin.get_by_role("button", name="New client secret").click()
    dialog(admin).get_by_role("button", name="Create").click()
    expect(dialog(admin).get_by_text("There are two secrets already")).to_be_visible()


def test_a_public_key_is_registered_and_a_private_one_stays_here(
    admin: Page, center: api.Center, picture: Picture
) -> None:
    service = center.post("users", username="key.owner", kind="service")
    admin.goto(f"{center.url}/users/{service['id']}/credentials")
    private = ec.generate_private_key(ec.SECP256R1())
    secret = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    public = private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    admin.get_by_role("button", name="Register a public key").click()
    dialog(admin).get_by_label("What it is for").fill("host 7")
    dialog(admin).get_by_label("Public key").fill(secret)
    sent: list[str] = []
    admin.on("request", lambda request: sent.append(request.post_data or ""))
    dialog(admin).get_by_role("button", name="Register").click()
    expect(dialog(admin)).to_contain_text("This is a private key")
    assert not any("PRIVATE" in body for body in sent)
    picture(admin, "client-key-refused")
    dialog(admin).get_by_label("Public key").fill(public)
    dialog(admin).get_by_role("button", name="Register").click()
    expect(admin.get_by_role("row").filter(has_text="host 7")).to_contain_text("ES256")
    for language in LANGUAGES:
        if admin.locator(f"html[lang={language}]").count() == 0:
            switch(admin, language)
        picture(admin, f"{language}-client-keys")
    (key,) = center.get(f"users/{service['id']}/keys")["items"]
    assert key["name"] == "host 7"


def test_a_token_is_narrowed_to_a_place(admin: Page, center: api.Center, picture: Picture) -> None:
    service = center.post("users", username="token.narrow", kind="service")
    admin.goto(f"{center.url}/users/{service['id']}/credentials")
    admin.get_by_role("button", name="New API token").click()
    dialog(admin).get_by_label("Name", exact=True).first.fill("reads one topic")
    dialog(admin).get_by_role("button", name="Narrow it to a place").click()
    fill_and_leave(admin, dialog(admin).get_by_label("Resource", exact=True), "acme/orders/created")
    dialog(admin).get_by_label("Read", exact=False).first.check()
    picture(admin, "en-narrowed-token-dialog")
    dialog(admin).get_by_role("button", name="Create").click()
    dialog(admin).get_by_role("button", name="I have saved it").click()
    expect(admin.get_by_role("row", name="reads one topic")).to_contain_text("persistent://acme/orders/created")
    (made,) = center.get(f"users/{service['id']}/tokens")["items"]
    assert made["scope"][0]["authorities"] != []
    for language in LANGUAGES:
        if admin.locator(f"html[lang={language}]").count() == 0:
            switch(admin, language)
        picture(admin, f"{language}-narrowed-tokens")


def test_a_topic_tells_how_to_connect_to_it(admin: Page, center: api.Center, picture: Picture) -> None:
    topic = center.topic("connected")
    admin.goto(f"{center.url}/resources/topic/{topic['id']}")
    admin.get_by_role("link", name="How to connect").click()
    code = admin.get_by_role("main").locator("pre")
    expect(code).to_contain_text('create_producer("persistent://connected/orders/created")')
    picture(admin, "how-to-connect")
    # A link must not bring code that somebody then pastes.
    admin.goto(f'{center.url}/credentials?topic=persistent://a/b/c");exit("')
    expect(code).to_contain_text('create_producer("persistent://<tenant>/<namespace>/<topic>")')


def test_a_client_in_every_language_is_filled_in(admin: Page, center: api.Center, picture: Picture) -> None:
    topic = center.topic("snippets")
    service = center.post("users", username="snippet.reader", kind="service")
    cluster = center.get(f"tenants/{topic['tenant_id']}")["cluster_ids"][0]
    filled = f"?topic={topic['full_name']}&cluster={cluster}"
    admin.goto(f"{center.url}/users/{service['id']}/credentials{filled}")
    card = admin.locator(".ant-card").filter(has_text="How to connect").last
    shown = {
        "Python": ['"client_id": "snippet.reader"', f'create_producer("{topic["full_name"]}")'],
        "Java": ['.serviceUrl("pulsar://127.0.0.1:6650")', 'new URL("file:///etc/pulsar/key.json")'],
        "Go": ['"clientId":   "snippet.reader"', f'Topic: "{topic["full_name"]}"'],
        "Node.js": ['client_id: "snippet.reader"'],
        "C++": ['"client_id": "snippet.reader"', '"pulsar://127.0.0.1:6650"'],
        "pulsar-admin": ["--admin-url http://127.0.0.1:8080", f"topics stats {topic['full_name']}"],
        "Kafka": [f"url={center.url}/oauth2/token", "client.id=snippet.reader"],
    }
    for language, texts in shown.items():
        card.get_by_text(language, exact=True).click()
        code = card.get_by_label(language, exact=True).locator("pre")
        for text in texts:
            expect(code).to_contain_text(text)
        assert not re.search(r"\b(BROKER|ADMIN|CENTER|TOPIC|CLIENT_ID|SECRET|TOKEN|KEY_FILE)\b", code.inner_text())
        expect(card.get_by_text("Untried")).to_have_count(int(language in ("Node.js", "C++", "Kafka")))
        picture(admin, f"snippet-{language}")
    card.get_by_text("Java", exact=True).click()
    card.get_by_text("Password", exact=True).click()
    expect(card.locator("pre")).to_contain_text('{\\"userId\\":\\"snippet.reader\\",\\"password\\":')


def test_what_ends_next_leads_to_where_it_is_replaced(admin: Page, center: api.Center, picture: Picture) -> None:
    service = center.post("users", username="ends-soon", kind="service")
    center.post("users", username="ends-new", kind="person")
    center.post(f"users/{service['id']}/tokens", name="night run", days=1)
    center.post(f"users/{service['id']}/client-secrets", days=40)
    admin.goto(center.url)
    admin.get_by_role("link", name="Ending credentials").click()
    expect(admin.get_by_role("heading", name="Ending credentials")).to_be_visible()
    admin.get_by_label("Find by user name").fill("ends-")
    rows = admin.locator("tbody tr.ant-table-row")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("night run")  # the soonest
    expect(admin.get_by_role("row", name="ends-new")).to_contain_text("One-time secret")
    picture(admin, "ending")
    choose(admin, admin.get_by_role("combobox", name="Kind"), "Client secret")
    expect(rows).to_have_count(1)
    rows.get_by_role("link", name="Replace").click()
    expect(admin).to_have_url(f"{center.url}/users/{service['id']}/credentials")
    expect(admin.get_by_role("button", name="New client secret")).to_be_visible()
