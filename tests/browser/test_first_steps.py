"""From an empty center to the first client that is let in, on Home: the steps, their dialogs, the clicks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.brokers.plugin import Plugin
from tests.brokers.simulated import SimulatedBroker
from tests.browser import accessible, api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.languages import LANGUAGES, switch
from tests.browser.screens import dialog
from tests.browser.service import running

pytestmark = pytest.mark.browser
MOST_CLICKS = 15
TOPIC = "persistent://acme/orders/created"


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[api.Center]:
    with running(tmp_path / "center") as started, api.signed_in_first_time(started, PASSWORD) as center:
        yield center


@dataclass
class Hand:
    """Whoever uses the page: counts the clicks, and remembers what was typed."""

    page: Page
    clicks: int = 0
    typed: list[str] = field(default_factory=list)

    def click(self, place: Locator) -> None:
        place.click()
        self.clicks += 1

    def send(self, title: str, button: str, **fields: str) -> None:
        """Fill in the dialog with this title, which is open, and send it with its button."""
        box = self.page.get_by_role("dialog", name=title)
        for label, text in fields.items():
            box.get_by_label(label.replace("_", " "), exact=True).fill(text)
            self.typed.append(text)
        self.click(box.get_by_role("button", name=button, exact=True))


def step(page: Page, title: str) -> Locator:
    return page.get_by_role("listitem").filter(has_text=re.compile(rf"^{title}"))


def expect_done(page: Page, title: str) -> None:
    expect(step(page, title).get_by_role("img", name="done", exact=True)).to_be_visible(timeout=30_000)


def test_the_first_client_takes_few_clicks(page: Page, empty: api.Center, picture: Picture) -> None:
    api.enter(page.context, empty.url, "admin", PASSWORD)
    page.goto(empty.url)
    hand = Hand(page)
    expect(step(page, "Create a tenant")).to_contain_text("First: Register a Pulsar cluster")
    expect(step(page, "Create a tenant").get_by_role("button")).to_be_disabled()
    hand.click(step(page, "Register a Pulsar cluster").get_by_role("button"))
    addresses = {"Service_address": "pulsar://127.0.0.1:6650", "Admin_address": "http://127.0.0.1:1"}
    hand.send("Register a cluster", "Register a cluster", Name="prod", **addresses)
    hand.click(dialog(page).get_by_role("button", name="New plugin credential"))
    credential = dialog(page).get_by_label("Plugin credentials", exact=True).inner_text().strip()
    hand.click(dialog(page).get_by_role("button", name="I have saved it"))
    picture(page, "steps-broker")
    hand.click(page.get_by_role("dialog", name="Connect brokers").get_by_role("button", name="Close", exact=True))
    headers = {"Authorization": f"Bearer {credential}"}
    revision = empty.get("overview")["revision"]
    with (
        httpx.Client(base_url=empty.url, headers=headers, timeout=60, trust_env=False) as client,
        SimulatedBroker(Plugin(client), "broker-1:8080", revision) as broker,
    ):
        expect_done(page, "Connect its brokers to the center")
        secret = _until_the_secret_is_shown(hand, picture)
        expect(page.get_by_text("7 of 8 done")).to_be_visible()
        _let_in(empty, broker, secret)
        expect_done(page, "Connect the first client")
    picture(page, "steps-done")
    assert hand.clicks <= MOST_CLICKS, hand.clicks
    assert not any("/" in text for text in hand.typed if text not in addresses.values()), "no full name was typed"
    page.reload()
    expect(page.get_by_text("Inbox")).to_be_visible()
    expect(page.get_by_text("8 of 8 done")).to_have_count(0)


def _until_the_secret_is_shown(hand: Hand, picture: Picture) -> str:
    """Each dialog opens by itself once the one before is sent."""
    page = hand.page
    hand.click(step(page, "Create a tenant").get_by_role("button"))
    hand.send("New tenant", "Create", Name="acme")
    hand.send("New namespace", "Create", Name="orders")
    hand.send("New topic", "Create", Name="created")
    hand.send("New user", "Create", User_name="orders-producer")
    grant = page.get_by_role("dialog", name=TOPIC)
    expect(grant.get_by_role("checkbox", name="write the topic", exact=True)).to_be_checked()
    expect(grant).to_contain_text("orders-producer")
    picture(page, "steps-right")
    hand.click(grant.get_by_role("button", name="Grant", exact=True))
    hand.send("New client secret", "Create")
    secret = page.get_by_label("Client secret", exact=True).inner_text().strip()
    code = page.get_by_role("dialog").get_by_label("Python", exact=True).last
    for text in (TOPIC, secret, "orders-producer", "pulsar://127.0.0.1:6650"):
        expect(code).to_contain_text(text)
    picture(page, "steps-secret")
    hand.click(page.get_by_role("button", name="I have saved it"))
    return secret


def _let_in(center: api.Center, broker: SimulatedBroker, secret: str) -> None:
    """The client fetches a token, may write, and is connected, as its broker says."""
    asked = {"grant_type": "client_credentials", "client_id": "orders-producer", "client_secret": secret}
    assert httpx.post(f"{center.url}/oauth2/token", data=asked, trust_env=False, timeout=60).json()["access_token"]
    broker.connections = [
        {"kind": "producer", "principal": "orders-producer", "topic": TOPIC, "since": 1_790_000_000_000,
         "name": "p1", "address": "10.0.0.7:50123"}
    ]  # fmt: skip


def test_put_away_they_do_not_come_back(page: Page, empty: api.Center) -> None:
    api.enter(page.context, empty.url, "admin", PASSWORD)
    page.goto(empty.url)
    page.get_by_role("button", name="Hide these steps").click()
    expect(page.get_by_text("Register a Pulsar cluster")).to_have_count(0)
    page.reload()
    expect(page.get_by_text("Inbox")).to_be_visible()
    expect(page.get_by_text("Register a Pulsar cluster")).to_have_count(0)


@pytest.mark.parametrize("environment", ["development", "production"])
def test_a_demo_estate_by_one_click_in_development(
    page: Page, tmp_path: Path, environment: str, picture: Picture
) -> None:
    more = {"PUC_ENVIRONMENT": environment}
    with running(tmp_path / "demo", **more) as started, api.signed_in_first_time(started, PASSWORD) as center:
        api.enter(page.context, center.url, "admin", PASSWORD)
        page.goto(center.url)
        button = page.get_by_role("button", name="Fill with a demo estate")
        if environment == "production":
            with page.expect_response("**/api/v1/settings"):
                page.reload()
            expect(step(page, "Create a tenant")).to_be_visible()
            expect(button).to_have_count(0)
            return
        expect(button).to_be_visible()
        picture(page, "steps-empty")
        button.click()
        expect(page.get_by_text("Tenants 3")).to_be_visible()
        expect_done(page, "Create a namespace and a topic")
        expect(button).to_have_count(0)
        assert len(center.get("topics", limit=500)["items"]) == 18
        picture(page, "steps-demo")


def test_how_they_look(page: Page, empty: api.Center, picture: Picture) -> None:
    empty.topic("acme")
    api.enter(page.context, empty.url, "admin", PASSWORD)
    page.goto(empty.url)
    for language in LANGUAGES:
        switch(page, language)
        accessible.check_in_every_look(page, picture, f"steps-{language}")
