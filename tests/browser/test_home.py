"""Home, as each of the four people of docs/design.md: what it came for is on the first page."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import accessible
from tests.browser.conftest import Picture
from tests.browser.four_people import PEOPLE, Estate, an_estate
from tests.browser.languages import LANGUAGES, switch

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def estate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Estate]:
    with an_estate(tmp_path_factory.mktemp("home")) as made:
        yield made


def _card(page: Page, title: str) -> Locator:
    return page.locator(".ant-card").filter(has=page.locator(".ant-card-head", has_text=title))


def test_an_administrator_sees_brokers_and_what_waits(page: Page, estate: Estate, picture: Picture) -> None:
    newest = estate.center.get("overview")["revision"]
    for broker, revision in (("current:8080", newest), ("late:8080", newest - 3)):
        assert estate.plugin.heartbeat(revision, broker).is_success
    estate.sign_in(page, "admin")
    brokers = _card(page, "Brokers")
    # The sign-in itself may be a revision that nobody has yet.
    expect(brokers.get_by_text(re.compile(r"late:8080: \d+ revisions behind, for "))).to_be_visible()
    expect(brokers.locator(".dot")).to_have_count(2)
    inbox = _card(page, "Inbox")
    expect(inbox.get_by_role("listitem").filter(has_text="the cluster cannot be reached").first).to_be_visible(
        timeout=60_000
    )
    expect(inbox.get_by_role("listitem").filter(has_text="API token nightly")).to_contain_text("home.service")
    expect(inbox.get_by_role("listitem").filter(has_text="read the topic on")).to_contain_text("home.developer")
    expect(_card(page, "Granted and used, by tenant")).to_contain_text("1 used of 9 granted")
    expect(_card(page, "Denied in 30 days, by reason")).to_contain_text("No grant covers this operation.7")
    expect(_card(page, "Last changes").get_by_role("listitem")).to_have_count(6)
    expect(page.get_by_text(re.compile(r"Users \d+ · .* · Revision \d+"))).to_be_visible()
    picture(page, "home-administrator")


def test_an_owner_sees_its_tenants_and_services(page: Page, estate: Estate, picture: Picture) -> None:
    estate.sign_in(page, "home.owner")
    expect(_card(page, "My resources").get_by_role("link", name="home-tenant")).to_be_visible()
    service = _card(page, "My services").get_by_role("listitem").filter(has_text="home.service")
    expect(service).to_contain_text("API token nightly")
    expect(_card(page, "Brokers")).to_have_count(0)
    picture(page, "home-owner")
    service.get_by_role("link").click()
    expect(page.get_by_role("tab", name="Credentials")).to_have_attribute("aria-selected", "true")


def test_a_developer_mends_its_last_denial(page: Page, estate: Estate, picture: Picture) -> None:
    estate.sign_in(page, "home.developer")
    access = _card(page, "My access").get_by_role("listitem")
    expect(access).to_contain_text("read the topic")
    denial = _card(page, "My last denial")
    expect(denial).to_contain_text("No grant covers this operation.")
    expect(denial.get_by_role("link", name="Check access")).to_have_attribute(
        "href", re.compile(r"^/why\?.*question=topic%3APRODUCE")
    )
    expect(_card(page, "Denied in 30 days, by reason")).to_have_count(0)
    picture(page, "home-developer")
    denial.get_by_role("link", name="Request access").click()
    expect(page.get_by_label("Full name of the resource")).to_have_value(estate.topic["full_name"])
    expect(page.get_by_role("checkbox", name="write the topic", exact=True)).to_be_checked()


def test_an_auditor_sees_what_changed_since_it_last_looked(page: Page, estate: Estate, picture: Picture) -> None:
    estate.sign_in(page, "home.auditor")
    changes = _card(page, "Changes since").get_by_role("listitem")
    expect(changes).to_have_count(6)
    picture(page, "home-auditor")
    # Reading it again hides nothing.
    page.reload()
    expect(changes).to_have_count(6)
    page.evaluate("sessionStorage.clear()")
    page.reload()
    expect(page.get_by_text("Nothing was changed.")).to_be_visible()
    estate.center.post("namespaces", tenant_id=estate.topic["tenant_id"], name="fresh")
    page.reload()
    expect(changes.filter(has_text="home-tenant/fresh").first).to_be_visible()


@pytest.mark.parametrize("name", PEOPLE)
def test_how_it_looks(page: Page, estate: Estate, name: str, picture: Picture) -> None:
    """In both languages and appearances, wide and narrow: nothing scrolls sideways, and axe finds nothing."""
    estate.sign_in(page, name)
    for language in LANGUAGES:
        switch(page, language)
        accessible.check_in_every_look(page, picture, f"home-{name}-{language}")
